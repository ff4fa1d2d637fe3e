package org.peacescheduler.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Chooses the way by the file system of a request's prefix, and by whether its NameNodes are said
 * to take requests. Thread-safe.
 *
 * @param conf where the file systems and their NameNodes are named
 * @param client who asks; empty: the client that a program's threads share
 */
record FileSystemTurns(Configuration conf, Optional<FileSystem> client) implements Turns {
  private static final String HDFS = "hdfs";
  private static final LongSupplier NANOS = System::nanoTime;

  @Override
  public PendingTurn ask(Request request) {
    try {
      FileSystem files = client.isPresent() ? client.get() : request.prefix().getFileSystem(conf);
      if (!HDFS.equals(files.getUri().getScheme())) {
        return new AtOnce(request);
      }
      List<InetSocketAddress> addresses = TurnLink.addresses(files.getUri(), conf);
      return addresses.isEmpty()
          ? FirstBlock.ask(files, request, NANOS)
          : ByProtocol.ask(
              TurnLink.to(addresses, files, conf),
              request,
              () -> FirstBlock.ask(files, request, NANOS),
              NANOS);
    } catch (IOException e) {
      return new Failed(e);
    }
  }
}
