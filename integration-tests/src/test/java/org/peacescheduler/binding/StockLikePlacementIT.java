package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.test.MetricsAsserts;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.hdfs.PeacePlugin;

/** Without a topology file Peace places as stock HDFS would, flags and hints included. */
@ExtendWith(IdleAfterEach.class)
class StockLikePlacementIT {
  private static final Map<String, String> RACKS =
      Map.of(
          "dn1", "/rack1", "dn2", "/rack1", "dn3", "/rack2", "dn4", "/rack2", "dn5", "/rack3",
          "dn6", "/rack3");

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> conf.setBoolean("dfs.namenode.redundancy.considerLoad", false),
            "/rack1",
            "/rack1",
            "/rack2",
            "/rack2",
            "/rack3",
            "/rack3");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** What the NameNode does for a new block, for a writer on any node. */
  private static List<String> choose(
      String path, int replicas, Node writer, Set<Node> excluded, AddBlockFlag... flags)
      throws Exception {
    EnumSet<AddBlockFlag> set = EnumSet.noneOf(AddBlockFlag.class);
    set.addAll(List.of(flags));
    List<String> hosts =
        PeaceCluster.hosts(
            cluster
                .blocks()
                .chooseTarget4NewBlock(
                    path,
                    replicas,
                    writer,
                    new HashSet<>(excluded),
                    BLOCK,
                    List.of(),
                    HdfsConstants.HOT_STORAGE_POLICY_ID,
                    BlockType.CONTIGUOUS,
                    null,
                    set));
    assertEquals(replicas, new HashSet<>(hosts).size(), "distinct: " + hosts);
    cluster.awaitTrace(path, "granted", 1);
    cluster.awaitIdle();
    return hosts;
  }

  @Test
  void chooseTarget_writerIsDatanode_ownNodeThenOneOtherRack() throws Exception {
    for (String host : RACKS.keySet()) {
      List<String> hosts = choose("/local-" + host, 3, cluster.datanode(host), Set.of());
      assertEquals(host, hosts.get(0));
      assertNotEquals(RACKS.get(host), RACKS.get(hosts.get(1)));
      assertEquals(RACKS.get(hosts.get(1)), RACKS.get(hosts.get(2)));
    }
  }

  @Test
  void chooseTarget_noLocalWrite_ownRackButOtherNode() throws Exception {
    List<String> hosts =
        choose(
            "/no-local-write", 3, cluster.datanode("dn1"), Set.of(), AddBlockFlag.NO_LOCAL_WRITE);
    assertEquals("dn2", hosts.get(0));
    assertFalse(hosts.contains("dn1"));
  }

  @Test
  void chooseTarget_noLocalWriteButEveryNodeNeeded_ownNodeToo() throws Exception {
    Set<Node> excluded = Set.of(cluster.datanode("dn4"), cluster.datanode("dn6"));
    List<String> hosts =
        choose("/needed", 4, cluster.datanode("dn1"), excluded, AddBlockFlag.NO_LOCAL_WRITE);
    assertEquals(Set.of("dn1", "dn2", "dn3", "dn5"), Set.copyOf(hosts));
  }

  @Test
  void chooseTarget_noLocalRack_otherRacksOnly() throws Exception {
    List<String> hosts =
        choose("/no-local-rack", 3, cluster.datanode("dn1"), Set.of(), AddBlockFlag.NO_LOCAL_RACK);
    for (String host : hosts) {
      assertNotEquals("/rack1", RACKS.get(host));
    }
  }

  @Test
  void chooseTarget_excludedNodes_neverChosen() throws Exception {
    Set<Node> excluded = Set.of(cluster.datanode("dn1"), cluster.datanode("dn3"));
    for (int i = 0; i < 10; i++) {
      List<String> hosts = choose("/excluded" + i, 3, cluster.datanode("dn1"), excluded);
      assertEquals("dn2", hosts.get(0));
      assertFalse(hosts.contains("dn1") || hosts.contains("dn3"), hosts.toString());
    }
  }

  @Test
  void chooseTarget_clientInRack_firstReplicaInItsRack() throws Exception {
    List<String> hosts = choose("/rack-client", 3, new NodeBase("/rack2/10.2.0.1"), Set.of());
    assertEquals("/rack2", RACKS.get(hosts.get(0)));
    assertNotEquals("/rack2", RACKS.get(hosts.get(1)));
    assertEquals(RACKS.get(hosts.get(1)), RACKS.get(hosts.get(2)));
  }

  @Test
  void chooseTarget_noWriter_twoRacks() throws Exception {
    List<String> hosts = choose("/no-writer", 3, null, Set.of());
    assertEquals(2, hosts.stream().map(RACKS::get).distinct().count(), hosts.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 6})
  void write_anyReplication_distinctNodesOnSeveralRacks(int replication) throws Exception {
    String path = "/replication" + replication;
    cluster.write(path, BLOCK + 1, replication);
    cluster.assertDistinct(path, replication);
    cluster.awaitTrace(path, "done", 2);
    assertEquals(0, cluster.trace(path, "fallback").size());
    for (LocatedBlock block : cluster.located(path)) {
      long racks = PeaceCluster.hosts(block).stream().map(RACKS::get).distinct().count();
      assertTrue(racks >= Math.min(2, replication), PeaceCluster.hosts(block).toString());
    }
  }

  @Test
  void write_moreReplicasThanDatanodes_asManyAsThereAre() throws Exception {
    cluster.write("/eight", 100, 8);
    cluster.assertDistinct("/eight", 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_SSD", "ALL_SSD", "WARM", "LAZY_PERSIST"})
  void write_storagePolicyOfTypesThatNoDatanodeHas_isPlacedOnItsFallback(String policy)
      throws Exception {
    String folder = "/" + policy;
    cluster.makeFolder(folder, policy);
    String path = folder + "/file";
    cluster.write(path, 100, 3);
    cluster.assertDistinct(path, 3);
    cluster.awaitTrace(path, "done", 1);
    assertEquals(List.of(), cluster.trace(path, "fallback"));
  }

  @Test
  void write_ignoreClientLocality_isPlaced() throws Exception {
    HdfsDataOutputStream out =
        (HdfsDataOutputStream)
            cluster
                .fs()
                .createFile(new org.apache.hadoop.fs.Path("/ignoring"))
                .ignoreClientLocality()
                .build();
    try (out) {
      out.write(PeaceCluster.bytes(100));
    }
    cluster.assertDistinct("/ignoring", 3);
    assertEquals("", cluster.awaitTrace("/ignoring", "granted", 1).get(0).get("writer").asText());
  }

  @Test
  void write_favoredNodes_areUsedAndCountedAsLoad() throws Exception {
    InetSocketAddress[] favored =
        List.of("dn2", "dn4", "dn6").stream()
            .map(host -> cluster.mini().getDataNodes().get(cluster.index(host)).getXferAddress())
            .toArray(InetSocketAddress[]::new);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/favored");
    try (HdfsDataOutputStream out =
        cluster
            .fs()
            .create(
                path, FsPermission.getFileDefault(), true, 4096, (short) 3, BLOCK, null, favored)) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      assertEquals(Set.of("dn2", "dn4", "dn6"), Set.copyOf(PeaceCluster.pipeline(out)));
      assertEquals(1, cluster.peace().status().inFlight());
      assertFalse(cluster.peace().status().idle());
    }
    cluster.awaitTrace("/favored", "done", 1);
    assertEquals(0, cluster.trace("/favored", "granted").size());
  }

  @Test
  void hflush_openBlock_keepsItsCapacityUntilItIsWritten() throws Exception {
    try (FSDataOutputStream out = cluster.create("/flushed", 3)) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      ((HdfsDataOutputStream) out).hsync(EnumSet.of(HdfsDataOutputStream.SyncFlag.UPDATE_LENGTH));
      assertEquals(1, cluster.peace().status().inFlight());
    }
    cluster.awaitTrace("/flushed", "done", 1);
    cluster.assertContent("/flushed", 100);
  }

  @Test
  void append_partBlockAndMore_newChunkIsScheduled() throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/appended");
    cluster.write("/appended", 1000, 3);
    cluster.awaitReplicas("/appended", 3);
    try (FSDataOutputStream out = cluster.fs().append(path)) {
      out.write(PeaceCluster.bytes(2 * BLOCK));
    }
    cluster.awaitTrace("/appended", "done", 3);
    assertEquals(2 * BLOCK + 1000, cluster.fs().getFileStatus(path).getLen());
    assertEquals(0, cluster.trace("/appended", "fallback").size());
  }

  @Test
  void truncate_intoABlock_recoversAndCanBeAppended() throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/truncated");
    cluster.write("/truncated", BLOCK + 5000, 3);
    cluster.awaitReplicas("/truncated", 3);
    if (!cluster.fs().truncate(path, BLOCK + 1000)) {
      PeaceCluster.await(
          () -> {
            try {
              return cluster.fs().isFileClosed(path);
            } catch (java.io.IOException e) {
              return false;
            }
          },
          () -> "the truncated block is recovered");
    }
    cluster.assertContent("/truncated", BLOCK + 1000);
    cluster.fs().append(path).close();
  }

  @Test
  void concat_twoFiles_readsAsOne() throws Exception {
    cluster.write("/joined", BLOCK, 3);
    cluster.write("/part", BLOCK, 3);
    org.apache.hadoop.fs.Path joined = new org.apache.hadoop.fs.Path("/joined");
    cluster
        .fs()
        .concat(joined, new org.apache.hadoop.fs.Path[] {new org.apache.hadoop.fs.Path("/part")});
    assertEquals(2 * BLOCK, cluster.fs().getFileStatus(joined).getLen());
    cluster.assertDistinct("/joined", 3);
  }

  @Test
  void rename_whileWriting_chunksGoOnUnderTheNewName() throws Exception {
    try (FSDataOutputStream out = cluster.create("/before", 3)) {
      out.write(PeaceCluster.bytes(100));
      out.hflush();
      assertTrue(
          cluster
              .fs()
              .rename(
                  new org.apache.hadoop.fs.Path("/before"),
                  new org.apache.hadoop.fs.Path("/after")));
      out.write(PeaceCluster.bytes(2 * BLOCK));
    }
    assertEquals(
        2 * BLOCK + 100,
        cluster.fs().getFileStatus(new org.apache.hadoop.fs.Path("/after")).getLen());
    // Clients go on asking under the name that they created.
    cluster.awaitTrace("/before", "granted", 3);
  }

  @Test
  void delete_whileWriting_capacityComesBack() throws Exception {
    FSDataOutputStream out = cluster.create("/deleted", 3);
    out.write(PeaceCluster.bytes(100));
    out.hflush();
    cluster.fs().delete(new org.apache.hadoop.fs.Path("/deleted"), false);
    assertEquals(
        "file-gone", cluster.awaitTrace("/deleted", "released", 1).get(0).get("reason").asText());
    PeaceCluster.die(out);
  }

  @Test
  void create_overwritesAFileBeingWritten_bothEnd() throws Exception {
    FSDataOutputStream first = cluster.create("/twice", 3);
    first.write(PeaceCluster.bytes(100));
    first.hflush();
    cluster.write("/twice", 300, 3);
    cluster.assertContent("/twice", 300);
    PeaceCluster.die(first);
  }

  @Test
  void files_manySmall_allAreWrittenAndForgotten() throws Exception {
    int before = cluster.peace().status().openFiles();
    for (int i = 0; i < 50; i++) {
      cluster.write("/small/" + i, 10, 3);
    }
    cluster.write("/small/empty", 0, 3);
    PeaceCluster.await(
        () -> cluster.peace().status().openFiles() <= before,
        () -> "files are forgotten: " + cluster.peace().status());
  }

  @Test
  void erasureCodedFile_underPeace_placedByItsOwnPolicy() throws Exception {
    org.apache.hadoop.fs.Path coded = new org.apache.hadoop.fs.Path("/coded");
    cluster.fs().mkdirs(coded);
    cluster.fs().enableErasureCodingPolicy("RS-3-2-1024k");
    cluster.fs().setErasureCodingPolicy(coded, "RS-3-2-1024k");
    try (FSDataOutputStream out =
        cluster
            .fs()
            .createFile(new org.apache.hadoop.fs.Path("/coded/file"))
            .blockSize(1 << 20)
            .build()) {
      out.write(PeaceCluster.bytes(3 << 20));
    }
    cluster.assertContent("/coded/file", 3 << 20);
    assertEquals(5, PeaceCluster.hosts(cluster.located("/coded/file").get(0)).size());
    assertEquals(0, cluster.trace("/coded/file").size());
  }

  @Test
  void fsck_underPeace_healthyAndNoSchedulerOfItsOwn() throws Exception {
    cluster.write("/checked", 1000, 3);
    cluster.awaitReplicas("/checked", 3);
    int before = watchers();
    assertEquals(
        0,
        ToolRunner.run(
            new DFSck(cluster.mini().getConfiguration(0)),
            new String[] {"/checked", "-files", "-blocks", "-locations"}));
    assertEquals(before, watchers());
  }

  @Test
  void policy_madeByATool_hasNoScheduler() {
    DatanodeManager datanodes = cluster.blocks().getDatanodeManager();
    BlockPlacementPolicy tool =
        new BlockPlacementPolicies(
                cluster.mini().getConfiguration(0),
                null,
                datanodes.getNetworkTopology(),
                datanodes.getHost2DatanodeMap())
            .getPolicy(BlockType.CONTIGUOUS);
    assertNull(((PeacePlugin.Host) tool).peace());
  }

  private static int watchers() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("peace-watch"))
            .count();
  }

  @Test
  void metrics_afterAWrite_countIt() throws Exception {
    MetricsRecordBuilder before = MetricsAsserts.getMetrics("PeaceScheduler");
    long grants = MetricsAsserts.getLongCounter("Grants", before);
    long done = MetricsAsserts.getLongCounter("ChunksDone", before);
    cluster.write("/measured", 3 * BLOCK, 3);
    cluster.awaitTrace("/measured", "done", 3);
    MetricsRecordBuilder after = MetricsAsserts.getMetrics("PeaceScheduler");
    assertEquals(grants + 3, MetricsAsserts.getLongCounter("Grants", after));
    assertEquals(done + 3, MetricsAsserts.getLongCounter("ChunksDone", after));
    assertEquals(0, MetricsAsserts.getIntGauge("QueueLength", after));
    assertEquals(0, MetricsAsserts.getIntGauge("ParkedCalls", after));
    // 6 servers with up and down.
    assertTrue(MetricsAsserts.getIntGauge("Links", after) >= 12);
    double busiest = MetricsAsserts.getDoubleGauge("LinkUtilisationMax", after);
    assertTrue(busiest >= 0 && busiest <= 1, "busiest " + busiest);
    javax.management.ObjectName name =
        new javax.management.ObjectName("Hadoop:service=NameNode,name=PeaceScheduler");
    assertTrue(java.lang.management.ManagementFactory.getPlatformMBeanServer().isRegistered(name));
  }
}
