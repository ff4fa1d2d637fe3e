package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;

/** Half of the datanodes have no room for a block, so that HDFS refuses them. */
class RefusingDatanodesIT {
  private static final int DATANODES = 10;
  private static final int WRITERS = 8;
  private static final int CHUNKS = 4;

  @Test
  void datanodes_everySecondOneRefused_chunksGoToTheOthersAndNoneToStock(@TempDir Path directory)
      throws Exception {
    String[] racks = new String[DATANODES];
    Configuration[] overlays = new Configuration[DATANODES];
    for (int d = 0; d < DATANODES; d++) {
      racks[d] = d % 4 < 2 ? "/rack1" : "/rack2";
      overlays[d] = new Configuration(false);
      if (d % 2 == 1) {
        // All but half a block of the disk is for others.
        long disk = directory.toFile().getTotalSpace();
        overlays[d].setLong("dfs.datanode.du.reserved", disk - BLOCK / 2);
      }
    }
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> conf.unset("dfs.namenode.peace.completion-fraction"),
            builder -> builder.dataNodeConfOverlays(overlays),
            racks)) {
      PeaceCluster.await(
          () ->
              cluster.blocks().getDatanodeManager().getDatanodes().stream()
                      .filter(node -> node.getRemaining() >= BLOCK)
                      .count()
                  == DATANODES / 2,
          () -> "half of the datanodes have room");
      List<Future<Void>> writes = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.19.0." + w, w % 2 == 0 ? "/rack1" : "/rack2");
        writes.add(cluster.writing(host, "/f" + w, CHUNKS * BLOCK, 3));
      }
      for (Future<Void> write : writes) {
        write.get(60, TimeUnit.SECONDS);
      }
      Set<String> willing = Set.of("dn1", "dn3", "dn5", "dn7", "dn9");
      for (int w = 0; w < WRITERS; w++) {
        cluster.assertDistinct("/f" + w, 3);
        for (LocatedBlock block : cluster.located("/f" + w)) {
          assertTrue(willing.containsAll(PeaceCluster.hosts(block)), block::toString);
        }
      }
      for (FallbackReason reason : FallbackReason.values()) {
        assertEquals(0, PeaceCluster.fallbacks(reason), "fallbacks: " + reason);
      }
      cluster.awaitIdle();
    }
  }
}
