package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Datanodes die, blocks are abandoned: writes go on, and all capacity comes back. */
@ExtendWith(IdleAfterEach.class)
class DatanodeFailureIT {
  /** Alone in its rack: stock HDFS gives clients there this datanode first. */
  private static final String LONELY = "dn1";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
              conf.setInt("dfs.client.socket-timeout", 5_000);
            },
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
  void datanode_diesAfterTheWrite_replicasAreMadeAgainOutsideThePlan() throws Exception {
    String path = "/replicated-again";
    String client = PeaceCluster.client("10.3.0.1", "/rack2");
    cluster.writeAs(client, path, 3 * BLOCK, 3);
    cluster.awaitReplicas(path, 3);
    cluster.awaitTrace(path, "done", 3);
    long placedByStock = PeaceCluster.counter("PlacedByStock");
    String victim = PeaceCluster.hosts(cluster.located(path).get(0)).get(0);
    DataNodeProperties stopped = cluster.kill(victim);
    try {
      cluster.assertDistinct(path, 3);
      for (LocatedBlock block : cluster.located(path)) {
        assertFalse(PeaceCluster.hosts(block).contains(victim), block.toString());
      }
      cluster.assertContent(path, 3 * BLOCK);
    } finally {
      cluster.restart(stopped);
    }
    assertEquals(3, cluster.awaitTrace(path, "submitted", 3).size());
    assertEquals(placedByStock, PeaceCluster.counter("PlacedByStock"));
  }

  @Test
  void pipeline_datanodeDiesMidWrite_additionalDatanodeTakesItsPlace() throws Exception {
    String path = "/recovered";
    String client = PeaceCluster.client("10.3.0.2", "/rack2");
    FSDataOutputStream out = PeaceCluster.as(client, () -> cluster.create(path, 3));
    out.write(PeaceCluster.bytes(2 * BLOCK), 0, BLOCK / 2);
    out.hflush();
    List<String> planned = PeaceCluster.pipeline(out);
    assertEquals(
        planned, PeaceCluster.texts(cluster.awaitTrace(path, "granted", 1).get(0).get("nodes")));
    String victim = planned.get(1);
    DataNodeProperties stopped = cluster.kill(victim);
    try {
      out.write(PeaceCluster.bytes(2 * BLOCK), BLOCK / 2, BLOCK / 4);
      out.hflush();
      List<String> recovered = PeaceCluster.pipeline(out);
      assertEquals(3, Set.copyOf(recovered).size(), recovered.toString());
      assertFalse(recovered.contains(victim), recovered.toString());
      assertTrue(recovered.containsAll(List.of(planned.get(0), planned.get(2))));
      assertEquals(1, cluster.peace().status().inFlight());
      out.write(PeaceCluster.bytes(2 * BLOCK), BLOCK * 3 / 4, 2 * BLOCK - BLOCK * 3 / 4);
      out.close();
      cluster.assertContent(path, 2 * BLOCK);
      cluster.assertDistinct(path, 3);
      List<JsonNode> granted = cluster.awaitTrace(path, "granted", 2);
      assertFalse(PeaceCluster.texts(granted.get(1).get("nodes")).contains(victim));
      cluster.awaitTrace(path, "done", 2);
    } finally {
      cluster.restart(stopped);
    }
  }

  @Test
  void pipeline_firstDatanodeIsNotThere_blockIsAbandonedAndStockPlacesItWithoutThat()
      throws Exception {
    String path = "/abandoned-by-client";
    String client = PeaceCluster.client("10.3.0.3", "/rack1");
    // The NameNode does not know yet.
    DataNodeProperties stopped = cluster.mini().stopDataNode(cluster.index(LONELY));
    try {
      cluster.writeAs(client, path, 1000, 3);
      List<JsonNode> granted = cluster.awaitTrace(path, "granted", 1);
      assertEquals(LONELY, granted.get(0).get("nodes").get(0).asText());
      String reason = cluster.awaitTrace(path, "released", 1).get(0).get("reason").asText();
      assertTrue(Set.of("pipeline-failed", "block-gone").contains(reason), reason);
      JsonNode fallback = cluster.awaitTrace(path, "fallback", 1).get(0);
      assertEquals("pipeline-failed", fallback.get("reason").asText());
      assertEquals("its client could not write to [dn1]", fallback.get("detail").asText());
      assertEquals(granted.get(0).get("chunk"), fallback.get("chunk"));
      cluster.assertContent(path, 1000);
      assertFalse(PeaceCluster.hosts(cluster.located(path).get(0)).contains(LONELY));
      cluster.awaitTrace(path, "done", 1);
      // The second one is the turn in which the stock policy placed it.
      assertEquals(2, cluster.trace(path, "granted").size());
      assertEquals(1, cluster.trace(path, "placed").size());
    } finally {
      cluster.restart(stopped);
    }
  }

  @Test
  void block_abandonedAndNeverAskedForAgain_capacityComesBack() throws Exception {
    String path = "/abandoned";
    DFSClient client = cluster.fs().getClient();
    ClientProtocol nameNode = client.getNamenode();
    HdfsFileStatus file =
        nameNode.create(
            path,
            FsPermission.getFileDefault(),
            client.getClientName(),
            new EnumSetWritable<>(java.util.EnumSet.of(CreateFlag.CREATE)),
            true,
            (short) 3,
            BLOCK,
            CryptoProtocolVersion.supported(),
            null,
            null);
    LocatedBlock block =
        nameNode.addBlock(
            path,
            client.getClientName(),
            null,
            DatanodeInfo.EMPTY_ARRAY,
            file.getFileId(),
            null,
            null);
    assertEquals(1, cluster.peace().status().inFlight());
    nameNode.abandonBlock(block.getBlock(), file.getFileId(), path, client.getClientName());
    String reason = cluster.awaitTrace(path, "released", 1).get(0).get("reason").asText();
    // The others, both after ten seconds, if nobody looked between the two calls.
    assertTrue(Set.of("block-gone", "grant-unused", "time").contains(reason), reason);
    cluster.awaitIdle();
    cluster.fs().delete(new org.apache.hadoop.fs.Path(path), false);
  }
}
