package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What Peace keeps its hands off, on a network with room for one chunk at a time. */
@ExtendWith(IdleAfterEach.class)
class ModeIT {
  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = PeaceCluster.startOneAtATime(directory);
    PeaceCluster.client("10.6.0.1", "/rack1");
    PeaceCluster.client("10.6.0.2", "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void restartWith(String mode, String paths) throws IOException {
    Configuration conf = cluster.mini().getConfiguration(0);
    conf.set("dfs.namenode.peace.mode", mode);
    conf.set("dfs.namenode.peace.paths", paths);
    cluster.mini().restartNameNode(0);
  }

  /** A file whose open chunk takes the whole network. */
  private static FSDataOutputStream holder(String path) throws Exception {
    FSDataOutputStream out = cluster.holding("10.6.0.1", path, 100);
    return out;
  }

  private static List<String> events(String path) throws IOException {
    return cluster.trace(path).stream().map(e -> e.get("event").asText()).toList();
  }

  private static JsonNode placed(String path) throws Exception {
    return cluster.awaitTrace(path, "placed", 1).get(0);
  }

  private static StatusPages web() {
    return new StatusPages(cluster.mini().getNameNode(0).getHttpAddress());
  }

  @Test
  void shadow_networkFull_placesAtOnceAndTellsWhatItWouldHaveDone() throws Exception {
    restartWith("shadow", "");
    try (FSDataOutputStream out = holder("/shadow/first")) {
      assertEquals(1, cluster.peace().status().inFlight());
      cluster.writeAs("10.6.0.2", "/shadow/second", 100, 3);
      JsonNode released = cluster.awaitTrace("/shadow/second", "released", 1).get(0);
      assertEquals("shadow", released.get("reason").asText());
      assertEquals(
          List.of("submitted", "deferred", "released"), events("/shadow/second").subList(0, 3));
      assertEquals(
          List.of("submitted", "granted", "released"), events("/shadow/first").subList(0, 3));
      assertEquals(1, PeaceCluster.counter("Deferrals"));
      assertEquals(1, PeaceCluster.counter("Grants"));
      assertEquals(2, PeaceCluster.counter("PlacedByStock"));
      assertEquals(2, PeaceCluster.counter("ExemptShadow"));
      assertEquals("shadow", placed("/shadow/second").get("exempt").asText());
      out.write(PeaceCluster.bytes(BLOCK));
    }
    cluster.assertContent("/shadow/second", 100);
    cluster.assertDistinct("/shadow/first", 3);
  }

  @Test
  void off_networkFull_knowsOfNothing() throws Exception {
    restartWith("off", "");
    try (FSDataOutputStream out = holder("/off/first")) {
      cluster.writeAs("10.6.0.2", "/off/second", 2 * BLOCK, 3);
      assertEquals(0, cluster.peace().status().inFlight());
      assertEquals(0, PeaceCluster.counter("Submitted"));
      assertEquals(0, PeaceCluster.counter("PlacedByStock"));
      out.write(PeaceCluster.bytes(BLOCK));
    }
    assertEquals(List.of(), events("/off/first"));
    assertEquals(List.of(), events("/off/second"));
    cluster.assertContent("/off/second", 2 * BLOCK);
  }

  @Test
  void paths_someScheduled_othersAreLoadThatTheseWaitFor() throws Exception {
    restartWith("enforce", "/scheduled, /state/*/{a,b}/**");
    Future<Void> waiting;
    try (FSDataOutputStream out = holder("/other/first")) {
      assertEquals(1, PeaceCluster.counter("PlacedByStock"));
      assertEquals(1, cluster.peace().status().inFlight());
      assertEquals("excluded-path", placed("/other/first").get("exempt").asText());
      assertEquals(1, PeaceCluster.counter("ExemptExcludedPath"));
      JsonNode story =
          web().explain("/other/first", System.getProperty("user.name")).get("chunks").get(0);
      assertTrue(
          story.get("sentences").get(1).asText().contains("dfs.namenode.peace.paths"),
          story.toString());
      cluster.writeAs("10.6.0.2", "/state/1/c/file", 100, 3);
      assertEquals(List.of(), cluster.trace("/state/1/c/file", "submitted"));

      waiting = cluster.writing("10.6.0.2", "/scheduled/deep/file", 100, 3);
      cluster.awaitTrace("/scheduled/deep/file", "deferred", 1);
      assertFalse(waiting.isDone());
      out.write(1);
    }
    waiting.get(20, TimeUnit.SECONDS);
    cluster.awaitTrace("/scheduled/deep/file", "granted", 1);
    cluster.writeAs("10.6.0.2", "/state/1/b/file", 100, 3);
    cluster.awaitTrace("/state/1/b/file", "granted", 1);
  }
}
