package org.peacescheduler.client;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Chooses the way by the file system of a request's prefix. Thread-safe.
 *
 * @param conf where the file systems and their NameNodes are named
 */
record FileSystemTurns(Configuration conf) implements Turns {
  private static final String HDFS = "hdfs";
  private static final LongSupplier NANOS = System::nanoTime;

  @Override
  public PendingTurn ask(Request request) {
    FileSystem files;
    try {
      files = request.prefix().getFileSystem(conf);
    } catch (IOException e) {
      return new Failed(e);
    }
    return HDFS.equals(files.getUri().getScheme())
        ? FirstBlock.ask(files, request, NANOS)
        : new AtOnce(request);
  }
}
