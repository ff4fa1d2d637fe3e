package org.peacescheduler.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.util.Progressable;
import org.apache.log4j.LogManager;

/**
 * A local folder that says that it is in HDFS, where no first block is ever placed: whoever waits
 * for one waits until the file is deleted, and HDFS's client logs this as it does.
 */
public final class WaitingFileSystem extends RawLocalFileSystem {
  private static final URI IN_HDFS = URI.create("hdfs://waiting");

  /** Counted down once a wait has ended and all of it is logged. */
  static final CountDownLatch LOGGED = new CountDownLatch(1);

  private final CountDownLatch deleted = new CountDownLatch(1);

  /** Made by Hadoop. */
  public WaitingFileSystem() {}

  @Override
  public URI getUri() {
    return IN_HDFS;
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    super.create(path, overwrite, bufferSize, replication, blockSize, progress).close();
    return new FSDataOutputStream(new Waiting(), null);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    boolean isDeleted = super.delete(path, recursive);
    deleted.countDown();
    return isDeleted;
  }

  /** A file without a block. */
  private final class Waiting extends OutputStream implements Syncable {
    @Override
    public void write(int one) {
      // A header of zeros.
    }

    @Override
    public void hflush() throws IOException {
      try {
        deleted.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      FileNotFoundException gone = new FileNotFoundException("File does not exist");
      log("DataStreamer", "DataStreamer Exception", gone);
      log("DFSOutputStream", "Error while syncing", gone);
      log("DFSClient", "Failed to close file", gone);
      LOGGED.countDown();
      throw gone;
    }

    @Override
    public void hsync() throws IOException {
      hflush();
    }
  }

  private static void log(String name, String message, Exception gone) {
    LogManager.getLogger("org.apache.hadoop.hdfs." + name).error(message, gone);
  }
}
