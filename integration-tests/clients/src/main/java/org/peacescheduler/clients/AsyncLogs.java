package org.peacescheduler.clients;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutput;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutputHelper;
import org.apache.hadoop.hbase.io.asyncfs.monitor.StreamSlowMonitor;
import org.apache.hadoop.hbase.util.CommonFSUtils.StreamLacksCapabilityException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hbase.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;

/**
 * HBase's asynchronous write-ahead logs, opened all at once beside a burst of HDFS's own client.
 * Each has a few edits, each flushed. Thread-safe: it has no state.
 */
final class AsyncLogs {
  private static final int LOGS = 24;
  private static final int EDITS = 3;
  private static final int BURST = 20;
  private static final int BLOCKS = 2;
  private static final short REPLICAS = 3;

  private AsyncLogs() {}

  /** One round, in a folder of its own. */
  static void round(DistributedFileSystem fs, String folder, Times times) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(LOGS + BURST);
    NioEventLoopGroup events = new NioEventLoopGroup(2);
    try {
      List<Future<?>> burst = new ArrayList<>();
      for (int w = 0; w < BURST; w++) {
        Path path = new Path(folder + "/burst" + w);
        burst.add(
            threads.submit(
                () -> {
                  write(fs, path);
                  return null;
                }));
      }
      List<Future<?>> logs = new ArrayList<>();
      for (int l = 0; l < LOGS; l++) {
        Path path = new Path(folder + "/log" + l);
        logs.add(threads.submit(() -> logInTime(fs, path, events, times)));
      }
      for (Future<?> log : logs) {
        log.get();
      }
      for (Future<?> write : burst) {
        write.get();
      }
    } finally {
      threads.shutdownNow();
      events.shutdownGracefully(0, 1, TimeUnit.SECONDS).get();
    }
  }

  private static void write(DistributedFileSystem fs, Path path) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true, 4096, REPLICAS, TestCluster.BLOCK)) {
      out.write(new byte[BLOCKS * TestCluster.BLOCK]);
    }
  }

  private static void logInTime(
      DistributedFileSystem fs, Path path, NioEventLoopGroup events, Times times) {
    long begin = System.nanoTime();
    try {
      log(fs, path, events);
      times.took((System.nanoTime() - begin) / 1e9);
    } catch (IOException | StreamLacksCapabilityException | ExecutionException e) {
      times.failed(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void log(DistributedFileSystem fs, Path path, NioEventLoopGroup events)
      throws IOException, InterruptedException, ExecutionException, StreamLacksCapabilityException {
    Configuration conf = fs.getConf();
    try (AsyncFSOutput out =
        AsyncFSOutputHelper.createOutput(
            fs,
            path,
            true,
            false,
            REPLICAS,
            TestCluster.BLOCK,
            events,
            NioSocketChannel.class,
            StreamSlowMonitor.create(conf, path.getName()),
            false)) {
      for (int i = 0; i < EDITS; i++) {
        out.write(new byte[1000]);
        out.flush(false).get();
      }
    }
  }
}
