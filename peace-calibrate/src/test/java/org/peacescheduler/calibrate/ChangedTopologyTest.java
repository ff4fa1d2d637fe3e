package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

class ChangedTopologyTest {
  private static final String FILE =
      """
      version: 1
      streamRate: 60 MB/s   # a guess
      defaults:
        server: {up: 2, down: 2}   # \uD83D\uDE80 not all of them
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
        - {name: spine}
      links:
        - {between: [tor1, spine], capacity: 8}
        - between: [spine, tor2]
          capacity: "10 Gbit/s"    # new
      servers:
        - {hosts: "rack1.[1-8]", switch: tor1}
        - hosts: ["rack2.[1-4]", rack2.5]
          switch: tor2
          down: 10 Gbit/s
        - {hosts: "rack2.[6-9]", switch: tor2}
      """;

  private static Numbers numbers(Topology topology, double datanode, double betweenRacks) {
    SimulatedCluster cluster =
        new SimulatedCluster(
            SimulatedCluster.twoRacks(), 10 * datanode, datanode, betweenRacks, datanode / 3);
    Findings found = cluster.findings();
    Map<String, List<Datanode>> groups = Groups.of(cluster.map(), topology);
    // Each group of the file has the figures of its datanodes' rack.
    Map<String, Findings.Finding> receive = new LinkedHashMap<>();
    Map<String, Findings.Finding> send = new LinkedHashMap<>();
    groups.forEach(
        (group, datanodes) -> {
          receive.put(group, found.receive().get(datanodes.get(0).rack()));
          send.put(group, found.send().get(datanodes.get(0).rack()));
        });
    return Numbers.of(new Findings(found.client(), receive, send, found.betweenRacks(), List.of()));
  }

  @Test
  void change_measuredNumbers_keepsAllElse() throws TopologyException {
    Topology topology = TopologyReader.parse(FILE, "");
    ChangedTopology.Result result =
        ChangedTopology.of(FILE, topology, numbers(topology, 90e6, 120e6));
    assertEquals(
        FILE.replace("60 MB/s", "30.00 MB/s")
            .replace("up: 2, down: 2", "up: 3, down: 3")
            .replace("capacity: 8", "capacity: 4")
            .replace("\"10 Gbit/s\"", "120.0 MB/s")
            .replace("down: 10 Gbit/s", "down: 90.00 MB/s"),
        result.text());
    assertEquals(
        List.of(
            "line 2, streamRate: 60 MB/s -> 30.00 MB/s",
            "line 4, defaults, up: 2 -> 3",
            "line 4, defaults, down: 2 -> 3",
            "line 10, tor1 - spine, capacity: 8 -> 4",
            "line 12, spine - tor2, capacity: \"10 Gbit/s\" -> 120.0 MB/s",
            "line 17, servers of tor2, up 2, down 20, down: 10 Gbit/s -> 90.00 MB/s"),
        result.changes());
    Topology changed = TopologyReader.parse(result.text(), "");
    assertEquals(17, changed.servers().size());
    assertEquals(
        Set.of(3),
        Set.copyOf(changed.servers().stream().map(s -> s.capacities().down().chunks()).toList()));
  }

  @Test
  void change_noStreamRateInTheFile_bandwidthsStayBandwidths() throws TopologyException {
    String untold =
        FILE.replace("streamRate: 60 MB/s   # a guess\n", "")
            .replace("up: 2, down: 2", "up: 1 Gbit/s, down: 1 Gbit/s");
    Topology topology = TopologyReader.parse(untold, "");
    ChangedTopology.Result result =
        ChangedTopology.of(untold, topology, numbers(topology, 117.04e6, 120e6));
    assertEquals(
        untold
            .replace("up: 1 Gbit/s, down: 1 Gbit/s", "up: 117.0 MB/s, down: 117.0 MB/s")
            .replace("capacity: 8", "capacity: 3")
            .replace("\"10 Gbit/s\"", "120.0 MB/s")
            .replace("down: 10 Gbit/s", "down: 117.0 MB/s"),
        result.text());
    TopologyReader.parse(result.text(), "");
  }

  @Test
  void change_linkThatMayCarryMore_isNotMadeSmaller() throws TopologyException {
    String wide = FILE.replace("capacity: 8", "capacity: 800");
    Topology topology = TopologyReader.parse(wide, "");
    ChangedTopology.Result result =
        ChangedTopology.of(wide, topology, numbers(topology, 90e6, 1e12));
    assertEquals(800, TopologyReader.parse(result.text(), "").links().get(0).capacity().chunks());
  }

  @Test
  void change_directionsSaidNowhere_areAddedToTheServers() throws TopologyException {
    String silent =
        FILE.replace("server: {up: 2, down: 2}", "server: {down: 2}")
            .replace("down: 10 Gbit/s", "down: 3");
    Topology topology = TopologyReader.parse(silent, "");
    ChangedTopology.Result result =
        ChangedTopology.of(silent, topology, numbers(topology, 90e6, 120e6));
    assertEquals(
        silent
            .replace("60 MB/s", "30.00 MB/s")
            .replace("capacity: 8", "capacity: 4")
            .replace("\"10 Gbit/s\"", "120.0 MB/s")
            .replace("server: {down: 2}", "server: {down: 3}")
            .replace("{hosts: \"rack1", "{up: 90.00 MB/s, hosts: \"rack1")
            .replace("- hosts: [", "- up: 90.00 MB/s\n    hosts: [")
            .replace("{hosts: \"rack2", "{up: 90.00 MB/s, hosts: \"rack2"),
        result.text());
    assertTrue(
        result
            .changes()
            .contains("line 14, servers of tor1, up 2, down 2: nothing -> up: 90.00 MB/s"),
        () -> String.join("\n", result.changes()));
    TopologyReader.parse(result.text(), "");
  }

  @Test
  void change_noDefaults_addsBothDirections() throws TopologyException {
    String silent =
        FILE.replace("defaults:\n", "")
            .replace("  server: {up: 2, down: 2}   # \uD83D\uDE80 not all of them\n", "")
            .replace("    down: 10 Gbit/s\n", "");
    Topology topology = TopologyReader.parse(silent, "");
    ChangedTopology.Result result =
        ChangedTopology.of(silent, topology, numbers(topology, 90e6, 120e6));
    assertTrue(
        result.text().contains("- {up: 90.00 MB/s, down: 90.00 MB/s, hosts: \"rack1.[1-8]\""),
        result.text());
    assertTrue(
        result
            .text()
            .contains("- up: 90.00 MB/s\n    down: 90.00 MB/s\n    hosts: [\"rack2.[1-4]\""),
        result.text());
    assertEquals(
        "line 15, servers of tor2, up 2, down 2: nothing -> up: 90.00 MB/s, down: 90.00 MB/s",
        result.changes().get(result.changes().size() - 1));
    assertEquals(
        Set.of(3),
        TopologyReader.parse(result.text(), "").servers().stream()
            .map(s -> s.capacities().up().chunks())
            .collect(Collectors.toSet()));
  }

  @Test
  void change_fileOfNumbersThatSaysNoneForServers_addsNumbers() throws TopologyException {
    String silent =
        """
        version: 1
        switches: [{name: tor1, rack: /rack1}, {name: tor2, rack: /rack2}]
        links: [{between: [tor1, tor2], capacity: 8}]
        servers: [{hosts: "rack1.[1-8]", switch: tor1}, {hosts: "rack2.[1-9]", switch: tor2}]
        """;
    Topology topology = TopologyReader.parse(silent, "");
    ChangedTopology.Result result =
        ChangedTopology.of(silent, topology, numbers(topology, 90e6, 120e6));
    assertEquals(
        silent.replace("capacity: 8", "capacity: 4").replace("{hosts", "{up: 3, down: 3, hosts"),
        result.text());
  }

  @Test
  void change_wideCharacterAtTheEndOfTheLibrarysBuffer_isKept() throws TopologyException {
    for (int before = 1020; before < 1030; before++) {
      String wide = "#" + "-".repeat(before) + "\uD83D\uDE80\n" + FILE;
      Topology topology = TopologyReader.parse(wide, "");
      ChangedTopology.Result result =
          ChangedTopology.of(wide, topology, numbers(topology, 90e6, 120e6));
      assertTrue(result.text().contains("streamRate: 30.00 MB/s"), result.text());
      assertEquals(List.of(), ChangedTopology.aliases(wide));
    }
  }
}
