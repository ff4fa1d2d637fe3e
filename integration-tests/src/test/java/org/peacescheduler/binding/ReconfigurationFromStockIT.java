package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peace comes, by dfsadmin -reconfig, into a NameNode that was started on the stock policy. */
@Tag("alone") // It writes on the class path.
class ReconfigurationFromStockIT {
  private static final String POLICY_KEY = "dfs.block.replicator.classname";
  private static final String TOPOLOGY_KEY = "dfs.namenode.peace.topology.file";

  @TempDir Path directory;

  private static void stock(Configuration conf) {
    conf.set(POLICY_KEY, PeaceCluster.STOCK);
  }

  private static String policy(PeaceCluster cluster) {
    return cluster.blocks().getBlockPlacementPolicy().getClass().getName();
  }

  @Test
  void reconfig_wrongKeysAndThenRightOnes_isRefusedAndThenTaken() throws Exception {
    try (PeaceCluster cluster =
            PeaceCluster.start(directory, ReconfigurationFromStockIT::stock, "/rack1");
        SiteFile site = new SiteFile(cluster)) {
      Path topology = directory.resolve("topology.yaml");
      Map<String, String> peace =
          Map.of(POLICY_KEY, PeaceCluster.POLICY, TOPOLOGY_KEY, topology.toString());
      assertRefused(
          """
          1 problem in the configuration of Peace:
          dfs.namenode.peace.topology.file = '%s'
          Maybe create the file, or let the NameNode's user read it; 'peace topology check' checks it.
          """
              .formatted(topology)
              .strip(),
          site.reconfigure(peace));
      assertEquals(PeaceCluster.STOCK, policy(cluster));

      Files.writeString(topology, PeaceCluster.oneRack(1).replace("tor1}\np", "tor9}\np"));
      assertRefused(
          """
          Peace does not start:
          PEACE-TOPO-003 %s:7 servers[0].switch: switch 'tor9' is not declared.
          Maybe add it under 'switches', or use 'tor1'.
          """
              .formatted(topology)
              .strip(),
          site.reconfigure(peace));
      assertEquals(PeaceCluster.STOCK, policy(cluster));
      cluster.write("/stock", 1000, 1);

      Files.writeString(topology, PeaceCluster.oneRack(1));
      site.change(peace);
      assertEquals(PeaceCluster.POLICY, policy(cluster));
      cluster.write("/peace", 1000, 1);
      cluster.assertContent("/peace", 1000);
    }
  }

  private static void assertRefused(String why, String status) {
    assertTrue(status.contains("FAILED: Change property " + POLICY_KEY), status);
    assertTrue(status.contains("Error: " + why + "."), status);
  }
}
