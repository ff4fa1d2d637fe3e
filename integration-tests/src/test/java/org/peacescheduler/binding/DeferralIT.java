package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * A stock NameNode, and a network with room for one chunk at a time: chunks wait their turn. What a
 * patched one hears of ends sooner or by another name.
 */
@ExtendWith({OnStockNameNode.class, IdleAfterEach.class})
class DeferralIT {
  private static final List<String> INTO = List.of("tor1->dn1", "tor1->dn2", "tor1->dn3");

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.set("dfs.namenode.peace.deferral.max", "8s");
              conf.setInt("dfs.namenode.handler.count", 20);
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void writeAs(String host, String path, int length) throws Exception {
    PeaceCluster.as(
        PeaceCluster.client(host, "/rack1"),
        () -> {
          cluster.write(path, length, 3);
          return null;
        });
  }

  @Test
  void writers_roomForOneChunk_allFinishOneAfterTheOther() throws Exception {
    int writers = 5;
    int chunks = 3;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    List<Future<?>> writes = new ArrayList<>();
    try {
      for (int w = 0; w < writers; w++) {
        String host = "10.1.0." + w;
        String path = "/turns" + w;
        writes.add(
            threads.submit(
                () -> {
                  writeAs(host, path, chunks * BLOCK);
                  return null;
                }));
      }
      for (Future<?> write : writes) {
        write.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    List<JsonNode> all = new ArrayList<>();
    int deferred = 0;
    for (int w = 0; w < writers; w++) {
      String path = "/turns" + w;
      cluster.awaitTrace(path, "done", chunks);
      all.addAll(cluster.trace(path));
      deferred += cluster.trace(path, "deferred").size();
      cluster.assertContent(path, chunks * BLOCK);
      cluster.assertDistinct(path, 3);
    }
    assertTrue(deferred >= writers - 1, "deferred " + deferred);
    for (JsonNode event : all) {
      assertFalse(event.get("event").asText().equals("fallback"), event.toString());
      if (event.get("event").asText().equals("deferred")) {
        List<String> blockedBy = PeaceCluster.texts(event.get("blockedBy"));
        assertFalse(blockedBy.isEmpty(), event.toString());
        assertTrue(INTO.containsAll(blockedBy), event.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/.reserved/raw"})
  void deferral_linkHeldByOpenFile_grantedWhenItCloses(String before) throws Exception {
    String holder = before.isEmpty() ? "/holder" : "/raw-holder";
    String second = holder + "-second";
    try (FSDataOutputStream open =
        cluster.holding(PeaceCluster.client("10.1.1.1", "/rack1"), before + holder, 1000)) {
      Thread writer = new Thread(() -> writeUnchecked("10.1.1.2", before + second));
      writer.start();
      JsonNode deferred = cluster.awaitTrace(second, "deferred", 1).get(0);
      assertEquals(INTO, PeaceCluster.texts(deferred.get("blockedBy")).stream().sorted().toList());
      assertEquals("10.1.1.2", deferred.get("writer").asText());
      assertEquals(0, deferred.get("chunk").asInt());
      assertEquals(1, cluster.peace().status().waiting());
      open.close();
      writer.join(10_000);
    }
    JsonNode granted = cluster.awaitTrace(second, "granted", 1).get(0);
    JsonNode lastReplica = cluster.awaitTrace(holder, "replica", 3).get(2);
    assertTrue(granted.get("t").asLong() >= lastReplica.get("t").asLong());
    assertEquals(0, cluster.trace(second, "fallback").size());
    assertEquals(0, cluster.trace(holder, "released").size());
    cluster.assertContent(second, 1000);
  }

  @Test
  void deferral_pathTakenByAnotherFileMeanwhile_bothWaitAndAreWritten() throws Exception {
    Thread first = new Thread(() -> writeUnchecked("10.1.3.2", "/taken"));
    Thread second = new Thread(() -> writeUnchecked("10.1.3.3", "/taken"));
    try (FSDataOutputStream open =
        cluster.holding(PeaceCluster.client("10.1.3.1", "/rack1"), "/takes", 1000)) {
      first.start();
      awaitWaiting(1);
      org.apache.hadoop.fs.Path taken = new org.apache.hadoop.fs.Path("/taken");
      assertTrue(cluster.fs().rename(taken, new org.apache.hadoop.fs.Path("/moved")));
      second.start();
      awaitWaiting(2);
    }
    first.join(10_000);
    second.join(10_000);
    cluster.assertContent("/moved", 1000);
    cluster.assertContent("/taken", 1000);
  }

  @Test
  void deferral_linkHeldByFileCreatedBelowADirectorysId_grantedWhenItCloses() throws Exception {
    org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/exported");
    assertTrue(cluster.fs().mkdirs(directory));
    long id = cluster.fs().getClient().getFileInfo("/exported").getFileId();
    String holder = "/.reserved/.inodes/" + id + "/file";
    Thread writer = new Thread(() -> writeUnchecked("10.1.4.2", "/after-exported"));
    try (FSDataOutputStream open =
        cluster.holding(PeaceCluster.client("10.1.4.1", "/rack1"), holder, 1000)) {
      writer.start();
      cluster.awaitTrace("/after-exported", "deferred", 1);
      assertEquals(0, cluster.trace(holder, "released").size());
    }
    writer.join(10_000);
    cluster.assertContent("/exported/file", 1000);
    cluster.assertContent("/after-exported", 1000);
    assertEquals(1, cluster.awaitTrace("/after-exported", "granted", 1).size());
  }

  private static void awaitWaiting(int chunks) throws Exception {
    PeaceCluster.await(
        () -> cluster.peace().status().waiting() == chunks,
        () -> chunks + " waiting: " + cluster.peace().status());
  }

  @Test
  void deferral_lastsLongerThanItMay_stockPlacesAndItIsCounted() throws Exception {
    long before = PeaceCluster.fallbacks(FallbackReason.DEFERRAL_MAX);
    // How long chunks take is known then, and one may take longer than the longest deferral.
    writeAs("10.1.2.1", "/quick", 1000);
    try (FSDataOutputStream open =
        cluster.holding(PeaceCluster.client("10.1.2.1", "/rack1"), "/slow", 1000)) {
      writeAs("10.1.2.2", "/late", 1000);
      assertEquals(0, cluster.trace("/slow", "released").size());
    }
    JsonNode fallback = cluster.awaitTrace("/late", "fallback", 1).get(0);
    assertEquals("deferral-max", fallback.get("reason").asText());
    assertEquals("deferred for 8 s", fallback.get("detail").asText());
    cluster.assertContent("/late", 1000);
    cluster.assertDistinct("/late", 3);
    assertEquals(before + 1, PeaceCluster.fallbacks(FallbackReason.DEFERRAL_MAX));
  }

  @Test
  void deferral_fileDeletedWhileItWaits_waitEnds() throws Exception {
    try (FSDataOutputStream open =
        cluster.holding(PeaceCluster.client("10.1.3.1", "/rack1"), "/alive", 1000)) {
      Thread second = new Thread(() -> writeUnchecked("10.1.3.2", "/removed"));
      second.start();
      PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 1, () -> "a call waits");
      cluster.fs().delete(new org.apache.hadoop.fs.Path("/removed"), false);
      second.join(15_000);
      assertFalse(second.isAlive());
      assertEquals(
          "the file takes no new block",
          cluster.awaitTrace("/removed", "released", 1).get(0).get("reason").asText());
      assertEquals(List.of(), cluster.trace("/removed", "fallback"));
    }
  }

  @Test
  void deferral_olderClientDies_grantedWhenItsLeaseIsRecovered() throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/orphan");
    FSDataOutputStream orphan =
        cluster.holding(PeaceCluster.client("10.1.4.1", "/rack1"), "/orphan", 1000);
    Future<Void> waiting =
        cluster.writing(PeaceCluster.client("10.1.4.2", "/rack1"), "/heir", 1000, 3);
    cluster.awaitTrace("/heir", "deferred", 1);
    PeaceCluster.die(orphan);
    assertEquals(1, cluster.peace().status().waiting());

    try (DistributedFileSystem other =
        (DistributedFileSystem)
            FileSystem.newInstance(cluster.mini().getURI(), cluster.mini().getConfiguration(0))) {
      other.recoverLease(path);
    }
    waiting.get(20, TimeUnit.SECONDS);
    JsonNode granted = cluster.awaitTrace("/heir", "granted", 1).get(0);
    JsonNode lastReplica = cluster.awaitTrace("/orphan", "replica", 3).get(2);
    assertTrue(granted.get("t").asLong() >= lastReplica.get("t").asLong());
    assertTrue(cluster.fs().isFileClosed(path));
    cluster.assertContent("/orphan", 1000);
  }

  private static void writeUnchecked(String host, String path) {
    try {
      writeAs(host, path, 1000);
    } catch (Exception e) {
      // The test looks at the file and the trace.
    }
  }
}
