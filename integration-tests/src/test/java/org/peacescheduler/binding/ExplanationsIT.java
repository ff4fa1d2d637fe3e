package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Explain and status say in a sentence why a chunk did not wait, or was left to the stock policy,
 * and what to change. The network has room for one chunk at a time.
 */
@ExtendWith(IdleAfterEach.class)
class ExplanationsIT {
  private static final String HOLDER = "10.31.0.1";
  private static final String OTHER = "10.31.0.2";

  /** Of a call inside the process. */
  private static final byte[] CLIENT_ID = new byte[16];

  /** A block takes a minute. */
  private static final String SLOW_LINKS =
      """
      version: 1
      streamRate: 1 kB/s
      switches: [{name: tor1, rack: /rack1}]
      servers: [{hosts: "dn[1-3]", switch: tor1, up: 1 kB/s, down: 1 kB/s}]
      placement: [any]
      """;

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.set("dfs.namenode.peace.paths.excluded", "/excluded/**");
              conf.set("dfs.namenode.peace.deferral.max", "5s");
              conf.setInt("dfs.namenode.peace.waiting.max", 2);
              conf.set("dfs.namenode.peace.waiting.user-share", "1");
            });
    PeaceCluster.client(HOLDER, "/rack1");
    PeaceCluster.client(OTHER, "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Takes the room of the one chunk, for ten seconds at least. */
  private static FSDataOutputStream holdAll() throws Exception {
    return cluster.holding(HOLDER, "/holder" + files++, 100);
  }

  private static String superuser() throws Exception {
    return UserGroupInformation.getCurrentUser().getShortUserName();
  }

  private static void assertDidNotWait(String path, String kind, String remedy) throws Exception {
    assertTold(cluster, path, "did not wait", kind, remedy);
  }

  private static void assertPlacedByStock(String path, String reason, String remedy)
      throws Exception {
    assertTold(cluster, path, "The stock policy placed", reason, remedy);
  }

  private static void assertTold(
      PeaceCluster asked, String path, String what, String why, String remedy) throws Exception {
    StatusPages web = new StatusPages(asked.mini().getNameNode(0).getHttpAddress());
    JsonNode chunks = web.explain(path, superuser()).get("chunks");
    assertEquals(1, chunks.size(), chunks.toString());
    for (JsonNode sentences :
        List.of(chunks.get(0).get("sentences"), web.status(superuser()).get("summary"))) {
      List<String> told =
          PeaceCluster.texts(sentences).stream()
              .filter(sentence -> sentence.contains(what) && sentence.contains("(" + why + ")"))
              .toList();
      assertEquals(1, told.size(), sentences.toString());
      assertTrue(told.get(0).contains(remedy), told.get(0));
    }
  }

  @Test
  void explain_everythingIsOfOneHost_saysThatItIsAlone() throws Exception {
    Path alone = Files.createDirectory(directory.resolve("alone"));
    try (PeaceCluster slow =
        PeaceCluster.startOneAtATime(
            alone,
            conf -> {
              PeaceCluster.topology(conf, alone, SLOW_LINKS);
              conf.set("dfs.namenode.peace.completion-fraction", "0");
            })) {
      try (FSDataOutputStream first = slow.holding(HOLDER, "/first", 100)) {
        slow.writeAs(HOLDER, "/alone", 100, 3);
        assertTold(slow, "/alone", "did not wait", "alone", "Write from two hosts or more");
        first.write(1);
      }
    }
  }

  @Test
  void explain_pathIsExcluded_namesTheKey() throws Exception {
    cluster.writeAs(OTHER, "/excluded/file", 100, 3);
    assertDidNotWait("/excluded/file", "excluded-path", "dfs.namenode.peace.paths.excluded");
  }

  @Test
  void explain_clientNamesDatanodes_saysSo() throws Exception {
    InetSocketAddress[] favored = {cluster.mini().getDataNodes().get(0).getXferAddress()};
    PeaceCluster.as(
        OTHER,
        () -> {
          try (FSDataOutputStream out =
              cluster
                  .fs()
                  .create(
                      new org.apache.hadoop.fs.Path("/favored"),
                      FsPermission.getFileDefault(),
                      true,
                      4096,
                      (short) 3,
                      PeaceCluster.BLOCK,
                      null,
                      favored)) {
            out.write(1);
          }
          return null;
        });
    assertDidNotWait(
        "/favored", "favored-nodes", "Have the client name none, or write as another user.");
  }

  @Test
  void explain_waitedForTheLongestTime_namesTheKey() throws Exception {
    FSDataOutputStream holder = holdAll();
    cluster.writeAs(OTHER, "/late", 100, 3);
    holder.close();
    assertPlacedByStock("/late", "deferral-max", "dfs.namenode.peace.deferral.max");
  }

  @Test
  void explain_asManyWaitAsMay_namesTheKeys() throws Exception {
    List<Future<Void>> waiting = new ArrayList<>();
    FSDataOutputStream holder = holdAll();
    for (int i = 0; i < 2; i++) {
      waiting.add(cluster.writing(OTHER, "/waits" + i, 100, 3));
      cluster.awaitTrace("/waits" + i, "deferred", 1);
    }
    cluster.writeAs(OTHER, "/crowded", 100, 3);
    holder.close();
    assertPlacedByStock("/crowded", "crowded", "dfs.namenode.peace.waiting.max");
    for (Future<Void> write : waiting) {
      write.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void explain_ordinaryUsersClientNamesDatanodes_saysThatItHadItsTurn() throws Exception {
    cluster.fs().mkdirs(new org.apache.hadoop.fs.Path("/bob"));
    cluster.fs().setOwner(new org.apache.hadoop.fs.Path("/bob"), "bob", null);
    String path = "/bob/favored";
    String[] favored = {cluster.mini().getDataNodes().get(0).getXferAddress().toString()};
    try (Caller caller =
        Caller.of(cluster, UserGroupInformation.createRemoteUser("bob"), OTHER, path, "bob's")) {
      FSDataOutputStream holder = holdAll();
      Future<LocatedBlock> block =
          Caller.inBackground(
              () -> caller.ask(path, "bob's", caller.file(), DatanodeInfo.EMPTY_ARRAY, favored));
      Caller.awaitParked(1);
      holder.close();
      assertEquals(3, block.get(20, TimeUnit.SECONDS).getLocations().length);
      assertPlacedByStock(
          path, "favored-nodes", "Have the client name none if Peace is to choose the datanodes.");
      caller.deleteFile();
    }
  }

  @Test
  void explain_callCannotBeParked_saysWhereToAsk() throws Exception {
    String name = "within the process";
    try (Caller caller =
        Caller.of(cluster, UserGroupInformation.getCurrentUser(), OTHER, "/within", name)) {
      FSDataOutputStream holder = holdAll();
      Server.getCurCall()
          .set(new Server.Call(1, 0, null, null, RPC.RpcKind.RPC_BUILTIN, CLIENT_ID));
      try {
        cluster
            .mini()
            .getNameNodeRpc()
            .addBlock("/within", name, null, null, caller.file(), null, null);
      } finally {
        Server.getCurCall().remove();
      }
      holder.close();
      assertPlacedByStock("/within", "no-handler", "dfs.namenode.rpc-address");
      caller.deleteFile();
    }
  }

  @Test
  void explain_hdfsRefusesEachDatanode_saysWhereToLook() throws Exception {
    // There is no archive, and the policy has nothing else.
    cluster.makeFolder("/cold", "COLD");
    assertThrows(RemoteException.class, () -> cluster.writeAs(OTHER, "/cold/file", 100, 3));
    assertPlacedByStock("/cold/file", "invalid-targets", "the NameNode's log");
  }
}
