package org.peacescheduler.quickstart;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.peacescheduler.cli.CommandFailure;

/**
 * One file from each host at the same moment, as when all tasks of a job take a checkpoint.
 *
 * <p>All writers are threads of this process. Each says in its caller context which host it is on,
 * which HDFS believes of its proxies ({@code dfs.namenode.ip-proxy-users}). Immutable.
 *
 * @param hosts how many write
 * @param bytes of each file
 */
record QuickBurst(int hosts, long bytes) {
  private static final int BUFFER = 1 << 16;

  /** The seconds of each file, in the order of the hosts; the files are left. */
  List<Double> write(FileSystem fs, String folder) throws CommandFailure, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(hosts);
    try {
      long begin = System.nanoTime();
      List<Future<Double>> writers = new ArrayList<>();
      for (int host = 1; host <= hosts; host++) {
        String name = QuickFiles.host(host);
        Callable<Double> writer = () -> write(fs, new Path(folder, name), name, begin);
        writers.add(threads.submit(writer));
      }
      List<Double> seconds = new ArrayList<>();
      for (Future<Double> writer : writers) {
        seconds.add(writer.get());
      }
      return seconds;
    } catch (ExecutionException e) {
      throw CommandFailure.failed("A write failed: " + e.getCause().getMessage(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  private double write(FileSystem fs, Path file, String host, long begin) throws IOException {
    CallerContext.setCurrent(
        new CallerContext.Builder("peace-quickstart")
            .append(CallerContext.CLIENT_IP_STR, host)
            .build());
    byte[] buffer = new byte[BUFFER];
    try (FSDataOutputStream out = fs.create(file)) {
      for (long left = bytes; left > 0; left -= buffer.length) {
        out.write(buffer, 0, (int) Math.min(left, buffer.length));
      }
    }
    return (double) (System.nanoTime() - begin) / TimeUnit.SECONDS.toNanos(1);
  }
}
