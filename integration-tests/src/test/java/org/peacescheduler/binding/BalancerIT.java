package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Balancer moves blocks on a cluster under Peace, and has no scheduler of its own. */
class BalancerIT {
  private static final int FILES = 60;
  private static final long CAPACITY = 100L * BLOCK;

  @Test
  void balancer_oneDatanodeIsNew_movesBlocksThereAndAllStaysHealthy(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              SimulatedFSDataset.setFactory(conf);
              conf.setLong("dfs.balancer.getBlocks.min-block-size", 1);
              conf.setLong("dfs.balancer.movedWinWidth", 2000);
              conf.setInt("dfs.balancer.max-no-move-interval", 5000);
            },
            builder -> builder.simulatedCapacities(new long[] {CAPACITY, CAPACITY}),
            "/rack1",
            "/rack2")) {
      for (int i = 0; i < FILES; i++) {
        cluster.write("/balanced/" + i, BLOCK, 2);
      }
      cluster
          .mini()
          .startDataNodes(
              cluster.mini().getConfiguration(0),
              1,
              true,
              null,
              new String[] {"/rack3"},
              new String[] {"dn3"},
              new long[] {CAPACITY});
      cluster.mini().triggerHeartbeats();
      assertEquals(0, blocksOf(cluster, "dn3"));
      long schedulers = schedulers();

      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      assertEquals(0, ToolRunner.run(conf, balancer(), new String[] {"-threshold", "10"}));
      cluster.mini().triggerBlockReports();

      assertTrue(blocksOf(cluster, "dn3") >= FILES / 2, "moved " + blocksOf(cluster, "dn3"));
      assertEquals(schedulers, schedulers());
      assertEquals(0, ToolRunner.run(new DFSck(conf), new String[] {"/balanced"}));
      assertEquals(schedulers, schedulers());
      cluster.awaitIdle();
    }
  }

  private static int blocksOf(PeaceCluster cluster, String host) {
    return cluster.datanode(host).numBlocks();
  }

  private static long schedulers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("peace-watch"))
        .count();
  }

  /** The balancer as its command line makes it; its class is not public. */
  private static Tool balancer() throws ReflectiveOperationException {
    Constructor<?> constructor =
        Class.forName("org.apache.hadoop.hdfs.server.balancer.Balancer$Cli")
            .getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Tool) constructor.newInstance();
  }
}
