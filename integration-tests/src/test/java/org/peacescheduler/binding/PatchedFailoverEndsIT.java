package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@link PatchedEndsIT}, with two NameNodes: in each round the active one becomes standby or is
 * gone, and the other one takes over what is in flight. Where the release has a fine-grained lock,
 * it is what the NameNodes use here.
 */
@ExtendWith(OnPatchedNameNode.class)
class PatchedFailoverEndsIT {
  private PeaceCluster cluster;
  private int active;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS) // For who sets peace.ends.minutes.
  void endings_atRandomOverFailovers_theNetworkIsIdleAfterEachRound(@TempDir Path directory)
      throws Exception {
    Endings.inRounds(
        2,
        directory,
        place -> {
          cluster = start(place);
          active = 0;
          cluster.mini().transitionToActive(active);
          cluster.mini().waitActive(active);
          assertEquals(PeaceCluster.isFineGrainedLockKnown(), cluster.hasFineGrainedLock());
          cluster.orderFailedRecoveriesSoon();
          return cluster;
        },
        this::round);
  }

  private static PeaceCluster start(Path directory) throws Exception {
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(
              conf, directory, PeaceCluster.twoRacks("same-rack, other-rack, any"));
          conf.setInt("dfs.ha.tail-edits.period", 1);
          conf.setInt("dfs.client.socket-timeout", 5_000);
          // A copy to a datanode that has the replica already, which the NameNode learns too
          // late after a failover, is never made.
          conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 5);
          conf.setFloat("dfs.namenode.safemode.threshold-pct", 1);
          conf.setInt("dfs.client.failover.sleep.max.millis", 1_000);
          conf.setInt("dfs.client.failover.max.attempts", 60);
          // Just after a failover HDFS knows the room of some datanodes only, and places fewer
          // replicas; an append to these asks for a further datanode, which there is none of.
          conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
          // Datanodes look for the NameNode that is gone, and do not stop before they give up.
          conf.setInt("ipc.client.connect.max.retries", 3);
          conf.setInt("ipc.client.connect.retry.interval", 200);
          PeaceCluster.useFineGrainedLock(conf);
        },
        builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()),
        PeaceCluster.TWO_RACKS);
  }

  private void round(int number, SplittableRandom random) throws Exception {
    int from = active;
    boolean gone = number / 2 % 2 == number % 2;
    active = 1 - from;
    ExecutorService threads = Executors.newFixedThreadPool(Endings.WRITERS);
    try (DistributedFileSystem fs =
        HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(active))) {
      Endings.Burst burst = new Endings(fs, 1).burst(threads, "/round" + number, random);
      burst.awaitFirstWait();
      if (gone) {
        cluster.crashNameNode(from);
      } else {
        cluster.mini().transitionToStandby(from);
      }
      cluster.mini().transitionToActive(active);
      burst.awaitEnd();
      if (gone) {
        restart(from);
      }
      cluster.awaitIdle();
      assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
      cluster.assertNothingEndedByTime();
      fs.delete(new org.apache.hadoop.fs.Path("/round" + number), true);
    } finally {
      threads.shutdownNow();
    }
  }

  private void restart(int nameNode) throws Exception {
    cluster.startAgain(nameNode);
    cluster.orderFailedRecoveriesSoon();
    PeaceCluster.await(
        () ->
            cluster.mini().getNamesystem(nameNode).getNumLiveDataNodes()
                == PeaceCluster.TWO_RACKS.length,
        () -> "all datanodes have come to the NameNode that is back");
  }
}
