package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Clients that say a lot with each call: megabytes of it. Little of it stays in the NameNode while
 * their files are open, and nothing after it. An open file has all capacity.
 */
@ExtendWith(IdleAfterEach.class)
class LongWordsIT {
  private static final Logger DATANODES = LoggerFactory.getLogger(DatanodeManager.class);
  private static final int FILES = 40;
  private static final long MIB = 1 << 20;

  /** What 40 open files may cost, whatever their clients say. */
  private static final long MOST_BYTES = 5 * MIB;

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  private FSDataOutputStream holder;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 5);
              conf.set("dfs.namenode.peace.paths.excluded", "/a/**/b/**/c");
              // 8 KiB of requests for each.
              conf.setInt("dfs.namenode.peace.waiting.max", 2 * FILES);
              conf.set("dfs.namenode.peace.waiting.user-share", "1");
            });
    // They tell whole paths, and each datanode that there is not.
    GenericTestUtils.setLogLevel(NameNode.stateChangeLog, Level.WARN);
    GenericTestUtils.setLogLevel(DATANODES, Level.ERROR);
  }

  @AfterAll
  static void stop() {
    GenericTestUtils.setLogLevel(NameNode.stateChangeLog, Level.INFO);
    GenericTestUtils.setLogLevel(DATANODES, Level.INFO);
    cluster.close();
  }

  @BeforeEach
  void holdAllCapacity() throws Exception {
    holder = cluster.holding(PeaceCluster.client("10.23.0.1", "/rack1"), "/holder" + files++, 100);
  }

  @AfterEach
  void letGo() throws Exception {
    holder.close();
  }

  /** How a client asks for a block of its file. */
  private interface Question {
    LocatedBlock ask(Caller caller, String name) throws Exception;
  }

  /** Bytes that are in use after garbage collection. */
  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void awaitLittleMoreThan(long before, String when) throws Exception {
    PeaceCluster.await(
        () -> used() - before <= MOST_BYTES,
        () -> (used() - before) / MIB + " MiB more than before " + when);
  }

  /** All files are opened; each client asks, and is answered at once; all files are deleted. */
  private static void assertKeepsLittle(String name, Question question) throws Exception {
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      callers.add(
          Caller.of(
              cluster,
              UserGroupInformation.getCurrentUser(),
              "10.23.1." + i,
              "/called" + files++,
              name));
    }
    long before = used(); // HDFS keeps a client's name while it has an open file.
    try {
      for (Caller caller : callers) {
        assertEquals(3, question.ask(caller, name).getLocations().length);
      }
      assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
      awaitLittleMoreThan(before, "while the files are open");
      for (Caller caller : callers) {
        caller.deleteFile();
      }
      awaitLittleMoreThan(before, "after it");
    } finally {
      callers.forEach(Caller::close);
    }
  }

  /** As {@link #assertKeepsLittle}, of calls that need more places than there are. */
  private static void assertKeepsLittleAndDoesNotWait(String name, Question question)
      throws Exception {
    long before = PeaceCluster.counter("FallbacksCrowded");
    assertKeepsLittle(name, question);
    assertEquals(before + FILES, PeaceCluster.counter("FallbacksCrowded"));
  }

  @Test
  void paths_of8Megabytes_areNotKept() throws Exception {
    String path = "/" + "p".repeat(8 << 20);
    assertKeepsLittleAndDoesNotWait(
        "short",
        (caller, name) -> caller.ask(path, name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null));
  }

  /** A glob with two {@code **} would take the square of the path's length, were it matched. */
  @Test
  void paths_madeForAnOperatorsGlob_takeNoLongerThanOthersOfTheirLength() throws Exception {
    double plain = millis("/" + "p".repeat(1_000_000));
    double hostile = millis("/a" + "/b".repeat(500_000));
    assertTrue(hostile <= 3 * plain + 50, () -> hostile + " ms, others " + plain + " ms");
  }

  /** The median of some calls. */
  private static double millis(String path) throws Exception {
    double[] millis = new double[9];
    for (int i = 0; i < millis.length; i++) {
      try (Caller caller = Caller.of(cluster, "10.23.2." + i, "/timed" + files++)) {
        String name = "caller of " + caller.path();
        long begin = System.nanoTime();
        caller.ask(path, name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null);
        millis[i] = (System.nanoTime() - begin) / 1e6;
        caller.deleteFile();
      }
    }
    Arrays.sort(millis);
    return millis[millis.length / 2];
  }

  @Test
  void clientNames_of4Megabytes_areNotKept() throws Exception {
    assertKeepsLittleAndDoesNotWait(
        "n".repeat(4 << 20),
        (caller, name) ->
            caller.ask(caller.path(), name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null));
  }

  private static DatanodeInfo[] datanodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new DatanodeInfoBuilder()
                    .setIpAddr("10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256)
                    .setHostName("no-such-host-" + i)
                    .setDatanodeUuid("no-such-datanode-" + i)
                    .setXferPort(9866)
                    .setNetworkLocation("/rack1")
                    .build())
        .toArray(DatanodeInfo[]::new);
  }

  @Test
  void excludedNodes_aHundredThousand_areNotKept() throws Exception {
    DatanodeInfo[] excluded = datanodes(20_000);
    DatanodeInfo[] many = datanodes(100_000);
    assertKeepsLittleAndDoesNotWait(
        "short",
        (caller, name) ->
            caller.ask(
                caller.path(),
                name,
                caller.file(),
                caller.file() % 10 == 0 ? many : excluded,
                null));
  }

  @Test
  void favoredNodes_aThousand_areNotKept() throws Exception {
    String[] favored =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "10.0." + i / 256 + "." + i % 256 + ":1")
            .toArray(String[]::new);
    assertKeepsLittle(
        "short",
        (caller, name) ->
            caller.ask(caller.path(), name, caller.file(), DatanodeInfo.EMPTY_ARRAY, favored));
    assertEquals(FILES, PeaceCluster.counter("ExemptFavoredNodes"));
  }

  @Test
  void calls_asLongAsMayWait_keepWhatTheySay() throws Exception {
    String path = "/" + "p".repeat(15_000); // Two places each.
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      callers.add(Caller.of(cluster, "10.23.1." + i, "/waits" + files++));
    }
    long before = used();
    try {
      List<Future<LocatedBlock>> calls = new ArrayList<>();
      for (Caller caller : callers) {
        calls.add(
            Caller.inBackground(
                () -> {
                  LocatedBlock block =
                      caller.ask(
                          path,
                          "caller of " + caller.path(),
                          caller.file(),
                          DatanodeInfo.EMPTY_ARRAY,
                          null);
                  caller.deleteFile();
                  return block;
                }));
      }
      Caller.awaitParked(FILES);
      awaitLittleMoreThan(before, "while the calls wait");
      holder.close();
      for (Future<LocatedBlock> call : calls) {
        assertEquals(3, call.get(60, TimeUnit.SECONDS).getLocations().length);
      }
      awaitLittleMoreThan(before, "after it");
    } finally {
      callers.forEach(Caller::close);
    }
  }
}
