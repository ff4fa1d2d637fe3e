package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.journal.Replay;

/** What an operator sees: metrics with the right numbers, and a trace with nothing missing. */
@ExtendWith(IdleAfterEach.class)
class ObservabilityIT {
  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 2}
      servers:
        - {hosts: "dn[1-2]", switch: tor1}
        - {hosts: "dn3", switch: tor2}
      placement: [same-rack, same-rack, other-rack]
      """;
  private static final String SUPERUSER = System.getProperty("user.name");
  private static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, TOPOLOGY);
              conf.set("dfs.namenode.peace.journal.file", directory.resolve("journal").toString());
              // Two of them may wait.
              conf.setInt("dfs.namenode.handler.count", 4);
              conf.setInt("dfs.namenode.peace.waiting.max", 2);
              conf.set("dfs.namenode.peace.waiting.user-share", "1");
              conf.setBoolean("hadoop.http.authentication.simple.anonymous.allowed", false);
              // As the NameNode sees it, no client asks again.
              conf.setInt(RETRIES, 0);
            },
            "/rack1",
            "/rack1",
            "/rack2");
    cluster.mini().getConfiguration(0).setInt(RETRIES, 5);
    for (int i = 1; i <= 4; i++) {
      PeaceCluster.client("10.4.1." + i, "/rack1");
    }
    PeaceCluster.client("10.4.2.1", "/rack2");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    assertJournalReplays();
  }

  /** All that happened meanwhile, until the NameNode stopped, is decided once more. */
  private static void assertJournalReplays() throws IOException {
    List<String> journal = Files.readAllLines(directory.resolve("journal"));
    Replay.Result result = Replay.of(journal.iterator());
    Replay.Result.Same same = assertInstanceOf(Replay.Result.Same.class, result, result::toString);
    assertEquals(Optional.empty(), same.thrown());
    assertTrue(same.decisions() > 20, same::toString);
  }

  private static double link(String name) {
    return MetricsAsserts.getDoubleGauge(name, MetricsAsserts.getMetrics("PeaceScheduler"));
  }

  @Test
  void metrics_networkFullAndChunksWait_areExact() throws Exception {
    long submitted = PeaceCluster.counter("Submitted");
    long grants = PeaceCluster.counter("Grants");
    long deferrals = PeaceCluster.counter("Deferrals");
    long done = PeaceCluster.counter("ChunksDone");
    long placedByStock = PeaceCluster.counter("PlacedByStock");
    long crowded = PeaceCluster.fallbacks(FallbackReason.CROWDED);
    assertEquals(0.0, link("LinkUtilisationMax"));
    List<Future<Void>> waiting = new ArrayList<>();
    try (FSDataOutputStream out = cluster.holding("10.4.1.1", "/holder", 100)) {
      // Five of the six directions of servers' links, one of the two between the switches.
      assertEquals(8, PeaceCluster.gauge("Links"));
      assertEquals(0.6, link("LinkUtilisationMean"), 1e-9);
      assertEquals(1.0, link("LinkUtilisationMax"));
      assertEquals(0.5, link("Link_0_tor1_tor2"));
      assertEquals(0.0, link("Link_1_tor2_tor1"));
      for (int i = 2; i <= 3; i++) {
        waiting.add(cluster.writing("10.4.1." + i, "/waiting" + i, 100, 3));
        cluster.awaitTrace("/waiting" + i, "deferred", 1);
      }
      PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 2, () -> "calls wait");
      assertStatusSaysWhoWaits();
      assertEquals(2, PeaceCluster.gauge("QueueLength"));
      assertEquals(1, PeaceCluster.gauge("InFlight"));

      cluster.writeAs("10.4.1.4", "/one-too-many", 100, 3);
      assertEquals(
          "2 of the 2 places of user '%s' are taken"
              .formatted(UserGroupInformation.getCurrentUser().getShortUserName()),
          cluster.awaitTrace("/one-too-many", "fallback", 1).get(0).get("detail").asText());
      assertEquals(crowded + 1, PeaceCluster.fallbacks(FallbackReason.CROWDED));
      assertEquals(placedByStock + 1, PeaceCluster.counter("PlacedByStock"));
      assertEquals(2, PeaceCluster.gauge("QueueLength"));
      assertEquals(submitted + 4, PeaceCluster.counter("Submitted"));
      assertEquals(deferrals + 3, PeaceCluster.counter("Deferrals"));
      assertEquals(grants + 1, PeaceCluster.counter("Grants"));
    }
    for (Future<Void> write : waiting) {
      write.get(20, TimeUnit.SECONDS);
    }
    cluster.awaitIdle();
    assertEquals(grants + 3, PeaceCluster.counter("Grants"));
    assertEquals(done + 4, PeaceCluster.counter("ChunksDone"));
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
    assertEquals(0.0, link("LinkUtilisationMax"));
    assertStatusEqualsMetrics();
    JsonNode story = web().explain("/waiting2", SUPERUSER).get("chunks").get(0);
    assertEquals(false, story.get("waits").asBoolean());
    assertTrue(story.get("waitedMillis").asLong() > 0, story.toString());
    assertEquals("/holder (user %s)".formatted(SUPERUSER), holder(story));
  }

  private static String holder(JsonNode story) {
    return story.get("heldBy").get(0).get("whose").asText();
  }

  private static StatusPages web() {
    return new StatusPages(cluster.mini().getNameNode(0).getHttpAddress());
  }

  private static void assertStatusSaysWhoWaits() throws Exception {
    JsonNode status = web().status(SUPERUSER);
    assertEquals("enforce", status.get("mode").asText());
    assertEquals(64, status.get("topology").get("sha256").asText().length());
    JsonNode topology = web().topology();
    assertEquals(status.get("topology").get("sha256"), topology.get("sha256"));
    assertEquals(status.get("topology").get("servers").asInt(), topology.get("servers").size());
    assertEquals(true, topology.get("servers").get(0).get("hasDatanode").asBoolean());
    JsonNode waiting = status.get("waiting");
    assertEquals(2, waiting.get("chunks").asInt());
    assertEquals(2, waiting.get("groups").size());
    JsonNode first = waiting.get("list").get(0);
    assertEquals("/waiting2", first.get("path").asText());
    assertEquals("10.4.1.2", first.get("writer").asText());
    assertTrue(first.get("blockedBy").size() > 0, first.toString());
    JsonNode blocking = status.get("blocking").get(0);
    assertEquals("/holder", blocking.get("heldBy").get(0).get("path").asText());
    assertEquals(1.0, blocking.get("use").asDouble());
    JsonNode story = web().explain("/waiting2", SUPERUSER).get("chunks").get(0);
    assertEquals(true, story.get("waits").asBoolean());
    assertEquals("/holder (user %s)".formatted(SUPERUSER), holder(story));
    assertTrue(story.get("notChosen").toString().contains("is full"), story.toString());

    // Others see that somebody waits, and for which links.
    JsonNode others = web().status("mallory");
    assertEquals(2, others.get("waiting").get("chunks").asInt());
    assertEquals(false, others.toString().contains("/waiting2"), others.toString());
    assertEquals(false, others.toString().contains("/holder"), others.toString());
    assertEquals(0, web().explain("/waiting2", "mallory").get("chunks").size());
    assertTrue(web().page(SUPERUSER).contains("10.4.1.2"), "the page names who waits");
  }

  private static void assertStatusEqualsMetrics() throws Exception {
    JsonNode metrics = web().status(SUPERUSER).get("metrics");
    int counters = 0;
    for (var names = metrics.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      boolean isCounter =
          name.startsWith("Exempt")
              || name.startsWith("Fallbacks")
              || Set.of("Submitted", "Grants", "Deferrals", "ChunksDone", "PlacedByStock")
                  .contains(name);
      if (isCounter) {
        counters++;
        assertEquals(PeaceCluster.counter(name), metrics.get(name).asLong(), name);
      }
    }
    assertEquals(5 + Exemption.values().length + FallbackReason.values().length, counters);
    for (String name : List.of("QueueLength", "InFlight", "ParkedCalls", "Links")) {
      assertEquals(PeaceCluster.gauge(name), metrics.get(name).asInt(), name);
    }
    assertEquals(link("LinkUtilisationMax"), metrics.get("LinkUtilisationMax").asDouble());
  }

  @Test
  void web_nobodyIsAuthenticated_isRefusedAsByJmx() throws Exception {
    for (String path :
        List.of("/jmx", "/peace", "/peace/status", "/peace/topology", "/peace/explain?what=/a")) {
      assertEquals(401, web().code(path), path);
    }
    assertEquals(404, web().code("/peace/nothing?user.name=ann"));
    assertEquals(400, web().code("/peace/explain?user.name=ann"));
  }

  @Test
  void fallbacks_placementImpossible_countedWithTheReason() throws Exception {
    long before = PeaceCluster.fallbacks(FallbackReason.IMPOSSIBLE);
    cluster.writeAs("10.4.2.1", "/impossible", 100, 3);
    assertEquals(before + 1, PeaceCluster.fallbacks(FallbackReason.IMPOSSIBLE));
    String detail = cluster.awaitTrace("/impossible", "fallback", 1).get(0).get("detail").asText();
    assertTrue(detail.contains("'same-rack'"), detail);
    cluster.assertContent("/impossible", 100);
  }

  @Test
  void fallbacks_hdfsRefusesEveryDatanode_countedAsInvalidTargets() throws Exception {
    long before = PeaceCluster.fallbacks(FallbackReason.INVALID_TARGETS);
    // There is no archive, and the policy has nothing else.
    cluster.makeFolder("/cold", "COLD");
    assertThrows(RemoteException.class, () -> cluster.writeAs("10.4.1.1", "/cold/file", 100, 3));
    assertEquals(before + 1, PeaceCluster.fallbacks(FallbackReason.INVALID_TARGETS));
    assertEquals(
        "invalid-targets",
        cluster.awaitTrace("/cold/file", "fallback", 1).get(0).get("reason").asText());
  }

  @Test
  void trace_fileOfThreeChunks_hasEveryEventOfEachInOrder() throws Exception {
    cluster.writeAs("10.4.1.1", "/traced", 3 * BLOCK, 3);
    cluster.awaitTrace("/traced", "done", 3);
    List<String> expected = new ArrayList<>();
    for (int chunk = 0; chunk < 3; chunk++) {
      for (String event :
          List.of("submitted", "granted", "replica", "replica", "replica", "done")) {
        expected.add(event + " " + chunk);
      }
    }
    List<JsonNode> lines =
        cluster.trace("/traced").stream()
            .filter(e -> !e.get("event").asText().equals("measured"))
            .toList();
    assertEquals(
        expected,
        lines.stream().map(e -> e.get("event").asText() + " " + e.get("chunk").asInt()).toList());
    for (int chunk = 0; chunk < 3; chunk++) {
      JsonNode submitted = lines.get(6 * chunk);
      assertEquals(3, submitted.get("replication").asInt());
      assertEquals(BLOCK, submitted.get("blockBytes").asLong());
      assertTrue(submitted.get("client").isTextual(), submitted.toString());
      JsonNode granted = lines.get(6 * chunk + 1);
      Set<String> nodes = Set.copyOf(PeaceCluster.texts(granted.get("nodes")));
      assertEquals(Set.of("dn1", "dn2", "dn3"), nodes);
      assertEquals(0, granted.get("waited").asLong());
      assertTrue(granted.get("timestep").isIntegralNumber(), granted.toString());
      assertEquals(
          nodes,
          Set.copyOf(
              lines.subList(6 * chunk + 2, 6 * chunk + 5).stream()
                  .map(e -> e.get("node").asText())
                  .toList()));
      JsonNode done = lines.get(6 * chunk + 5);
      assertEquals(
          done.get("t").asLong() - granted.get("t").asLong(), done.get("duration").asLong());
    }
    assertWellFormed();
  }

  /** Of every line in the file, whatever test it is from. */
  private static void assertWellFormed() throws Exception {
    ObjectMapper json = new ObjectMapper();
    long time = 0;
    for (String line : Files.readAllLines(directory.resolve("trace.jsonl"))) {
      JsonNode event = json.readTree(line);
      assertTrue(event.get("t").asLong() >= time, line);
      time = event.get("t").asLong();
      assertTrue(
          Set.of(
                  "submitted",
                  "deferred",
                  "granted",
                  "refused",
                  "placed",
                  "replica",
                  "done",
                  "measured",
                  "released",
                  "fallback")
              .contains(event.get("event").asText()),
          line);
      assertTrue(event.get("path").asText().startsWith("/"), line);
      assertTrue(event.get("writer").isTextual(), line);
      assertTrue(event.get("chunk").isInt(), line);
    }
  }
}
