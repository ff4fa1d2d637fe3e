package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One user's blocks that are allocated and never written, of any size that he likes, beside another
 * user's small files: these wait no longer than beside as many writers of his who write.
 */
@Tag("figures")
class IdleClaimsIT {
  private static final int DATANODES = 9;
  private static final int VICTIMS_FILES = 4;
  private static final int MEGABYTE = 1 << 20;
  private static final long TERABYTE = 1L << 40;

  /** What a loaded machine adds to times of some tenths of a second. */
  private static final double NOISE_SECONDS = 0.3;

  /** Two times ten seconds and some, after which idle blocks no longer hold links in timesteps. */
  private static final double IN_TIMESTEPS_SECONDS = 24;

  private static final String TOPOLOGY =
      """
      version: 1
      streamRate: 10 MB/s
      defaults:
        server: {up: 10 MB/s, down: 10 MB/s}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn[1-9]", switch: tor1}
      placement: [any]
      """;

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    start(0); // As it ships.
  }

  private static void start(double completionFraction) throws Exception {
    String[] racks = new String[DATANODES];
    Arrays.fill(racks, "/rack1");
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, TOPOLOGY);
              SimulatedFSDataset.setFactory(conf);
              conf.setLong("dfs.blocksize", MEGABYTE);
              conf.setDouble("dfs.namenode.peace.completion-fraction", completionFraction);
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.setBoolean("dfs.permissions.enabled", false);
              conf.set(
                  "dfs.namenode.ip-proxy-users",
                  conf.get("dfs.namenode.ip-proxy-users") + ",victor,mallory");
            },
            builder ->
                builder.simulatedCapacities(
                    LongStream.generate(() -> 100 * TERABYTE).limit(DATANODES).toArray()),
            racks);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** How long the victim's files take, all begun at once, in seconds. */
  private static double victimsSeconds() throws Exception {
    long start = System.nanoTime();
    try (DistributedFileSystem fs = cluster.newFileSystem("victor")) {
      List<Future<Void>> writes = new ArrayList<>();
      for (int i = 0; i < VICTIMS_FILES; i++) {
        writes.add(Caller.inBackground(writing(fs, "10.31.0." + i, "/victor/" + files++)));
      }
      for (Future<Void> write : writes) {
        write.get(180, TimeUnit.SECONDS);
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static Callable<Void> writing(DistributedFileSystem fs, String host, String path) {
    PeaceCluster.client(host, "/rack1");
    return () ->
        PeaceCluster.as(
            host,
            () -> {
              PeaceCluster.write(fs, path, MEGABYTE, 3);
              return null;
            });
  }

  /** Does something over and over, until the returned one is closed. */
  private static AutoCloseable repeating(Callable<Void> work) {
    AtomicBoolean over = new AtomicBoolean();
    Future<Void> repeated =
        Caller.inBackground(
            () -> {
              while (!over.get()) {
                work.call();
              }
              return null;
            });
    return () -> {
      over.set(true);
      repeated.get(120, TimeUnit.SECONDS);
    };
  }

  private static double besideOrdinaryWriters(int writers) throws Exception {
    List<AutoCloseable> running = new ArrayList<>();
    try (DistributedFileSystem fs = cluster.newFileSystem("mallory")) {
      for (int w = 0; w < writers; w++) {
        String host = "10.32.0." + w;
        PeaceCluster.client(host, "/rack1");
        running.add(repeating(() -> writing(fs, host, "/mallory/ordinary" + files++).call()));
      }
      double seconds = victimsSeconds();
      for (AutoCloseable each : running) {
        each.close();
      }
      return seconds;
    }
  }

  private static LocatedBlock ask(Caller caller, String name) throws IOException {
    return caller.ask(caller.path(), name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null);
  }

  private static double besideIdleBlocks(int idle, long blockSize, int replication, boolean tiny)
      throws Exception {
    UserGroupInformation mallory = UserGroupInformation.createRemoteUser("mallory");
    List<Caller> callers = new ArrayList<>();
    try (DistributedFileSystem fs = cluster.newFileSystem("mallory")) {
      for (int i = 0; i < idle; i++) {
        String host = "10.33.0." + i;
        String name = "idle " + files++;
        Caller caller =
            Caller.of(cluster, mallory, host, "/mallory/" + name, name, replication, blockSize);
        callers.add(caller);
        Caller.inBackground(() -> PeaceCluster.as(host, () -> ask(caller, name)));
      }
      String[] favored =
          cluster.mini().getDataNodes().stream()
              .map(
                  node ->
                      node.getXferAddress().getAddress().getHostAddress()
                          + ":"
                          + node.getXferPort())
              .limit(3)
              .toArray(String[]::new);
      try (AutoCloseable tinyFiles = tiny ? repeating(() -> tinyFile(fs, favored)) : () -> {}) {
        return victimsSeconds();
      }
    } finally {
      for (Caller caller : callers) {
        caller.deleteFile();
        caller.close();
      }
    }
  }

  private static Void tinyFile(DistributedFileSystem fs, String[] favored) throws Exception {
    InetSocketAddress[] nodes =
        Arrays.stream(favored).map(NetUtils::createSocketAddr).toArray(InetSocketAddress[]::new);
    try (FSDataOutputStream out =
        fs.create(
            new org.apache.hadoop.fs.Path("/mallory/tiny" + files++),
            FsPermission.getFileDefault(),
            true,
            4096,
            (short) 3,
            MEGABYTE,
            null,
            nodes)) {
      out.write(1);
    }
    return null;
  }

  @ParameterizedTest
  @CsvSource({
    "12, 12884901888, 3, true",
    "7, 107374182400, 3, false",
    "2, 12884901888, 9, true",
    "12, 1099511627776, 1, true"
  })
  void victim_besideIdleBlocks_waitsNoLongerThanBesideAsManyWhoWrite(
      int idle, long blockSize, int replication, boolean tiny) throws Exception {
    double before = Math.min(victimsSeconds(), victimsSeconds());
    double ordinary = besideOrdinaryWriters(idle);
    double beside = besideIdleBlocks(idle, blockSize, replication, tiny);
    System.out.printf(
        "%d idle blocks of %d GiB, %d replicas: %.2f s alone, %.2f s beside writers, %.2f s%n",
        idle, blockSize >> 30, replication, before, ordinary, beside);
    assertTrue(
        beside <= 1.25 * ordinary + NOISE_SECONDS,
        "%.2f s beside idle blocks, %.2f s beside writers".formatted(beside, ordinary));
  }

  /**
   * As the paper has it: what is in flight holds its links, until time ends it at last. Three of
   * the idle blocks hold all links, then the other three, which are asked for before his.
   */
  @Test
  void victim_besideIdleBlocksInTimesteps_waitsUntilTimeEndsThem() throws Exception {
    cluster.close();
    start(0.001);
    try {
      double before = Math.min(victimsSeconds(), victimsSeconds());
      double beside = besideIdleBlocks(6, 12L << 30, 3, true);
      System.out.printf("in timesteps: %.2f s alone, %.2f s beside idle blocks%n", before, beside);
      assertTrue(beside <= IN_TIMESTEPS_SECONDS, () -> beside + " s");
    } finally {
      cluster.close();
      start();
    }
  }
}
