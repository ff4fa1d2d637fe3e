package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Datanodes that stop while the NameNode takes them to be alive, as it does for ten minutes: their
 * links are idle, so nothing would keep the next chunk from them.
 */
@ExtendWith(IdleAfterEach.class)
class SilentDatanodesIT {
  private static final List<String> STOPPED = List.of("dn7", "dn8");

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int written;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            // By chance stock HDFS, too, may choose a stopped one each time.
            conf -> conf.setInt("dfs.client.block.write.retries", 20),
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack2",
            "/rack2",
            "/rack2",
            "/rack3",
            "/rack3");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void datanodes_stopUnnoticed_clientsFailuresKeepThemAndThenAllFromEach() throws Exception {
    String client = PeaceCluster.client("10.6.0.1", "/rack1");
    String second = PeaceCluster.client("10.6.0.2", "/rack1");
    String third = PeaceCluster.client("10.6.0.3", "/rack1");
    List<DataNodeProperties> stopped = new ArrayList<>();
    for (String host : STOPPED) {
      stopped.add(cluster.mini().stopDataNode(cluster.index(host)));
    }
    try {
      Files alone = write(client, 40);
      for (String host : STOPPED) {
        long chunks = alone.chunksOn(host);
        assertTrue(chunks <= STOPPED.size(), host + " was granted " + chunks + " times");
      }
      int failures = alone.failures();
      assertTrue(0 < failures && failures <= 2 * STOPPED.size(), failures + " by stock");
      // Until both are heard of by a second client, or silent for too long.
      PeaceCluster.await(
          () -> write(second, 10).failures() == 0, () -> "the second client knows of both");
      Files others = write(third, 20);
      // One user's words keep one of eight from all; the other one a client finds out for itself.
      assertTrue(others.failures() <= 2, others.failures() + " by stock");
      long granted = STOPPED.stream().mapToLong(others::chunksOn).sum();
      assertTrue(granted <= 1, "they were granted " + granted + " times");
    } finally {
      cluster.mini().restartDataNode(stopped.get(0), true);
      cluster.restart(stopped.get(1));
    }
    awaitChunksOn(client, STOPPED.get(0));
    assertEquals(8, cluster.mini().getDataNodes().size());
  }

  /** What became of some files. */
  private record Files(List<JsonNode> grants, int failures) {
    long chunksOn(String host) {
      return grants.stream()
          .filter(grant -> PeaceCluster.texts(grant.get("nodes")).contains(host))
          .count();
    }
  }

  private static Files write(String client, int files) {
    List<JsonNode> grants = new ArrayList<>();
    int failures = 0;
    try {
      for (int i = 0; i < files; i++) {
        String path = "/unnoticed" + written++;
        cluster.writeAs(client, path, 1000, 3);
        cluster.assertContent(path, 1000);
        cluster.awaitTrace(path, "done", 1);
        grants.addAll(cluster.trace(path, "granted"));
        failures += cluster.trace(path, "fallback").size();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return new Files(grants, failures);
  }

  private static void awaitChunksOn(String client, String host) throws Exception {
    int[] written = new int[1];
    PeaceCluster.await(
        () -> {
          String path = "/back" + written[0]++;
          try {
            cluster.writeAs(client, path, 1000, 3);
            JsonNode grant = cluster.awaitTrace(path, "granted", 1).get(0);
            return PeaceCluster.texts(grant.get("nodes")).contains(host);
          } catch (Exception e) {
            throw new AssertionError(path, e);
          }
        },
        () -> host + " gets chunks again");
  }
}
