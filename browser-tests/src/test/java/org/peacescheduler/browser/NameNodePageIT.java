package org.peacescheduler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The page of a real NameNode while groups wait, one of which has a name that wants to be markup.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NameNodePageIT {
  private static final String POLICY =
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace";

  /** Room for one chunk of three replicas at a time. */
  private static final String TOPOLOGY =
      """
      version: 1
      defaults: {server: {up: 1, down: 1}}
      switches: [{name: tor1, rack: /rack1}]
      servers: [{hosts: "dn[1-3]", switch: tor1}]
      placement: [any]
      """;

  private static final String HOSTILE_PATH =
      "/x/<script>alert(1)<script>/<img src=x onerror=alert(2)>\"onmouseover=\"alert(3)";
  private static final String HOSTILE_GROUP = "<script>alert(4)</script>\"onmouseover=\"alert(5)";

  @TempDir static Path directory;
  private static Browser browser;
  private static MiniDFSCluster cluster;
  private static FSDataOutputStream holder;
  private static final List<Future<Void>> WAITING = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start(Files.createDirectory(directory.resolve("profile")));
    cluster = cluster();
    holder = as("10.4.1.1", "", () -> create("/holder"));
    holder.write(new byte[100]);
    holder.hflush();
    write("10.4.1.2", "nightly,peaceGroup:checkpoint-42", "/flink/chk-42/part-0");
    write("10.4.1.3", "nightly,peaceGroup:checkpoint-42", "/flink/chk-42/part-1");
    write("10.4.1.4", "evil,peaceGroup:" + HOSTILE_GROUP, HOSTILE_PATH);
    write("10.4.1.5", "", HOSTILE_PATH + "-2");
    GenericTestUtils.waitFor(() -> waiting() == 4, 50, 60_000);
  }

  private static MiniDFSCluster cluster() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = new HdfsConfiguration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setLong("dfs.blocksize", 64 * 1024);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.set("dfs.block.replicator.classname", POLICY);
    conf.set(
        "dfs.namenode.peace.topology.file",
        Files.writeString(directory.resolve("topology.yaml"), TOPOLOGY).toString());
    conf.set("dfs.namenode.peace.completion-fraction", "0.001");
    // The page is looked at for minutes.
    conf.set("dfs.namenode.peace.deferral.max", "10m");
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 30);
    conf.setInt("ipc.client.rpc-timeout.ms", 0);
    // Clients say on which host they are.
    conf.set(
        "dfs.namenode.ip-proxy-users", UserGroupInformation.getCurrentUser().getShortUserName());
    MiniDFSCluster started =
        new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
            .numDataNodes(3)
            .hosts(new String[] {"dn1", "dn2", "dn3"})
            .racks(new String[] {"/rack1", "/rack1", "/rack1"})
            .build();
    started.waitActive();
    return started;
  }

  private static <T> T as(String host, String context, Callable<T> work) throws Exception {
    CallerContext before = CallerContext.getCurrent();
    CallerContext.setCurrent(
        new CallerContext.Builder(context.isEmpty() ? "test" : context)
            .append(CallerContext.CLIENT_IP_STR, host)
            .build());
    try {
      return work.call();
    } finally {
      CallerContext.setCurrent(before);
    }
  }

  private static FSDataOutputStream create(String path) throws Exception {
    return cluster
        .getFileSystem()
        .create(new org.apache.hadoop.fs.Path(path), true, 4096, (short) 3, 64 * 1024);
  }

  private static void write(String host, String context, String path) {
    FutureTask<Void> task =
        new FutureTask<>(
            () ->
                as(
                    host,
                    context,
                    () -> {
                      try (FSDataOutputStream out = create(path)) {
                        out.write(new byte[100]);
                      }
                      return null;
                    }));
    Thread thread = new Thread(task, "writer of " + path);
    thread.setDaemon(true);
    thread.start();
    WAITING.add(task);
  }

  private static String address(String path) {
    return "http://localhost:%d%s?user.name=%s"
        .formatted(
            cluster.getNameNode().getHttpAddress().getPort(),
            path,
            System.getProperty("user.name"));
  }

  private static int waiting() {
    try {
      JsonNode status = new ObjectMapper().readTree(URI.create(address("/peace/status")).toURL());
      return status.at("/waiting/chunks").asInt();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    holder.close();
    for (Future<Void> write : WAITING) {
      write.get(60, TimeUnit.SECONDS);
    }
    cluster.shutdown(true);
    browser.close();
  }

  @ParameterizedTest
  @EnumSource
  @Order(1) // The idle holder counts less and less.
  void page_groupsWait_fitsIsReadableAndRunsNothing(Screen screen) throws Exception {
    browser.assertFine(address("/peace") + "&refresh=0", "namenode", screen);
    // An alert would have made this throw.
    assertEquals("Peace", browser.ask("return document.title"));
    assertEquals(0L, browser.ask("return document.querySelectorAll('script, img').length"));
    String text = browser.ask("return document.body.innerText").toString();
    assertTrue(text.contains(HOSTILE_GROUP), text);
    assertTrue(text.contains("10.4.1.5"), text);
    assertTrue(text.contains("checkpoint-42 user"), text);
  }

  @Test
  @Order(2)
  void page_nobodyTouchesIt_comesAnewByItselfAndStaysAtItsPart() {
    browser.load(address("/peace") + "#stock", Screen.PHONE_LIGHT);
    browser.ask("window.isOld = true");
    for (int times = 0; times < 2; times++) {
      browser.await("return window.isOld === undefined && document.readyState === 'complete'");
      // Not exactly where it was: what is above may have become shorter.
      assertNotEquals(0L, browser.ask("window.isOld = true; return scrollY"));
    }
  }
}
