package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What else goes on in a NameNode while chunks are written, with Peace's defaults: quotas,
 * snapshots, datanodes that are taken out of service, clients with IPv6 addresses. All capacity
 * comes back each time, and because of what happened, not of time.
 */
@ExtendWith({OnPatchedNameNode.class, IdleAfterEach.class})
class PatchedNamespaceIT {
  private static final int WRITERS = 6;
  private static final int CHUNKS = 4;

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            (Configuration conf) -> {
              conf.unset("dfs.namenode.peace.completion-fraction");
              conf.setBoolean("dfs.namenode.snapshot.capture.openfiles", true);
              conf.setInt("dfs.namenode.decommission.interval", 1);
            },
            PeaceCluster.TWO_RACKS);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void assertToldOfEachEnd() throws Exception {
    cluster.awaitIdle();
    cluster.assertNothingEndedByTime();
  }

  private static String host(int writer) {
    return PeaceCluster.client("10.18.0." + writer, writer % 2 == 0 ? "/rack1" : "/rack2");
  }

  /** HDFS charges the quota when it takes the granted block into the file. */
  @Test
  void quota_exceededByGrantedChunks_theirWritesFailAndOthersGoOn() throws Exception {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/quota");
    cluster.fs().mkdirs(folder);
    long replicas = 3L * CHUNKS * WRITERS / 2;
    cluster.fs().setQuota(folder, HdfsConstants.QUOTA_DONT_SET, replicas * BLOCK);
    List<Future<Void>> limited = new ArrayList<>();
    List<Future<Void>> others = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      limited.add(cluster.writing(host(w), folder + "/" + w, CHUNKS * BLOCK, 3));
      others.add(cluster.writing(host(w), "/no-quota/" + w, CHUNKS * BLOCK, 3));
    }
    int failed = 0;
    for (Future<Void> write : limited) {
      try {
        write.get(60, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        assertEquals(DSQuotaExceededException.class, e.getCause().getClass(), e::toString);
        failed++;
      }
    }
    for (Future<Void> write : others) {
      write.get(60, TimeUnit.SECONDS);
    }
    assertTrue(WRITERS / 2 <= failed, failed + " writes failed");
    cluster.awaitIdle();
    cluster.fs().delete(folder, true);
  }

  @Test
  void snapshot_ofAnOpenFileThatIsDeletedThen_capacityIsBackAndTheSnapshotReadable()
      throws Exception {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/snapshots");
    cluster.fs().mkdirs(folder);
    cluster.fs().allowSnapshot(folder);
    FSDataOutputStream out =
        PeaceCluster.as(host(0), () -> cluster.create("/snapshots/deleted", 3));
    byte[] bytes = PeaceCluster.bytes(2 * BLOCK);
    out.write(bytes, 0, BLOCK + 100);
    out.hsync();
    cluster.fs().createSnapshot(folder, "s");
    out.write(bytes, BLOCK + 100, 100);
    out.hflush();
    assertEquals(1, cluster.peace().status().inFlight());

    cluster.fs().delete(new org.apache.hadoop.fs.Path("/snapshots/deleted"), false);

    PeaceCluster.die(out);
    cluster.awaitIdle();
    cluster.assertContent("/snapshots/.snapshot/s/deleted", BLOCK + 100);
    cluster.fs().deleteSnapshot(folder, "s");
  }

  @Test
  void snapshot_ofAnOpenFileThatIsWrittenOn_bothAreRight() throws Exception {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/snapshots-open");
    cluster.fs().mkdirs(folder);
    cluster.fs().allowSnapshot(folder);
    byte[] bytes = PeaceCluster.bytes(3 * BLOCK);
    try (FSDataOutputStream out =
        PeaceCluster.as(host(1), () -> cluster.create("/snapshots-open/f", 3))) {
      out.write(bytes, 0, BLOCK / 2);
      out.hsync();
      cluster.fs().createSnapshot(folder, "early");
      out.write(bytes, BLOCK / 2, 2 * BLOCK);
      out.hsync();
      cluster.fs().createSnapshot(folder, "late");
      cluster.fs().deleteSnapshot(folder, "early");
      out.write(bytes, 5 * BLOCK / 2, BLOCK / 2);
    }
    cluster.assertContent("/snapshots-open/f", 3 * BLOCK);
    cluster.assertContent("/snapshots-open/.snapshot/late/f", 5 * BLOCK / 2);
  }

  /** Takes a datanode out of service, and in again. */
  private enum Leave {
    DECOMMISSION {
      @Override
      void begin(DatanodeAdminManager admin, DatanodeDescriptor node) {
        admin.startDecommission(node);
      }

      @Override
      boolean isDone(DatanodeDescriptor node) {
        return node.isDecommissioned();
      }

      @Override
      void end(DatanodeAdminManager admin, DatanodeDescriptor node) {
        admin.stopDecommission(node);
      }
    },
    MAINTENANCE {
      @Override
      void begin(DatanodeAdminManager admin, DatanodeDescriptor node) {
        admin.startMaintenance(node, Long.MAX_VALUE);
      }

      @Override
      boolean isDone(DatanodeDescriptor node) {
        return node.isInMaintenance();
      }

      @Override
      void end(DatanodeAdminManager admin, DatanodeDescriptor node) {
        admin.stopMaintenance(node);
      }
    };

    abstract void begin(DatanodeAdminManager admin, DatanodeDescriptor node);

    abstract boolean isDone(DatanodeDescriptor node);

    abstract void end(DatanodeAdminManager admin, DatanodeDescriptor node);
  }

  @ParameterizedTest
  @EnumSource
  void datanode_leavesInABurst_getsNoMoreChunksAndIsLetGo(Leave leave) throws Exception {
    String folder = "/" + leave + "/";
    DatanodeDescriptor leaving = cluster.datanode("dn2");
    DatanodeAdminManager admin = cluster.blocks().getDatanodeManager().getDatanodeAdminManager();
    List<FSDataOutputStream> files = new ArrayList<>();
    byte[] bytes = PeaceCluster.bytes(CHUNKS * BLOCK);
    for (int w = 0; w < WRITERS; w++) {
      String path = folder + w;
      FSDataOutputStream out = PeaceCluster.as(host(w), () -> cluster.create(path, 3));
      out.write(bytes, 0, BLOCK / 2);
      out.hflush();
      files.add(out);
    }
    long placedByStock = PeaceCluster.counter("PlacedByStock");
    locked(() -> leave.begin(admin, leaving));
    try {
      for (FSDataOutputStream out : files) {
        out.write(bytes, BLOCK / 2, CHUNKS * BLOCK - BLOCK / 2);
        out.close();
      }
      for (int w = 0; w < WRITERS; w++) {
        cluster.assertContent(folder + w, CHUNKS * BLOCK);
        List<LocatedBlock> blocks = cluster.located(folder + w);
        for (LocatedBlock block : blocks.subList(1, CHUNKS)) {
          assertFalse(PeaceCluster.hosts(block).contains("dn2"), block::toString);
        }
      }
      PeaceCluster.await(() -> leave.isDone(leaving), () -> leaving + " may go");
      assertEquals(placedByStock, PeaceCluster.counter("PlacedByStock"));
    } finally {
      locked(() -> leave.end(admin, leaving));
    }
  }

  /** As {@code dfsadmin -refreshNodes} does it. */
  private static void locked(Runnable work) {
    cluster.mini().getNamesystem().writeLock();
    try {
      work.run();
    } finally {
      cluster.mini().getNamesystem().writeUnlock("test");
    }
  }

  @Test
  void client_withAnIpv6Address_writesInItsRack() throws Exception {
    String client = PeaceCluster.client("fd00:0:0:18::1", "/rack2");
    cluster.writeAs(client, "/ipv6", 2 * BLOCK, 3);
    for (JsonNode grant : cluster.awaitTrace("/ipv6", "granted", 2)) {
      assertEquals(client, grant.get("writer").asText());
      String first = grant.get("nodes").get(0).asText();
      assertEquals("/rack2", cluster.datanode(first).getNetworkLocation(), grant::toString);
    }
    cluster.awaitTrace("/ipv6", "done", 2);
  }
}
