package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.laboratory.workload.SampleWorkload;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.Workload;

class WorkloadOptionsTest {
  private static final String WIDE =
      """
      version: 1
      network:
        version: 1
        streamRate: 1 MB/s
        switches: [{name: tor1, rack: /r1}, {name: tor2, rack: /r2}]
        links: [{between: [tor1, tor2], capacity: 4 MB/s}]
        servers:
          - {hosts: a, switch: tor1, up: 4 MB/s, down: 1 MB/s}
          - {hosts: b, switch: tor2, up: 4 MB/s, down: 3 MB/s}
      """;

  @TempDir private Path folder;

  private WorkloadOptions options(String yaml, Policy... policies)
      throws IOException, ScenarioException {
    Path file = Files.writeString(folder.resolve("wide.yaml"), yaml);
    return new WorkloadOptions(
        Workload.read(file, WorkloadOptions.LIMITS),
        Duration.ofMillis(50),
        Map.of("dfs.namenode.peace.order", "fcfs"),
        List.of(policies),
        1,
        0,
        7,
        folder);
  }

  @Test
  void settings_ofAWorkload_areItsServers() throws Exception {
    ClusterSettings settings =
        options(
                WIDE
                    + """
                    deferralMax: 20
                    writers:
                    - {count: 2, files: 3, size: 1 MiB, replication: 1, user: ann}
                    - {replication: 1, ownDisk: false, chunk: 512 KiB}
                    """,
                Policy.STOCK,
                Policy.PEACE)
            .settings();
    assertEquals(List.of("a", "b"), settings.hosts());
    assertEquals(List.of("/r1", "/r2"), settings.racks());
    assertEquals(List.of(1_000_000L, 3_000_000L), settings.bytesPerSecond());
    assertEquals(List.of("ann", "ann", ""), settings.users());
    assertEquals(512 << 10, settings.chunkBytes());
    assertEquals(2 * 7 + 10, settings.handlers());
    assertEquals("20000ms", settings.peaceKeys().get("dfs.namenode.peace.deferral.max"));
    assertEquals("fcfs", settings.peaceKeys().get("dfs.namenode.peace.order"));
    String file = settings.peaceKeys().get("dfs.namenode.peace.topology.file");
    assertEquals(
        """
        version: 1
        streamRate: 8000000.000 bit/s
        switches:
          - {name: "tor1", rack: "/r1"}
          - {name: "tor2", rack: "/r2"}
        links:
          - {between: ["tor1", "tor2"], capacity: 32000000.000 bit/s}
        servers:
          - {hosts: "a", switch: "tor1", up: 32000000.000 bit/s, down: 8000000.000 bit/s}
          - {hosts: "b", switch: "tor2", up: 32000000.000 bit/s, down: 24000000.000 bit/s}
        """,
        Files.readString(Path.of(file)));
  }

  @Test
  void settings_toldNothing_haveNoFile() throws Exception {
    ClusterSettings settings =
        options(WIDE + "told: nothing\nwriters: [{replication: 1}]\n", Policy.STOCK, Policy.PEACE)
            .settings();
    assertFalse(settings.peaceKeys().containsKey("dfs.namenode.peace.topology.file"));
  }

  @Test
  void json_options_haveSeedAndKeys() throws Exception {
    assertEquals(
        "{\"throttlePeriodMillis\":50,\"rounds\":1,\"warmUp\":0,\"seed\":7,"
            + "\"properties\":{\"dfs.namenode.peace.order\":\"fcfs\"}}",
        ExperimentJson.options(options(WIDE + "writers: [{replication: 1}]\n", Policy.STOCK))
            .toString());
  }

  @Test
  void read_linksThatWouldLimit_areAProblemOfTheFile() {
    ScenarioException e =
        assertThrows(
            ScenarioException.class,
            () ->
                SampleWorkload.read(
                    folder,
                    WorkloadOptions.LIMITS,
                    "slow: {hosts: [a1], factor: 0.5}\nwriters: [{ownDisk: true}]\n"));
    assertEquals(
        """
        PEACE-SIM-079 %1$s:3 network: './peace experiment' limits what datanodes take in and nothing else, \
        and 'up' of the server 'a1' is less than what all of them take in.
        Maybe write 5000 kB/s or more, or use './peace testbed'.
        PEACE-SIM-079 %1$s:13 slow: 'slow' is a mapping, and './peace experiment' has no such thing: \
        its datanodes can take in less, and cannot send less.
        Maybe remove it, or use './peace simulate'.
        PEACE-SIM-079 %1$s:14 writers[0].ownDisk: 'ownDisk' is the value true, and './peace experiment' has \
        no such thing: what a datanode takes in is limited wherever it comes from.
        Maybe remove it, or use './peace simulate'.\
        """
            .formatted(folder.resolve("w.yaml")),
        e.getMessage());
  }

  @Test
  void problems_withoutStock_areTold() throws Exception {
    assertEquals(
        List.of("A scenario is compared with stock HDFS. Maybe --policies stock,peace."),
        options(WIDE + "writers: [{replication: 1}]\n", Policy.PEACE).problems());
  }

  @Test
  void read_scenarioThatComesAlong_fitsTheCluster() throws Exception {
    Path file = Path.of("scenarios", "receiving.yaml");
    assertEquals("receiving", Workload.read(file, WorkloadOptions.LIMITS).name());
  }
}
