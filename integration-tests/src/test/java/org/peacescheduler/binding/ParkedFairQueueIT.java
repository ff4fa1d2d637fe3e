package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.DecayRpcScheduler;
import org.apache.hadoop.ipc.FairCallQueue;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * A fair call queue that backs off, with hardly a place in it. Parked calls come back through it:
 * who finds it full has to try again, or its client waits for ever.
 */
class ParkedFairQueueIT {
  private static final String BUSY_USER = "busy";
  private static final String OTHER_USER = "other";
  private static final int BUSY_WRITERS = 60;
  private static final int OTHER_WRITERS = 4;
  private static final int CHUNKS = 2;
  private static final int HANDLERS = 2;

  /** Datanodes take in 10 chunks a second each, one at a time. */
  private static final String TOPOLOGY =
      """
      version: 1
      streamRate: 640 KiB/s
      defaults:
        server: {up: 1 Gbit/s, down: 640 KiB/s}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn[1-3]", switch: tor1}
      placement: [any]
      """;

  private static void configure(Configuration conf, Path directory, int port) {
    PeaceCluster.topology(conf, directory, TOPOLOGY);
    conf.set("dfs.namenode.peace.completion-fraction", "0");
    conf.setLong("dfs.datanode.data.write.bandwidthPerSec", 10L * BLOCK);
    conf.setInt("dfs.namenode.handler.count", HANDLERS);
    // Datanodes are not backed off, as nobody would have it.
    conf.set("dfs.namenode.servicerpc-address", "127.0.0.1:0");
    conf.setInt("ipc.server.handler.queue.size", 2);
    conf.set("ipc." + port + ".callqueue.impl", FairCallQueue.class.getName());
    conf.set("ipc." + port + ".scheduler.impl", DecayRpcScheduler.class.getName());
    conf.setBoolean("ipc." + port + ".backoff.enable", true);
    conf.setBoolean("dfs.client.retry.policy.enabled", true);
    conf.set("dfs.client.retry.policy.spec", "50,1000");
    conf.setBoolean("dfs.permissions.enabled", false);
    conf.set("dfs.namenode.ip-proxy-users", BUSY_USER + "," + OTHER_USER);
  }

  @Test
  void queue_fullAndBacksOff_everyParkedCallIsAnsweredAndEveryFileWritten(@TempDir Path directory)
      throws Exception {
    int port = ClusterProcess.freePort();
    ExecutorService threads = Executors.newFixedThreadPool(BUSY_WRITERS + OTHER_WRITERS);
    try (PeaceCluster cluster =
            PeaceCluster.start(
                directory,
                conf -> configure(conf, directory, port),
                builder -> builder.nameNodePort(port),
                "/rack1",
                "/rack1",
                "/rack1");
        DistributedFileSystem busy = cluster.newFileSystem(BUSY_USER);
        DistributedFileSystem other = cluster.newFileSystem(OTHER_USER)) {
      long deferrals = PeaceCluster.deferrals();
      List<Future<?>> writes = new ArrayList<>();
      for (int w = 0; w < BUSY_WRITERS; w++) {
        writes.add(threads.submit(writing(busy, "10.17.0." + w)));
      }
      for (int w = 0; w < OTHER_WRITERS; w++) {
        writes.add(threads.submit(writing(other, "10.17.1." + w)));
      }
      for (Future<?> write : writes) {
        write.get(60, TimeUnit.SECONDS);
      }

      long backedOff =
          MetricsAsserts.getLongCounter(
              "RpcClientBackoff", MetricsAsserts.getMetrics("RpcActivityForPort" + port));
      System.out.printf(
          "%d calls found the queue full; %d deferred%n",
          backedOff, PeaceCluster.deferrals() - deferrals);
      assertTrue(backedOff > 0, "the queue was never full");
      assertTrue(PeaceCluster.deferrals() > deferrals, "no call was parked");
      assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
      for (FallbackReason reason : FallbackReason.values()) {
        assertEquals(0, PeaceCluster.fallbacks(reason), "fallbacks: " + reason);
      }
      cluster.awaitIdle();
      cluster.assertNothingEndedByTime();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> writing(DistributedFileSystem fs, String host) {
    PeaceCluster.client(host, "/rack1");
    return () ->
        PeaceCluster.as(
            host,
            () -> {
              PeaceCluster.write(fs, "/" + host, CHUNKS * BLOCK, 1);
              PeaceCluster.assertContent(fs, "/" + host, CHUNKS * BLOCK);
              return null;
            });
  }
}
