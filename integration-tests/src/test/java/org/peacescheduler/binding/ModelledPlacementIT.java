package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes with a topology file that says where replicas go; its reload. */
@ExtendWith(IdleAfterEach.class)
class ModelledPlacementIT {
  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 4, down: 4}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 8}
      servers:
        - {hosts: "dn[1-3]", switch: tor1}
        - {hosts: "dn[4-6]", switch: tor2}
      placement: [same-rack, other-rack, same-rack]
      """;
  private static final String PLACEMENT = "[same-rack, other-rack, same-rack]";
  private static final Map<String, String> RACKS =
      Map.of(
          "dn1", "/rack1", "dn2", "/rack1", "dn3", "/rack1", "dn4", "/rack2", "dn5", "/rack2",
          "dn6", "/rack2");

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, TOPOLOGY),
            builder ->
                builder
                    .storagesPerDatanode(2)
                    .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD}),
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack2",
            "/rack2",
            "/rack2");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static List<String> racks(List<String> hosts) {
    return hosts.stream().map(RACKS::get).toList();
  }

  @ParameterizedTest
  @CsvSource({"10.0.1.1,/rack1,/rack2", "10.0.2.1,/rack2,/rack1"})
  void write_clientInRack_pipelineFollowsThePlacement(String host, String own, String other)
      throws Exception {
    PeaceCluster.client(host, own);
    String path = "/placed" + own;
    try (FSDataOutputStream out = PeaceCluster.as(host, () -> cluster.create(path, 3))) {
      out.write(PeaceCluster.bytes(1000));
      out.hflush();
      List<String> pipeline = PeaceCluster.pipeline(out);
      assertEquals(List.of(own, other, other), racks(pipeline));
      assertNotEquals(pipeline.get(1), pipeline.get(2));
      JsonNode granted = cluster.awaitTrace(path, "granted", 1).get(0);
      assertEquals(pipeline, PeaceCluster.texts(granted.get("nodes")));
      assertEquals(host, granted.get("writer").asText());
    }
    cluster.assertContent(path, 1000);
  }

  @Test
  void write_severalChunks_eachIsSubmittedGrantedAndDone() throws Exception {
    String host = PeaceCluster.client("10.0.1.2", "/rack1");
    String path = "/chunks";
    PeaceCluster.as(
        host,
        () -> {
          cluster.write(path, 4 * BLOCK + 100, 3);
          return null;
        });
    cluster.awaitTrace(path, "done", 5);
    for (String event : List.of("submitted", "granted", "done")) {
      assertEquals(
          List.of(0, 1, 2, 3, 4),
          cluster.trace(path, event).stream().map(e -> e.get("chunk").asInt()).toList(),
          event);
    }
    assertEquals(0, cluster.trace(path, "fallback").size());
    cluster.assertDistinct(path, 3);
    cluster.assertContent(path, 4 * BLOCK + 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void write_fewReplicas_placedAsTheTemplateStarts(int replication) throws Exception {
    String host = PeaceCluster.client("10.0.2.2", "/rack2");
    String path = "/few" + replication;
    PeaceCluster.as(
        host,
        () -> {
          cluster.write(path, 100, replication);
          return null;
        });
    List<String> nodes =
        PeaceCluster.texts(cluster.awaitTrace(path, "granted", 1).get(0).get("nodes"));
    assertEquals(List.of("/rack2", "/rack1").subList(0, replication), racks(nodes));
    cluster.assertDistinct(path, replication);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9})
  void write_moreReplicasThanTheRackHas_placedByStockAndCounted(int replication) throws Exception {
    String host = PeaceCluster.client("10.0.1.3", "/rack1");
    String path = "/many" + replication;
    PeaceCluster.as(
        host,
        () -> {
          cluster.write(path, 100, replication);
          return null;
        });
    JsonNode fallback = cluster.awaitTrace(path, "fallback", 1).get(0);
    assertEquals("impossible", fallback.get("reason").asText());
    assertTrue(fallback.get("detail").asText().contains("'same-rack'"), fallback.toString());
    cluster.assertDistinct(path, Math.min(replication, 6));
  }

  @Test
  void write_clientOfUnknownRack_placedFromAnywhere() throws Exception {
    String path = "/stranger";
    PeaceCluster.as(
        "10.9.9.9",
        () -> {
          cluster.write(path, 100, 3);
          return null;
        });
    List<String> racks =
        racks(PeaceCluster.texts(cluster.awaitTrace(path, "granted", 1).get(0).get("nodes")));
    assertNotEquals(racks.get(0), racks.get(1));
    assertEquals(racks.get(1), racks.get(2));
  }

  @ParameterizedTest
  @CsvSource({"ALL_SSD,SSD,3", "ONE_SSD,SSD,1", "HOT,DISK,3"})
  void write_storagePolicy_replicasOnItsTypes(String policy, StorageType type, int replicas)
      throws Exception {
    String parent = "/types/" + policy;
    cluster.makeFolder(parent, policy);
    String path = parent + "/file";
    cluster.write(path, 100, 3);
    cluster.awaitReplicas(path, 3);
    long of =
        List.of(cluster.located(path).get(0).getStorageTypes()).stream()
            .filter(t -> t == type)
            .count();
    assertEquals(replicas, of);
    assertEquals(1, cluster.awaitTrace(path, "granted", 1).size());
  }

  @Test
  void refresh_goodThenBrokenFile_changesThenKeepsTheModel() throws Exception {
    String host = PeaceCluster.client("10.0.1.4", "/rack1");
    Path file = directory.resolve("topology.yaml");
    try {
      Files.writeString(file, TOPOLOGY.replace(PLACEMENT, "[other-rack, same-rack, other-rack]"));
      AdminCall good = AdminCall.refresh(cluster);
      assertEquals(0, good.exitCode(), good.output());
      assertTrue(good.output().contains("2 switches, 6 servers with a datanode"), good.output());
      assertEquals(List.of("/rack2", "/rack2", "/rack1"), racksOfNewFile(host, "/refreshed"));

      Files.writeString(
          file,
          TOPOLOGY.replace("capacity: 8", "capacity: 0").replace("switch: tor2", "switch: x"));
      AdminCall broken = AdminCall.refresh(cluster);
      assertNotEquals(0, broken.exitCode());
      String all = broken.output();
      assertTrue(all.contains("PEACE-TOPO-014 " + file + ":8 links[0].capacity"), all);
      assertTrue(all.contains("PEACE-TOPO-003 " + file + ":11 servers[1].switch"), all);
      assertTrue(all.contains("2 problems found; the topology loaded at "), all);
      assertTrue(all.contains(" stays active."), all);
      assertTrue(all.contains("This NameNode would not start with that file"), all);
      assertEquals(List.of("/rack2", "/rack2", "/rack1"), racksOfNewFile(host, "/kept"));
    } finally {
      Files.writeString(file, TOPOLOGY);
      assertEquals(0, AdminCall.refresh(cluster).exitCode());
    }
    assertEquals(List.of("/rack1", "/rack2", "/rack2"), racksOfNewFile(host, "/back"));
  }

  @Test
  void refresh_byAnOrdinaryUser_isRefusedAndChangesNothing() throws Exception {
    Path file = directory.resolve("topology.yaml");
    try {
      Files.writeString(file, TOPOLOGY.replace(PLACEMENT, "[other-rack, same-rack, other-rack]"));
      AdminCall refused = AdminCall.refreshAs("eve", cluster);
      assertNotEquals(0, refused.exitCode());
      assertTrue(
          refused.output().contains("Access denied for user eve. Superuser privilege is required"),
          refused.output());
      assertEquals(
          List.of("/rack1", "/rack2", "/rack2"),
          racksOfNewFile(PeaceCluster.client("10.0.1.6", "/rack1"), "/unchanged"));
    } finally {
      Files.writeString(file, TOPOLOGY);
    }
  }

  @Test
  void placement_wantsMoreInARackThanHdfsAllows_isStocksInItsTurn() throws Exception {
    Path file = directory.resolve("topology.yaml");
    String path = "/crowded";
    try {
      Files.writeString(file, TOPOLOGY.replace(PLACEMENT, "[same-rack]"));
      assertEquals(0, AdminCall.refresh(cluster).exitCode());
      cluster.writeAs(PeaceCluster.client("10.0.1.5", "/rack1"), path, 100, 3);
    } finally {
      Files.writeString(file, TOPOLOGY);
      assertEquals(0, AdminCall.refresh(cluster).exitCode());
    }
    JsonNode fallback = cluster.awaitTrace(path, "fallback", 1).get(0);
    assertEquals("impossible", fallback.get("reason").asText());
    String detail = fallback.get("detail").asText();
    assertTrue(detail.endsWith("; HDFS allows 2 in a rack"), detail);
    assertEquals(1, cluster.trace(path, "granted").size()); // Of the chunk that stands in for it.
    cluster.assertDistinct(path, 3);
  }

  private static List<String> racksOfNewFile(String host, String path) throws Exception {
    PeaceCluster.as(
        host,
        () -> {
          cluster.write(path, 100, 3);
          return null;
        });
    return racks(PeaceCluster.texts(cluster.awaitTrace(path, "granted", 1).get(0).get("nodes")));
  }
}
