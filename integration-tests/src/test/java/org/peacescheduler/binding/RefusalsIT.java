package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;

/** Datanodes without room for a block: HDFS refuses them, for one chunk as for the next. */
class RefusalsIT {
  private static final String[] RACKS = {
    "/rack1", "/rack1", "/rack1", "/rack1", "/rack1", "/rack2", "/rack2", "/rack2"
  };
  private static final Set<String> FULL = Set.of("dn1", "dn2");
  private static final int FILES = 30;
  private static final double SECONDS_REMEMBERED = 3;

  @TempDir Path directory;

  @Test
  void datanodes_refusedForOneChunk_areNotPlannedForTheNext() throws Exception {
    Configuration[] overlays = new Configuration[RACKS.length];
    for (int i = 0; i < overlays.length; i++) {
      overlays[i] = new Configuration(false);
      if (FULL.contains("dn" + (i + 1))) {
        // All but half a block is for others; with nothing left the cluster would not start.
        overlays[i].setLong(
            "dfs.datanode.du.reserved", directory.toFile().getTotalSpace() - BLOCK / 2);
      }
    }
    String client = PeaceCluster.client("10.17.0.1", "/rack1");
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory, conf -> {}, builder -> builder.dataNodeConfOverlays(overlays), RACKS)) {
      PeaceCluster.await(
          () ->
              cluster.blocks().getDatanodeManager().getDatanodes().stream()
                      .filter(node -> node.getRemaining() > BLOCK)
                      .count()
                  == RACKS.length - FULL.size(),
          () -> "the others have told what room they have");
      long start = System.nanoTime();
      for (int i = 0; i < FILES; i++) {
        cluster.writeAs(client, "/f" + i, 2 * BLOCK, 3);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long proposals = 0;
      for (int i = 0; i < FILES; i++) {
        cluster.awaitTrace("/f" + i, "done", 2);
        cluster.assertDistinct("/f" + i, 3);
        for (JsonNode grant : cluster.trace("/f" + i, "granted")) {
          List<String> nodes = PeaceCluster.texts(grant.get("nodes"));
          proposals += nodes.stream().filter(FULL::contains).count();
        }
      }
      System.out.printf(
          "%d chunks in %.1f s: datanodes without room were planned %d times%n",
          2 * FILES, seconds, proposals);
      // Each is asked for again when HDFS may have heard better of it.
      double most = FULL.size() * (1 + Math.floor(seconds / SECONDS_REMEMBERED));
      assertTrue(0 < proposals && proposals <= most, proposals + " in " + seconds + " s");
      for (FallbackReason reason : FallbackReason.values()) {
        assertEquals(0, PeaceCluster.fallbacks(reason), "fallbacks: " + reason);
      }
      cluster.awaitIdle();
    }
  }
}
