package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.CallerContext;

/**
 * Writes one file, from a host that it only claims to be on: the NameNode trusts this process to
 * say for whom it acts ({@code dfs.namenode.ip-proxy-users}), remembers the claimed host when the
 * file is created, and places the file's blocks for a writer on that host.
 *
 * <p>Each runs in a thread of its own, with a client of its own.
 */
final class CheckpointWriter implements Callable<WriterTimes> {
  private static final int BUFFER = 64 * 1024;

  private final FileSystem fileSystem;
  private final BurstShape burst;
  private final String host;
  private final Path path;
  private final Payload payload;
  private final CyclicBarrier start;
  private final Stopwatch stopwatch;

  CheckpointWriter(
      FileSystem fileSystem,
      BurstShape burst,
      String host,
      Path path,
      Payload payload,
      CyclicBarrier start,
      Stopwatch stopwatch) {
    this.fileSystem = fileSystem;
    this.burst = burst;
    this.host = host;
    this.path = path;
    this.payload = payload;
    this.start = start;
    this.stopwatch = stopwatch;
  }

  @Override
  public WriterTimes call() throws InterruptedException, BrokenBarrierException {
    CallerContext.setCurrent(
        new CallerContext.Builder("peace-experiment")
            .append(CallerContext.CLIENT_IP_STR, host)
            .build());
    start.await();
    double submitted = stopwatch.seconds();
    String failure = "";
    try (OutputStream out = create()) {
      payload.writeTo(out);
    } catch (IOException e) {
      failure = e.toString();
    } finally {
      CallerContext.setCurrent(null);
    }
    return new WriterTimes(
        host,
        path.toUri().getPath(),
        submitted,
        submitted,
        stopwatch.seconds(),
        failure.isEmpty() ? burst.fileBytes() : 0,
        failure);
  }

  private OutputStream create() throws IOException {
    return fileSystem.create(
        path,
        FsPermission.getFileDefault(),
        EnumSet.of(CreateFlag.CREATE, CreateFlag.NO_LOCAL_WRITE),
        BUFFER,
        (short) burst.replication(),
        burst.chunkSize().bytes(),
        null);
  }
}
