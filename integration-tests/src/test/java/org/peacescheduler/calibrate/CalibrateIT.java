package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.PeaceCommand;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import picocli.CommandLine;

/**
 * The command on a cluster under Peace whose topology has room for one chunk a link: if Peace had a
 * say in it, nothing could be measured with two.
 */
@Tag("figures")
class CalibrateIT {
  private static final String ROOM_FOR_ONE =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 1}   # a cable
      servers:
        - {hosts: "dn[1-3]", switch: tor1}
        - {hosts: "dn[4-6]", switch: tor2}
      """;

  @TempDir private static Path directory;

  private static MiniDFSCluster mini;
  private static Path topology;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    topology = Files.writeString(directory.resolve("peace.yaml"), ROOM_FOR_ONE);
    Configuration conf = new HdfsConfiguration();
    conf.set(
        "dfs.block.replicator.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace");
    conf.set("dfs.namenode.peace.topology.file", topology.toString());
    conf.set("dfs.heartbeat.interval", "1s");
    mini =
        new MiniDFSCluster.Builder(conf, directory.resolve("mini").toFile())
            .numDataNodes(6)
            .hosts(new String[] {"dn1", "dn2", "dn3", "dn4", "dn5", "dn6"})
            .racks(new String[] {"/rack1", "/rack1", "/rack1", "/rack2", "/rack2", "/rack2"})
            .build();
    mini.waitActive();
  }

  @AfterAll
  static void stop() {
    mini.shutdown(true);
  }

  private int calibrate(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--fs=" + mini.getURI(),
                "--chunk-size=256KiB",
                "--concurrent=1,2,4",
                "--sample=1",
                "--rounds=1",
                "--yes",
                "--directory=/measure"));
    arguments.addAll(List.of(more));
    return new CommandLine(new CalibrateCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(new String[0]));
  }

  private static void assertNothingLeft() throws IOException {
    assertEquals(
        0, mini.getFileSystem().listStatus(new org.apache.hadoop.fs.Path("/measure")).length);
  }

  @Test
  void calibrate_twoRacksUnderPeace_measuresEverythingAndWritesAFile()
      throws IOException, TopologyException {
    Path file = directory.resolve("new.yaml");
    assertEquals(0, calibrate("--out=" + file, "--json"), err.toString());
    assertNothingLeft();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertEquals(
        List.of(
            "All datanodes are on this host, so the figures are of its processor and disks and say"
                + " nothing about links."),
        new ObjectMapper().convertValue(json.get("notes"), List.class),
        "every chunk was where it should be");
    assertEquals(1 + 2 + 2 + 2, json.get("links").size());
    for (JsonNode link : json.get("links")) {
      assertEquals(3, link.get("points").size(), link.toString());
      assertTrue(link.get("best").asDouble() > 0);
    }
    Topology written = TopologyReader.read(file);
    assertEquals(
        Set.of("dn1", "dn2", "dn3", "dn4", "dn5", "dn6"),
        written.servers().stream().map(ServerSpec::host).collect(Collectors.toSet()));
    for (ServerSpec server : written.servers()) {
      assertEquals(server.host().compareTo("dn4") < 0 ? "/rack1" : "/rack2", server.rack());
      assertEquals(capacity(json, server.rack()), server.capacities().down().chunks());
    }
  }

  private static int capacity(JsonNode json, String rack) {
    for (JsonNode link : json.get("links")) {
      if (link.get("kind").asText().equals("receiving")
          && link.get("group").asText().equals(rack)) {
        return link.get("capacity").asInt();
      }
    }
    throw new AssertionError(rack + " was not measured");
  }

  @Test
  void calibrate_withATopology_changesItsNumbersOnly() throws IOException, TopologyException {
    Path file = directory.resolve("changed.yaml");
    assertEquals(0, calibrate("--out=" + file, "--topology=" + topology), err.toString());
    assertNothingLeft();
    String digits = "[0-9]+";
    assertEquals(
        ROOM_FOR_ONE.replaceAll(digits, "N"), Files.readString(file).replaceAll(digits, "N"));
    TopologyReader.read(file);
    assertTrue(out.toString().contains("streamRate: "), out.toString());
  }

  @Test
  void calibrate_nobodyToAsk_writesNothing() {
    assertEquals(
        2,
        new CommandLine(new CalibrateCommand())
            .setErr(new PrintWriter(err))
            .execute("--fs=" + mini.getURI(), "--directory=/measure-none"));
    assertEquals(
        """
        6 datanodes in 2 racks; this host is none of them.
        Writes 55.3 GB, replicas counted, in about 10 min where links carry 1 Gbit/s, to \
        /measure-none, and removes it again.
        To end within 10 min: 2 of 3 rounds. All of it is 82.7 GB, replicas counted, in about 15 \
        min where links carry 1 Gbit/s; --minutes 15 has time for that.
        There is no terminal to ask on, so nothing is written.
        Maybe --yes to begin, or --dry-run to look only.
        """,
        err.toString());
  }

  @Test
  void calibrate_endedByASignal_leavesNothing() throws Exception {
    org.apache.hadoop.fs.Path measure = new org.apache.hadoop.fs.Path("/measure");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PeaceCommand.class.getName(),
                "calibrate",
                "--fs=" + mini.getURI(),
                "--chunk-size=256KiB",
                "--rounds=1000",
                "--yes",
                "--directory=/measure")
            .inheritIO()
            .start();
    try {
      GenericTestUtils.waitFor(() -> isWriting(measure), 50, 60_000);
      process.destroy();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it ends");
    } finally {
      process.destroyForcibly();
    }
    assertNothingLeft();
  }

  private static boolean isWriting(org.apache.hadoop.fs.Path directory) {
    try {
      return mini.getFileSystem().exists(directory)
          && mini.getFileSystem().getContentSummary(directory).getFileCount() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void calibrate_safeMode_failsAndWritesNothing() throws IOException {
    mini.getNameNode()
        .getRpcServer()
        .setSafeMode(
            org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction.SAFEMODE_ENTER, false);
    try {
      Path file = directory.resolve("safe.yaml");
      assertEquals(1, calibrate("--out=" + file));
      assertEquals(
          "The NameNode %s is in safe mode, so nothing can be written.\n".formatted(mini.getURI())
              + "Maybe wait until 'hdfs dfsadmin -safemode wait' returns.\n",
          err.toString());
      assertFalse(Files.exists(file));
    } finally {
      mini.getNameNode()
          .getRpcServer()
          .setSafeMode(
              org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction.SAFEMODE_LEAVE, false);
    }
  }

  @Test
  void calibrate_userWithoutRights_isToldWhoMay() throws IOException, InterruptedException {
    int exitCode =
        UserGroupInformation.createUserForTesting("guest", new String[] {"guests"})
            .doAs((PrivilegedExceptionAction<Integer>) this::calibrate);
    assertEquals(1, exitCode);
    assertEquals(
        "Maybe run it as HDFS's superuser, who alone may list datanodes: with HADOOP_USER_NAME=hdfs"
            + " before the command, or, under Kerberos, its ticket.",
        err.toString().lines().toList().get(1),
        err.toString());
    assertTrue(err.toString().startsWith("User 'guest' may not do this: "), err.toString());
  }

  @Test
  void calibrate_oneDatanodeInService_saysHowManyAreNeeded(@TempDir Path alone) throws IOException {
    try (MiniDFSCluster one =
        new MiniDFSCluster.Builder(new HdfsConfiguration(), alone.toFile()).build()) {
      one.waitActive();
      int exitCode =
          new CommandLine(new CalibrateCommand())
              .setErr(new PrintWriter(err))
              .execute("--fs=" + one.getURI());
      assertEquals(1, exitCode);
      assertEquals(
          """
          Datanodes that are live and in service: 1; at least 2 are needed.
          Maybe others have not registered yet: 'hdfs dfsadmin -report'.
          """,
          err.toString());
    }
  }
}
