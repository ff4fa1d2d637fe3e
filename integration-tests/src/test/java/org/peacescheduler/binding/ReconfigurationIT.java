package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.hdfs.PeaceNode;

/** The policy is exchanged in a running NameNode: {@code hdfs-site.xml} and dfsadmin -reconfig. */
@ExtendWith(IdleAfterEach.class)
class ReconfigurationIT {
  private static final String MODE = "dfs.namenode.peace.mode";

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static PeaceNode peace;
  private static Path site;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME),
            "/rack1",
            "/rack1",
            "/rack1");
    peace = cluster.peace();
    // On the class path, where HDFS looks for it.
    site =
        Path.of(ReconfigurationIT.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("hdfs-site.xml");
    site.toFile().deleteOnExit();
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
    Files.deleteIfExists(site);
    cluster.close();
  }

  private static void reconfigure(String policy, String mode) throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.set("dfs.block.replicator.classname", policy);
    conf.set(MODE, mode);
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    AdminCall call = AdminCall.reconfigure(cluster);
    assertEquals(0, call.exitCode(), call.output());
  }

  private static void write(String path) throws Exception {
    cluster.writeAs("10.7.0.2", path, 1000, 3);
    cluster.assertContent(path, 1000);
  }

  @Test
  void reconfig_peaceToStockAndBack_decidesFromThenOn() throws Exception {
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
  void reconfig_backWithAnotherMode_takesIt() throws Exception {
    reconfigure(PeaceCluster.STOCK, "enforce");
    reconfigure(PeaceCluster.POLICY, "shadow");
    write("/shadow");
    assertEquals(
        "shadow", cluster.awaitTrace("/shadow", "released", 1).get(0).get("reason").asText());
  }

  @Test
  void reconfig_backWithAWrongKey_goesOnAsBeforeAndCanBeReconfigured() throws Exception {
    reconfigure(PeaceCluster.STOCK, "enforce");
    reconfigure(PeaceCluster.POLICY, "quick");
    assertEquals(PeaceCluster.POLICY, policy());
    write("/wrong-key");
    cluster.awaitTrace("/wrong-key", "granted", 1);
    reconfigure(PeaceCluster.STOCK, "enforce");
    assertEquals(PeaceCluster.STOCK, policy());
  }

  private static String policy() {
    String name = cluster.blocks().getBlockPlacementPolicy().getClass().getName();
    assertTrue(name.startsWith("org.apache.hadoop"), name);
    return name;
  }
}
