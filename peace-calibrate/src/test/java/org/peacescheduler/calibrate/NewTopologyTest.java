package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

class NewTopologyTest {
  @Test
  void yaml_twoRacks_isAFileForPeopleToo() {
    SimulatedCluster cluster =
        new SimulatedCluster(SimulatedCluster.twoRacks(), 117e6, 60.05e6, 124e6, 31e6);
    assertEquals(
        """
        # Measured.
        version: 1

        # What one pipeline hop takes while servers carry as many chunks as their capacity.
        streamRate: 30.02 MB/s

        defaults:
          server: {up: 60.05 MB/s, down: 60.05 MB/s}

        switches:
          - {name: "rack1", rack: "/rack1"}
          - {name: "rack2", rack: "/rack2"}

        links:
          # Measured: 124.0 MB/s.
          - {between: ["rack1", "rack2"], capacity: 124.0 MB/s}

        servers:
          - hosts: ["rack1.[1-8]"]
            switch: "rack1"
            up: 60.05 MB/s  # at least 60.05 MB/s, 2 at a time
            down: 60.05 MB/s  # measured 60.05 MB/s, 2 at a time
          - hosts: ["rack2.[1-9]"]
            switch: "rack2"
            up: 60.05 MB/s  # at least 60.05 MB/s, 2 at a time
            down: 60.05 MB/s  # measured 60.05 MB/s, 2 at a time
        """,
        NewTopology.yaml(cluster.map(), Numbers.of(cluster.findings()), List.of("Measured.")));
  }

  @Test
  void yaml_bandwidthsThatAreRounded_stillHoldTheirChunks() throws TopologyException {
    SimulatedCluster cluster =
        new SimulatedCluster(SimulatedCluster.twoRacks(), 117e6, 117.04e6, 1e12, 59e6);
    String yaml = NewTopology.yaml(cluster.map(), Numbers.of(cluster.findings()), List.of());
    assertTrue(yaml.contains("streamRate: 58.50 MB/s"), yaml);
    assertTrue(
        TopologyReader.parse(yaml, "").servers().stream()
            .allMatch(s -> s.capacities().areBandwidths() && s.capacities().down().chunks() == 2),
        yaml);
  }

  @Test
  void yaml_linkThatMayCarryMore_isNoLimitAndSaysSo() throws TopologyException {
    SimulatedCluster cluster =
        new SimulatedCluster(SimulatedCluster.twoRacks(), 117e6, 117e6, 1e12, 60e6);
    String yaml = NewTopology.yaml(cluster.map(), Numbers.of(cluster.findings()), List.of());
    assertTrue(
        yaml.contains(
            "  # At least 468.0 MB/s; one host could not find out more. Taken as no limit: put in"
                + " the bandwidth.\n"),
        yaml);
    assertEquals(9 * 2, TopologyReader.parse(yaml, "").links().get(0).capacity().chunks());
  }

  @Test
  void yaml_racksNamedLikeAHostOrAlike_haveSwitchesWithOtherNames() throws TopologyException {
    Map<String, Integer> racks = new LinkedHashMap<>();
    racks.put("/a/b", 1);
    racks.put("/a-b", 1);
    racks.put("/core", 2);
    SimulatedCluster cluster = new SimulatedCluster(racks, 1e8, 1e8, 1e8, 5e7);
    List<Datanode> named =
        List.of(
            new Datanode("a-b", "10.0.0.1", 9866, "/a/b"),
            new Datanode("x", "10.0.0.2", 9866, "/a-b"),
            new Datanode("y", "10.0.0.3", 9866, "/core"));
    Topology topology =
        TopologyReader.parse(
            NewTopology.yaml(
                ClusterMap.of(named, Set.of()), Numbers.of(cluster.findings()), List.of()),
            "");
    assertEquals(4, topology.switches().size());
    assertEquals(
        Set.of("/a/b", "/a-b", "/core"),
        topology.servers().stream().map(ServerSpec::rack).collect(Collectors.toSet()));
  }

  /** Whatever is measured, Peace can read it and gets the capacities that were measured. */
  @Property(tries = 300)
  void yaml_anyCluster_isReadWithTheMeasuredCapacities(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 2, max = 12) Integer> sizes,
      @ForAll @DoubleRange(min = 1e5, max = 5e9) double datanode,
      @ForAll @DoubleRange(min = 0.2, max = 5) double client,
      @ForAll @DoubleRange(min = 0.2, max = 50) double between,
      @ForAll @DoubleRange(min = 0.15, max = 2) double chunk)
      throws TopologyException {
    Map<String, Integer> racks = new LinkedHashMap<>();
    sizes.forEach(size -> racks.put("/rack" + racks.size(), size));
    SimulatedCluster cluster =
        new SimulatedCluster(
            racks, client * datanode, datanode, between * datanode, chunk * datanode);
    Findings findings = cluster.findings();
    Numbers numbers = Numbers.of(findings);
    Topology topology =
        TopologyReader.parse(NewTopology.yaml(cluster.map(), numbers, List.of("x")), "");
    assertEquals(
        SimulatedCluster.datanodes(racks).stream().map(Datanode::host).collect(Collectors.toSet()),
        topology.servers().stream().map(ServerSpec::host).collect(Collectors.toSet()));
    for (ServerSpec server : topology.servers()) {
      assertEquals(
          findings.receive().get(server.rack()).knee().capacity(),
          server.capacities().down().chunks());
      assertEquals(
          findings.send().get(server.rack()).knee().capacity(), server.capacities().up().chunks());
    }
    for (LinkSpec link : topology.links()) {
      Numbers.Link uplink = numbers.uplink("/" + link.a()).orElseThrow();
      if (uplink.isExact()) {
        assertEquals(uplink.capacity(), link.capacity().chunks(), uplink.toString());
      } else {
        int most = racks.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        assertEquals(0, link.capacity().chunks() % most, "all servers of a rack at once");
      }
    }
  }
}
