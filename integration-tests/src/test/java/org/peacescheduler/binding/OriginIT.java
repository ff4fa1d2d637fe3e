package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whose a chunk is, and what it belongs to: found out of real clients' calls. */
@ExtendWith(IdleAfterEach.class)
class OriginIT {
  private static final String HOST = "10.16.0.1";
  private static final String OTHER_HOST = "10.16.0.2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private OriginLog log;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setBoolean("dfs.permissions.enabled", false);
              conf.set("dfs.namenode.peace.groups", "/jobs/{job}/**");
            });
    PeaceCluster.client(HOST, "/rack1");
    PeaceCluster.client(OTHER_HOST, "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void listen() {
    log = new OriginLog();
  }

  @AfterEach
  void listenNoMore() {
    log.close();
    CallerContext.setCurrent(null);
  }

  private static DistributedFileSystem as(String user) throws Exception {
    return (DistributedFileSystem)
        UserGroupInformation.createRemoteUser(user)
            .doAs(
                (PrivilegedExceptionAction<FileSystem>)
                    () ->
                        FileSystem.newInstance(
                            cluster.mini().getURI(), cluster.mini().getConfiguration(0)));
  }

  private static void write(DistributedFileSystem fs, String context, String path)
      throws Exception {
    CallerContext.setCurrent(new CallerContext.Builder(context).build());
    PeaceCluster.write(fs, path, 100, 3);
  }

  private List<String> origins(String path) {
    return log.origins(path);
  }

  private String field(String path, String name) {
    return log.field(path, name);
  }

  @Test
  void hints_ofTheClient_sayGroupAndBytes() throws Exception {
    try (DistributedFileSystem ann = as("ann")) {
      write(ann, "myapp,peaceGroup:ckpt-7,peaceBytes:12345", "/hints/1");
      assertEquals("ann", field("/hints/1", "user"));
      assertEquals("ann:ckpt-7", field("/hints/1", "group"));
      assertEquals("12345", field("/hints/1", "bytes"));
    }
  }

  @Test
  void hints_ofSpark_nameTheJob() throws Exception {
    try (DistributedFileSystem ann = as("ann")) {
      write(ann, "SPARK_TASK_application_17_0006_1_JId_2_SId_0_0_TId_0_0", "/jobs/x/spark");
      assertEquals("ann:application_17_0006_1_JId_2", field("/jobs/x/spark", "group"));
    }
  }

  @Test
  void hints_thatMakeNoSense_areCountedAndTheFileIsWritten() throws Exception {
    long before = PeaceCluster.counter("HintsIgnored");
    try (DistributedFileSystem ann = as("ann")) {
      write(ann, "peaceGroup:" + "x".repeat(1000) + ",peaceBytes:-1", "/hints/bad");
    }
    cluster.assertContent("/hints/bad", 100);
    assertEquals(before + 2L * origins("/hints/bad").size(), PeaceCluster.counter("HintsIgnored"));
    assertTrue(origins("/hints/bad").get(0).contains("group=Optional.empty, bytes=0"));
  }

  @Test
  void path_coveredByAGlob_isAGroupOfItsUser() throws Exception {
    try (DistributedFileSystem ann = as("ann");
        DistributedFileSystem bob = as("bob")) {
      write(ann, "CLI", "/jobs/a/1");
      write(bob, "CLI", "/jobs/a/2");
      write(bob, "CLI", "/other/chk-7/3");
      assertEquals("ann:/jobs/a", field("/jobs/a/1", "group"));
      assertEquals("bob:/jobs/a", field("/jobs/a/2", "group"));
      assertEquals("bob:/other/chk-7", field("/other/chk-7/3", "group"));
    }
  }

  @Test
  void file_appendedToByAnotherUser_isHisThen() throws Exception {
    try (DistributedFileSystem ann = as("ann");
        DistributedFileSystem bob = as("bob")) {
      write(ann, "CLI", "/jobs/app/1");
      try (FSDataOutputStream out =
          bob.append(
              new org.apache.hadoop.fs.Path("/jobs/app/1"),
              EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK),
              4096,
              null)) {
        out.write(PeaceCluster.bytes(100));
      }
      List<String> origins = origins("/jobs/app/1");
      assertTrue(origins.get(0).contains("group=Optional[ann:/jobs/app]"), origins::toString);
      assertTrue(origins.get(1).contains("group=Optional[bob:/jobs/app]"), origins::toString);
      assertEquals(2, cluster.awaitTrace("/jobs/app/1", "submitted", 2).size());
    }
  }

  @Test
  void clients_ofOneHostAndUser_areToldApartAndStayTheSame() throws Exception {
    try (DistributedFileSystem one = as("ann");
        DistributedFileSystem other = as("ann")) {
      write(one, "CLI", "/clients/1");
      write(other, "CLI", "/clients/2");
      write(one, "CLI", "/clients/3");
      assertEquals(field("/clients/1", "client"), field("/clients/3", "client"));
      assertEquals(
          "ann@127.0.0.1/" + one.getClient().getClientName(), field("/clients/1", "client"));
      assertNotEquals(field("/clients/1", "client"), field("/clients/2", "client"));
    }
  }

  @Test
  void call_deferredMeanwhile_keepsItsOrigin() throws Exception {
    String path = "/jobs/waits/1";
    Future<Void> write;
    try (FSDataOutputStream open = cluster.holding(HOST, "/holds", 1000)) {
      write = cluster.writing(OTHER_HOST, path, 1000, 3);
      cluster.awaitTrace(path, "deferred", 1);
    }
    write.get(30, TimeUnit.SECONDS);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    assertEquals(user + ":/jobs/waits", field(path, "group"));
    assertTrue(field(path, "client").startsWith(user + "@" + OTHER_HOST + "/"));
    assertEquals(1, origins(path).stream().distinct().count(), origins(path)::toString);
    assertEquals(2, origins(path).size(), "the call ran again");
  }

  /** A Router passes the client's host on, which HDFS believes of whom it is told to. */
  @Test
  void host_passedOnByARouter_isTheWriterIfTheRouterIsTrusted() throws Exception {
    String id = "0123456789abcdef".repeat(2);
    write(cluster.fs(), "CLI,clientIp:" + HOST + ",clientId:" + id, "/routed/1");
    assertEquals(
        HOST, cluster.awaitTrace("/routed/1", "submitted", 1).get(0).get("writer").asText());
    assertTrue(field("/routed/1", "client").contains("@" + HOST + "/"));
    try (DistributedFileSystem ann = as("ann")) {
      write(ann, "CLI,clientIp:" + HOST, "/routed/2");
      assertNotEquals(
          HOST, cluster.awaitTrace("/routed/2", "submitted", 1).get(0).get("writer").asText());
    }
  }
}
