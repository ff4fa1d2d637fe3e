package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chunks end in every way there is, at random and beside each other, on a patched NameNode: after
 * each round the network is idle to the last edge, and no capacity came back by time.
 *
 * <p>In each round something happens to the cluster too; each of it happens once, then on until the
 * time is over. Failover has a class of its own, {@link PatchedFailoverEndsIT}. For hours, or again
 * as it failed:
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test='Patched*EndsIT' -Dpeace.ends.minutes=120
 * mvn verify -pl integration-tests -am -Dit.test='Patched*EndsIT' -Dpeace.ends.seed=4711
 * mvn verify -pl integration-tests -am -Dit.test='PatchedEndsIT' -Dpeace.ends.lock=fine-grained
 * </pre>
 */
@ExtendWith(OnPatchedNameNode.class)
class PatchedEndsIT {
  private static final int HANDLERS = 3;
  private static final boolean FINE_GRAINED =
      System.getProperty("peace.ends.lock", "global").equals("fine-grained");

  /** What happens to the cluster while files are written. */
  private enum Event {
    NONE,
    DATANODE_LOST,
    SAFE_MODE_ENTERED,
    UPGRADE_FINALIZED,
    ROLLING_UPGRADE_FINALIZED,
    NAMENODE_RESTARTED
  }

  private final Map<Event, Integer> seen = new EnumMap<>(Event.class);
  private Deque<Event> events = new ArrayDeque<>();
  private PeaceCluster cluster;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS) // For who sets peace.ends.minutes.
  void endings_atRandom_theNetworkIsIdleAfterEachRound(@TempDir Path directory) throws Exception {
    Endings.inRounds(
        Event.values().length,
        directory,
        place -> {
          cluster = start(place);
          assertEquals(FINE_GRAINED, cluster.hasFineGrainedLock());
          cluster.orderFailedRecoveriesSoon();
          return cluster;
        },
        this::round);
    System.out.println(seen);
  }

  private static PeaceCluster start(Path directory) throws Exception {
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(
              conf, directory, PeaceCluster.twoRacks("same-rack, other-rack, any"));
          conf.setInt("dfs.namenode.handler.count", HANDLERS);
          conf.setInt("dfs.client.socket-timeout", 5_000);
          conf.setInt("dfs.namenode.lease-recheck-interval-ms", 500);
          conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 5);
          // A datanode that recovers a block gives up the lost one after a second, not ten:
          // before the recovery is ordered again, which makes the one under way worthless.
          conf.setInt("ipc.client.connect.retry.interval", 100);
          // Clients live through safe mode and restarts.
          conf.setBoolean("dfs.client.retry.policy.enabled", true);
          conf.set("dfs.client.retry.policy.spec", "200,300");
          if (FINE_GRAINED) {
            PeaceCluster.useFineGrainedLock(conf);
          }
        },
        PeaceCluster.TWO_RACKS);
  }

  @Test
  void leaseRecovered_datanodeGoneToo_capacityIsBackThoughTheFileStaysOpen(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster started =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(1)),
            "/rack1")) {
      FSDataOutputStream out = started.create("/open", 1);
      out.write(1);
      out.hflush();
      PeaceCluster.die(out);
      started.kill("dn1");
      assertEquals(1, started.peace().status().inFlight());
      org.apache.hadoop.fs.Path open = new org.apache.hadoop.fs.Path("/open");
      assertFalse(started.fs().recoverLease(open));
      started.awaitIdle();
      assertFalse(started.fs().isFileClosed(open));
      started.assertNothingEndedByTime();
    }
  }

  private void round(int number, SplittableRandom random) throws Exception {
    if (events.isEmpty()) {
      events = Endings.shuffled(Event.values().length, Event.values(), random);
    }
    Event event = events.pop();
    try {
      round("/round" + number, event, random);
    } catch (Exception | AssertionError e) {
      throw Endings.failed(event.toString(), e);
    }
    seen.merge(event, 1, Integer::sum);
  }

  private void round(String folder, Event event, SplittableRandom random) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(Endings.WRITERS);
    try {
      Endings.Burst burst =
          new Endings(cluster.fs(), event == Event.DATANODE_LOST ? 2 : 1)
              .burst(threads, folder, random);
      burst.awaitFirstWait();
      DataNodeProperties stopped = null;
      if (event == Event.DATANODE_LOST) {
        stopped = cluster.kill("dn" + (1 + random.nextInt(6)));
      } else {
        happen(event);
      }
      burst.awaitEnd();
      if (stopped != null) {
        cluster.restart(stopped);
      }
    } finally {
      threads.shutdownNow();
    }
    cluster.awaitIdle();
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
    cluster.assertNothingEndedByTime();
    cluster.fs().delete(new org.apache.hadoop.fs.Path(folder), true);
  }

  private void happen(Event event) throws Exception {
    DistributedFileSystem fs = cluster.fs();
    switch (event) {
      case SAFE_MODE_ENTERED -> {
        fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
        fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      }
      case UPGRADE_FINALIZED -> fs.finalizeUpgrade();
      case ROLLING_UPGRADE_FINALIZED -> {
        fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
        fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
        fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
        fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
      }
      case NAMENODE_RESTARTED -> {
        cluster.crashNameNode(0);
        cluster.restartNameNode();
        cluster.orderFailedRecoveriesSoon();
      }
      case NONE, DATANODE_LOST -> {}
    }
  }
}
