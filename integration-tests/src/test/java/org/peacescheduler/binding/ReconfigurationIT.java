package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.hdfs.PeaceNode;

/** The policy is exchanged in a running NameNode: {@code hdfs-site.xml} and dfsadmin -reconfig. */
@Tag("alone") // It writes on the class path.
@ExtendWith(IdleAfterEach.class)
class ReconfigurationIT {
  private static final String MODE = "dfs.namenode.peace.mode";
  private static final String POLICY_KEY = "dfs.block.replicator.classname";
  private static final int WRITERS = 8;
  private static final String EC_KEY = "dfs.block.placement.ec.classname";

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static PeaceNode peace;
  private static SiteFile site;

  @BeforeAll
  static void start() throws Exception {
    cluster = PeaceCluster.startOneAtATime(directory);
    peace = cluster.peace();
    site = new SiteFile(cluster);
    PeaceCluster.client("10.7.0.1", "/rack1");
    PeaceCluster.client("10.7.0.2", "/rack1");
  }

  @AfterEach
  void peaceAgain() throws Exception {
    reconfigure(PeaceCluster.STOCK, "enforce");
    reconfigure(PeaceCluster.POLICY, "enforce");
  }

  @AfterAll
  static void stop() throws Exception {
    site.close();
    cluster.close();
  }

  private static void reconfigure(String policy, String mode) throws Exception {
    site.change(Map.of(POLICY_KEY, policy, MODE, mode));
  }

  private static void write(String path) throws Exception {
    cluster.writeAs("10.7.0.2", path, 1000, 3);
    cluster.assertContent(path, 1000);
  }

  @Test
  void reconfig_peaceToStockAndBack_decidesFromThenOn() throws Exception {
    // A patched NameNode hands who waits to the stock policy within a second.
    assumeFalse(OnPatchedNameNode.isPatched());
    write("/1-peace");
    cluster.awaitTrace("/1-peace", "granted", 1);
    Future<Void> waiting;
    try (FSDataOutputStream out = PeaceCluster.as("10.7.0.1", () -> cluster.create("/holder", 3))) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      waiting = cluster.writing("10.7.0.2", "/waiting", 1000, 3);
      cluster.awaitTrace("/waiting", "deferred", 1);

      reconfigure(PeaceCluster.STOCK, "enforce");
      assertEquals(PeaceCluster.STOCK, policy());
      write("/2-stock");
      assertFalse(waiting.isDone());
      out.write(1);
    }
    waiting.get(20, TimeUnit.SECONDS);
    cluster.awaitTrace("/waiting", "granted", 1);
    PeaceCluster.awaitIdle(peace);
    assertEquals(List.of(), cluster.trace("/2-stock"));

    reconfigure(PeaceCluster.POLICY, "enforce");
    assertSame(peace, cluster.peace());
    write("/3-peace");
    cluster.awaitTrace("/3-peace", "granted", 1);
  }

  @Test
  void refresh_off_letsWhoWaitsGoAndOnTakesOverAgain() throws Exception {
    Future<Void> waiting;
    try (FSDataOutputStream out = PeaceCluster.as("10.7.0.1", () -> cluster.create("/held", 3))) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      waiting = cluster.writing("10.7.0.2", "/lets-go", 1000, 3);
      cluster.awaitTrace("/lets-go", "deferred", 1);
      AdminCall off = AdminCall.refresh(cluster, "off");
      assertEquals(0, off.exitCode(), off.output());
      assertTrue(off.output().contains("Peace: mode off: the stock policy places"), off.output());
      waiting.get(20, TimeUnit.SECONDS);
      write("/while-off");
      assertEquals(List.of(), cluster.trace("/while-off"));
      out.write(1);
    }
    AdminCall on = AdminCall.refresh(cluster, "on");
    assertTrue(on.output().contains("Peace: mode enforce"), on.output());
    write("/on-again");
    cluster.awaitTrace("/on-again", "granted", 1);
    PeaceCluster.awaitIdle(peace);
    AdminCall wrong = AdminCall.refresh(cluster, "sleep");
    assertTrue(wrong.output().contains("Maybe use 'off', 'on', 'keys'"), wrong.output());
  }

  @Test
  void refresh_keys_takesWhatCanBeTakenAndNamesTheRest() throws Exception {
    site.write(
        Map.of(
            MODE,
            "shadow",
            "dfs.namenode.peace.paths",
            "/only/**",
            "dfs.namenode.peace.order",
            "fcfs",
            "dfs.namenode.peace.shares",
            "etl=2",
            "dfs.namenode.peace.deferral.max",
            "30s",
            "dfs.namenode.peace.waiting.max",
            "7",
            "dfs.namenode.peace.trace.files-kept",
            "1"));
    AdminCall keys = AdminCall.refresh(cluster, "keys");
    assertEquals(0, keys.exitCode(), keys.output());
    assertTrue(keys.output().contains("Peace: mode shadow, and order, shares, "), keys.output());
    assertTrue(
        keys.output().contains("a restart is needed for [dfs.namenode.peace.trace.files-kept]"),
        keys.output());
    assertShown("shadow", "fcfs", 30_000);
    write("/only/a");
    cluster.awaitTrace("/only/a", "granted", 1);
    write("/other");
    assertEquals(List.of(), cluster.trace("/other", "submitted"));

    site.write(Map.of(MODE, "enforce", "dfs.namenode.peace.order", "quick"));
    AdminCall wrong = AdminCall.refresh(cluster, "keys");
    assertTrue(wrong.exitCode() != 0, wrong.output());
    assertTrue(wrong.output().contains("dfs.namenode.peace.order = 'quick'"), wrong.output());
    assertShown("shadow", "fcfs", 30_000);

    site.write(Map.of());
    assertEquals(0, AdminCall.refresh(cluster, "keys").exitCode());
    assertShown("enforce", "fair-sojourn", 60_000);
  }

  private static void assertShown(String mode, String order, long deferralMax) throws Exception {
    JsonNode status =
        new StatusPages(cluster.mini().getNameNode(0).getHttpAddress()).status("hdfs");
    assertEquals(mode, status.get("mode").asText());
    assertEquals(order, status.get("order").asText());
    assertEquals(deferralMax, status.get("deferralMaxMillis").asLong());
  }

  /** All that an operator can change while a burst is written, again and again. */
  @Test
  void refreshes_ofAllKindsDuringABurst_failNoWriteAndLoseNoCapacity() throws Exception {
    List<Map<String, String>> keys =
        List.of(
            Map.of("dfs.namenode.peace.order", "fcfs"),
            Map.of("dfs.namenode.peace.shares", "/burst/**=4 guaranteed 0.3, ann=2"),
            Map.of(MODE, "shadow"),
            Map.of("dfs.namenode.peace.paths.excluded", "/burst/w3/**"),
            Map.of("dfs.namenode.peace.deferral.max", "1s", "dfs.namenode.peace.waiting.max", "4"),
            Map.of());
    List<Future<Void>> writes = new ArrayList<>();
    int rounds = 0;
    for (int wave = 0; wave < 3; wave++) {
      for (int i = 0; i < WRITERS; i++) {
        String host = "10.7.0." + (1 + i % 2);
        writes.add(cluster.writing(host, path(wave, i), 3 * PeaceCluster.BLOCK, 3));
      }
      for (Map<String, String> changed : keys) {
        site.write(changed);
        for (String word : List.of("keys", "off", "on")) {
          AdminCall call = AdminCall.refresh(cluster, word);
          assertEquals(0, call.exitCode(), call.output());
        }
        AdminCall reload = AdminCall.refresh(cluster);
        assertEquals(0, reload.exitCode(), reload.output());
        assertTrue(Audit.balances(peace.coordinator()));
        rounds++;
      }
      reconfigure(wave % 2 == 0 ? PeaceCluster.STOCK : PeaceCluster.POLICY, "enforce");
      assertTrue(Audit.balances(peace.coordinator()));
    }
    for (Future<Void> write : writes) {
      write.get(60, TimeUnit.SECONDS);
    }
    for (int wave = 0; wave < 3; wave++) {
      for (int i = 0; i < WRITERS; i++) {
        cluster.assertContent(path(wave, i), 3 * PeaceCluster.BLOCK);
      }
    }
    assertEquals(18, rounds);
    PeaceCluster.awaitIdle(peace);
  }

  private static String path(int wave, int writer) {
    return "/burst/w%d/%d".formatted(writer, wave);
  }

  @Test
  void reconfig_backWithAnotherMode_takesIt() throws Exception {
    reconfigure(PeaceCluster.STOCK, "enforce");
    reconfigure(PeaceCluster.POLICY, "shadow");
    write("/shadow");
    assertEquals(
        "shadow", cluster.awaitTrace("/shadow", "released", 1).get(0).get("reason").asText());
  }

  @Test
  void reconfig_backWithAWrongKey_isRefusedAndStockGoesOnUntilItIsRight() throws Exception {
    reconfigure(PeaceCluster.STOCK, "enforce");
    String status = site.reconfigure(Map.of(POLICY_KEY, PeaceCluster.POLICY, MODE, "quick"));
    assertEquals(PeaceCluster.STOCK, policy());
    assertRefused(
        POLICY_KEY,
        """
        1 problem in the configuration of Peace:
        dfs.namenode.peace.mode = 'quick'
        Maybe use 'enforce', 'shadow' or 'off'.""",
        status);
    write("/refused");
    assertEquals(List.of(), cluster.trace("/refused"));

    reconfigure(PeaceCluster.POLICY, "enforce");
    write("/taken");
    cluster.awaitTrace("/taken", "granted", 1);
  }

  @Test
  void reconfig_wrongKeyUnderPeace_isRefusedAndWhoWaitsGoesOnWaiting() throws Exception {
    assertRefusedBesideAWaitingWrite(
        "/wrong-key",
        Map.of(EC_KEY, PeaceCluster.STOCK, MODE, "quick"),
        """
        1 problem in the configuration of Peace:
        dfs.namenode.peace.mode = 'quick'
        Maybe use 'enforce', 'shadow' or 'off'.""");
  }

  @Test
  void reconfig_peaceForErasureCoding_isRefusedAndDoesNotTakeEffect() throws Exception {
    assertRefusedBesideAWaitingWrite(
        "/ec",
        Map.of(EC_KEY, PeaceCluster.POLICY),
        """
        1 problem in the configuration of Peace:
        dfs.block.placement.ec.classname = '%s'
        Maybe Peace schedules replicated files; leave erasure-coded ones to the policy that HDFS \
        has for them, and remove this key."""
            .formatted(PeaceCluster.POLICY));
  }

  /** A change that comes while a write waits; nothing is different afterwards. */
  private static void assertRefusedBesideAWaitingWrite(
      String name, Map<String, String> keys, String why) throws Exception {
    Object policy = cluster.blocks().getBlockPlacementPolicy();
    Object ecPolicy = cluster.blocks().getStriptedBlockPlacementPolicy();
    Future<Void> waiting;
    try (FSDataOutputStream out =
        PeaceCluster.as("10.7.0.1", () -> cluster.create(name + "-holder", 3))) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      waiting = cluster.writing("10.7.0.2", name + "-waiting", 1000, 3);
      cluster.awaitTrace(name + "-waiting", "deferred", 1);

      assertRefused(EC_KEY, why, site.reconfigure(keys));
      assertSame(policy, cluster.blocks().getBlockPlacementPolicy());
      assertSame(ecPolicy, cluster.blocks().getStriptedBlockPlacementPolicy());
      TimeUnit.SECONDS.sleep(2); // Once a second Peace looks whether it is still told.
      assertFalse(waiting.isDone());
      out.write(1);
    }
    waiting.get(20, TimeUnit.SECONDS);
    cluster.awaitTrace(name + "-waiting", "granted", 1);
    assertEquals(1, cluster.trace(name + "-holder", "submitted").size());
    assertEquals(1, cluster.trace(name + "-waiting", "submitted").size());
    for (String file : List.of(name + "-holder", name + "-waiting")) {
      assertEquals(
          List.of(),
          cluster.trace(file, "released").stream()
              .filter(e -> e.get("reason").asText().equals("namenode-changed"))
              .toList());
    }
  }

  private static void assertRefused(String key, String why, String status) {
    assertTrue(status.contains("FAILED: Change property " + key), status);
    assertTrue(status.contains("Error: " + why + "."), status);
  }

  private static String policy() {
    String name = cluster.blocks().getBlockPlacementPolicy().getClass().getName();
    assertTrue(name.startsWith("org.apache.hadoop"), name);
    return name;
  }
}
