package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes, a failover in the middle of a burst. */
class HaIT {
  private static final int WRITERS = 12;
  private static final int CHUNKS = 6;
  private static final int HANDLERS = 6;

  @Test
  void failover_duringABurst_everyWriterFinishesAndAllCapacityComesBack(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.setInt("dfs.ha.tail-edits.period", 1);
              conf.setLong("dfs.datanode.data.write.bandwidthPerSec", 8L * BLOCK);
            },
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()))) {
      cluster.mini().transitionToActive(0);
      cluster.mini().waitActive(0);
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      try (DistributedFileSystem fs =
          HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
        List<Future<?>> writes = new ArrayList<>();
        for (int w = 0; w < WRITERS; w++) {
          String host = PeaceCluster.client("10.9.0." + w, "/rack1");
          String path = "/burst" + w;
          writes.add(
              threads.submit(
                  () ->
                      PeaceCluster.as(
                          host,
                          () -> {
                            PeaceCluster.write(fs, path, CHUNKS * BLOCK, 3);
                            return null;
                          })));
        }
        PeaceCluster.await(
            () -> PeaceCluster.gauge("ParkedCalls") > HANDLERS,
            () -> "more calls wait than there are handlers");

        cluster.mini().transitionToStandby(0);
        cluster.mini().transitionToActive(1);

        for (Future<?> write : writes) {
          write.get(90, TimeUnit.SECONDS);
        }
        for (int w = 0; w < WRITERS; w++) {
          assertEquals(
              CHUNKS * BLOCK,
              fs.getFileStatus(new org.apache.hadoop.fs.Path("/burst" + w)).getLen());
        }
      } finally {
        threads.shutdownNow();
      }
      assertEquals(0, cluster.peace(0).status().waiting());
      cluster.awaitIdle();
      assertTrue(Files.readString(directory.resolve("trace.jsonl")).contains("\"standby\""));
    }
  }
}
