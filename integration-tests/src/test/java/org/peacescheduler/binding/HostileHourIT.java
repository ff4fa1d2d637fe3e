package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

/**
 * One user's random calls beside bursts of honest writes, each with a failover, and by turns the
 * same without him: no write fails or takes much longer, all capacity comes back, and what the
 * NameNodes keep does not grow.
 *
 * <p>A minute, or as many as {@code -Dpeace.hostile.minutes=60} says; {@code
 * -Dpeace.hostile.seed=7} for other calls. CI leaves it out.
 */
@Tag("figures")
class HostileHourIT {
  private static final long MINUTES = Long.getLong("peace.hostile.minutes", 1);
  private static final long SEED = Long.getLong("peace.hostile.seed", 1);
  private static final int WRITERS = 24;
  private static final int HOSTILE_THREADS = 8;
  private static final double SLOWER = 1.3;
  private static final double MORE_HEAP = 1.05;

  /** What a loaded machine adds to some seconds. */
  private static final double NOISE_SECONDS = 0.5;

  private PeaceCluster cluster;
  private int active;
  private int rounds;

  private static PeaceCluster start(Path directory) throws Exception {
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(6, 2));
          conf.set("dfs.namenode.peace.groups", "/honest/{job}/**, /mallory/{job}/**");
          conf.set("dfs.namenode.peace.completion-fraction", "0");
          // Full after some minutes, so that what grows after them is no history.
          conf.set("dfs.namenode.peace.history.max-size", "1m");
          conf.setInt("dfs.namenode.handler.count", 10);
          conf.setInt("dfs.ha.tail-edits.period", 1);
          // A failover forgets which replicas were to be deleted; the next report finds them.
          conf.setLong("dfs.blockreport.intervalMsec", 30_000);
          conf.setInt("dfs.client.socket-timeout", 5_000);
          conf.setFloat("dfs.namenode.safemode.threshold-pct", 1);
          conf.setInt("dfs.client.failover.sleep.max.millis", 1_000);
          conf.setInt("dfs.client.failover.max.attempts", 60);
          conf.setLong("dfs.datanode.data.write.bandwidthPerSec", 16L * PeaceCluster.BLOCK);
          conf.set(
              "dfs.namenode.ip-proxy-users",
              conf.get("dfs.namenode.ip-proxy-users") + ",victor,mallory");
        },
        builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()),
        "/rack1",
        "/rack1",
        "/rack1",
        "/rack1",
        "/rack1",
        "/rack1");
  }

  private DistributedFileSystem fileSystem() throws Exception {
    return HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(active));
  }

  private void makeHomes() throws Exception {
    for (String user : List.of("honest", "mallory")) {
      org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/" + user);
      try (DistributedFileSystem fs = fileSystem()) {
        fs.mkdirs(home);
        fs.setPermission(home, new FsPermission("755"));
        if (user.equals("mallory")) {
          fs.setOwner(home, user, user);
        }
      }
    }
  }

  /** How long each of a burst's writes took, in seconds, with a failover in between. */
  private List<Double> burst() throws Exception {
    String folder = "/honest/job" + rounds++;
    List<Double> seconds = Collections.synchronizedList(new ArrayList<>());
    try (DistributedFileSystem fs = fileSystem()) {
      List<Future<Void>> writes = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.51.0." + (1 + w), "/rack1");
        String path = folder + "/" + w;
        writes.add(
            Caller.inBackground(
                () -> {
                  long start = System.nanoTime();
                  PeaceCluster.as(
                      host,
                      () -> {
                        PeaceCluster.write(fs, path, 3 * PeaceCluster.BLOCK, 3);
                        return null;
                      });
                  seconds.add((System.nanoTime() - start) / 1e9);
                  return null;
                }));
      }
      PeaceCluster.await(() -> !seconds.isEmpty(), () -> "the first write ends");
      cluster.mini().transitionToStandby(active);
      active = 1 - active;
      cluster.mini().transitionToActive(active);
      for (Future<Void> write : writes) {
        write.get(180, TimeUnit.SECONDS);
      }
      for (int w = 0; w < WRITERS; w++) {
        PeaceCluster.assertContent(fs, folder + "/" + w, 3 * PeaceCluster.BLOCK);
      }
      fs.delete(new org.apache.hadoop.fs.Path(folder), true);
    }
    return seconds;
  }

  private List<Double> burstBesideHostileCalls(SplittableRandom random) throws Exception {
    List<RawUser> connections = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    List<Future<Void>> threads = new ArrayList<>();
    for (int nameNode = 0; nameNode < 2; nameNode++) {
      connections.add(RawUser.of(cluster, nameNode, "mallory"));
    }
    DatanodeInfo[] datanodes = cluster.mini().getFileSystem(active).getDataNodeStats();
    HostileCalls calls = HostileCalls.of(connections.get(0), "/mallory", datanodes, random);
    for (int thread = 0; thread < HOSTILE_THREADS; thread++) {
      String host = PeaceCluster.client("10.52.0." + (1 + thread), "/rack1");
      HostileCalls its = calls.with(connections.get(thread % 2));
      threads.add(
          Caller.inBackground(
              () -> {
                while (!over.get()) {
                  its.callOnce(host);
                }
                return null;
              }));
    }
    List<Double> seconds = burst();
    over.set(true);
    try (DistributedFileSystem fs = fileSystem()) {
      fs.delete(new org.apache.hadoop.fs.Path("/mallory"), true);
      for (Future<Void> thread : threads) {
        thread.get(120, TimeUnit.SECONDS);
      }
      fs.delete(new org.apache.hadoop.fs.Path("/mallory"), true);
    }
    connections.forEach(RawUser::close);
    makeHomes();
    return seconds;
  }

  private static double median(List<Double> values) {
    return quantile(values, 0.5);
  }

  private static double quantile(List<Double> values, double part) {
    return values.stream().sorted().toList().get((int) (part * values.size()));
  }

  /**
   * Bytes in use after garbage collection, but for the mocks by which Hadoop's tests read metrics.
   */
  private static long used() {
    Mockito.framework().clearInlineMocks();
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void honestWrites_besideRandomCallsAndFailovers_areAsWithoutThem(@TempDir Path directory)
      throws Exception {
    cluster = start(directory);
    try {
      cluster.mini().transitionToActive(active);
      cluster.mini().waitActive(active);
      makeHomes();
      SplittableRandom random = new SplittableRandom(SEED);
      burst();
      long start = System.nanoTime();
      long length = TimeUnit.MINUTES.toNanos(MINUTES);
      List<Double> without = new ArrayList<>();
      List<Double> beside = new ArrayList<>();
      long early = 0;
      while (System.nanoTime() - start < length || beside.isEmpty()) {
        without.addAll(burst());
        cluster.awaitIdle();
        beside.addAll(burstBesideHostileCalls(random.split()));
        cluster.awaitIdle();
        assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
        if (early == 0 && System.nanoTime() - start >= length / 6) {
          early = used();
        }
      }
      long late = used();
      System.out.printf(
          "%d bursts each, seed %d: a write's median %.2f s, %.2f s beside hostile calls; 99th"
              + " percentile %.2f s, %.2f s; longest %.2f s, %.2f s; heap %.1f MB, at a sixth %.1f"
              + " MB%n",
          beside.size() / WRITERS,
          SEED,
          median(without),
          median(beside),
          quantile(without, 0.99),
          quantile(beside, 0.99),
          Collections.max(without),
          Collections.max(beside),
          late / 1e6,
          early / 1e6);
      assertTrue(median(beside) <= SLOWER * median(without) + NOISE_SECONDS, "medians, see above");
      assertTrue(
          Collections.max(beside) <= SLOWER * Collections.max(without) + NOISE_SECONDS,
          "longest writes, see above");
      assertTrue(late <= MORE_HEAP * early, "heap, see above");
    } finally {
      cluster.close();
    }
  }
}
