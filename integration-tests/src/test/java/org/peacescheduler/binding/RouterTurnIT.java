package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

/**
 * Turns of clients that know an HDFS Router alone, in front of two NameNodes with Peace. The Router
 * is a process of its own. Its jar is loaded for this test only:
 *
 * <pre>
 * mvn verify -Prouter -pl integration-tests -am -Dit.test=RouterTurnIT
 * </pre>
 */
@Tag("router")
class RouterTurnIT {
  private static final String ROUTER = "dfs.federation.router.";
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static Process router;
  private static Configuration client;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME),
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2)),
            "/rack1",
            "/rack1",
            "/rack1");
    for (int i = 0; i < 2; i++) {
      cluster.mini().waitActive(i);
      fs(i).mkdirs(new org.apache.hadoop.fs.Path("/turns" + i));
    }
    String address = "127.0.0.1:" + NetUtils.getFreeSocketPort();
    Path site = site(address);
    router = java(site, "org.apache.hadoop.hdfs.server.federation.router.DFSRouter");
    client = new Configuration(false);
    client.set("fs.defaultFS", "hdfs://" + address);
    client.setInt("ipc.client.connect.max.retries", 100);
    client.setInt("ipc.client.connect.retry.interval", 100);
    PeaceCluster.await(() -> isThere("/turns0"), () -> said(site));
    Process mount =
        java(
            site,
            "org.apache.hadoop.hdfs.tools.federation.RouterAdmin",
            "-add",
            "/turns1",
            "ns2",
            "/turns1");
    assertEquals(0, mount.waitFor(), () -> said(site));
    PeaceCluster.await(
        () -> isThere("/turns0") && isThere("/turns1"), () -> "the Router knows all");
  }

  private static String said(Path site) {
    try {
      return Files.readString(site.resolve("out"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isThere(String path) {
    try (FileSystem fs = FileSystem.newInstance(client)) {
      return fs.exists(new org.apache.hadoop.fs.Path(path));
    } catch (IOException e) {
      return false; // The Router is not up yet.
    }
  }

  /** What the Router is told, in a folder. */
  private static Path site(String address) throws IOException {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < 2; i++) {
      NameNode nameNode = cluster.mini().getNameNode(i);
      String ns = ".ns" + (i + 1);
      conf.set(
          "dfs.namenode.rpc-address" + ns,
          NetUtils.getHostPortString(nameNode.getNameNodeAddress()));
      conf.set(
          "dfs.namenode.http-address" + ns, NetUtils.getHostPortString(nameNode.getHttpAddress()));
    }
    conf.set("dfs.nameservices", "ns1,ns2");
    conf.set(ROUTER + "rpc-address", address);
    conf.set(ROUTER + "admin-address", "127.0.0.1:" + NetUtils.getFreeSocketPort());
    conf.setBoolean(ROUTER + "http.enable", false);
    conf.setBoolean(ROUTER + "safemode.enable", false);
    conf.setBoolean(ROUTER + "monitor.localnamenode.enable", false);
    conf.set(ROUTER + "monitor.namenode", "ns1,ns2");
    conf.set(ROUTER + "default.nameserviceId", "ns1");
    conf.set(ROUTER + "heartbeat.interval", "200");
    conf.set(ROUTER + "cache.ttl", "200ms");
    conf.set(
        ROUTER + "store.driver.class",
        "org.apache.hadoop.hdfs.server.federation.store.driver.impl.StateStoreFileImpl");
    conf.set(ROUTER + "store.driver.file.directory", directory.resolve("store").toString());
    Path site = Files.createDirectories(directory.resolve("router"));
    try (OutputStream out = Files.newOutputStream(site.resolve("hdfs-rbf-site.xml"))) {
      conf.writeXml(out);
    }
    return site;
  }

  private static Process java(Path site, String... main) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            site.toString(),
            Path.of(System.getProperty("peace.router"), "*").toString(),
            System.getProperty("java.class.path")));
    Collections.addAll(command, main);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(site.resolve("out").toFile()))
        .start();
  }

  @AfterAll
  static void stop() throws Exception {
    router.destroyForcibly().waitFor();
    cluster.close();
  }

  private static DistributedFileSystem fs(int nameNode) throws IOException {
    return cluster.mini().getFileSystem(nameNode);
  }

  @AfterEach
  void nothingLeft() throws Exception {
    for (int i = 0; i < 2; i++) {
      PeaceCluster.awaitIdle(cluster.peace(i));
      assertEquals(0, fs(i).listStatus(new org.apache.hadoop.fs.Path("/turns" + i)).length);
    }
  }

  private static PendingTurn ask(int nameNode) throws IOException {
    String prefix = client.get("fs.defaultFS") + "/turns" + nameNode + "/job/chk-1";
    Request request = Request.of(new org.apache.hadoop.fs.Path(prefix));
    return Turns.of(client).ask(request.bytes(PeaceCluster.BLOCK).replication(3));
  }

  @Test
  void ask_linksFree_isTheTurnByTheFirstBlockAtEachNameNode() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (Turn turn = ask(i).await(LONG)) {
        assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
        assertTrue(turn.inTime());
      }
    }
  }

  @Test
  void ask_linksOfOneNameNodeFull_itsTurnComesWhenTheyAreFree() throws Exception {
    Future<Turn> waiting;
    String host = PeaceCluster.client("10.9.2.1", "/rack1");
    try (FSDataOutputStream holder =
        PeaceCluster.as(host, () -> PeaceCluster.create(fs(1), "/holder", 3))) {
      holder.write(1);
      holder.hflush();
      PendingTurn pending = ask(1);
      waiting = Caller.inBackground(() -> pending.await(LONG));
      PeaceCluster.await(() -> cluster.peace(1).status().waiting() == 1, () -> "it waits");
      try (Turn other = ask(0).await(LONG)) {
        assertTrue(other.inTime());
      }
      assertFalse(waiting.isDone());
    }
    try (Turn turn = waiting.get(LONG.toSeconds(), TimeUnit.SECONDS)) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
      assertTrue(turn.inTime());
    }
  }

  @Test
  void await_timeIsOver_nothingWaitsAtTheNameNode() throws Exception {
    String host = PeaceCluster.client("10.9.2.1", "/rack1");
    try (FSDataOutputStream holder =
        PeaceCluster.as(host, () -> PeaceCluster.create(fs(0), "/holder", 3))) {
      holder.write(1);
      holder.hflush();
      PendingTurn pending = ask(0);
      PeaceCluster.await(() -> cluster.peace(0).status().waiting() == 1, () -> "it waits");
      try (Turn turn = pending.await(Duration.ZERO)) {
        assertFalse(turn.inTime());
      }
      PeaceCluster.await(() -> cluster.peace(0).status().waiting() == 0, () -> "nobody waits");
    }
  }
}
