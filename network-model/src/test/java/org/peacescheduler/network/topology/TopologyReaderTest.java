package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {

  private static final String SMALLEST =
      """
      version: 1
      switches: [{name: tor1}]
      servers: [{hosts: "a[1-2]", switch: tor1}]
      """;

  @Test
  void parse_smallestFile_fillsEverythingIn() throws TopologyException {
    ServerCapacities two = capacities(2, 2);
    assertEquals(
        new Topology(
            List.of(new SwitchSpec("tor1", "/tor1")),
            List.of(),
            List.of(
                new ServerSpec("a1", "tor1", "/tor1", two),
                new ServerSpec("a2", "tor1", "/tor1", two)),
            two,
            OptionalDouble.empty(),
            Optional.empty(),
            "t.yaml"),
        TopologyReader.parse(SMALLEST, "t.yaml"));
  }

  @Test
  void parse_everySection_isRead() throws TopologyException {
    Topology topology =
        TopologyReader.parse(
            """
            version: 1
            streamRate: 60 MB/s
            defaults:
              server: {up: 3, down: 1 Gbit/s, disk: 240 MB/s}
            switches:
              - {name: tor1, rack: /room1/rack1}
              - {name: tor2, rack: /room1/rack2}
              - {name: core}
            links:
              - {between: [tor1, core], capacity: 10 Gbit/s}
              - {between: [core, tor2], capacity: 7}
              - {between: [core, tor2], capacity: 7}
            servers:
              - {hosts: ["Svr1.[1-2]", "10.0.0.7"], switch: tor1, up: 1, disk: 9}
              - {hosts: "svr2.[01-02]", switch: tor2, down: 125 MB/s}
            placement: [local, other-rack, same-rack, new-rack, any]
            """,
            "t.yaml");
    Capacity one = new Capacity(1);
    Capacity two = bandwidth(125 / 60.0);
    ServerCapacities nine = new ServerCapacities(one, two, Optional.of(new Capacity(9)));
    ServerCapacities defaults =
        new ServerCapacities(new Capacity(3), two, Optional.of(bandwidth(4)));
    assertEquals(
        List.of(
            new SwitchSpec("tor1", "/room1/rack1"),
            new SwitchSpec("tor2", "/room1/rack2"),
            new SwitchSpec("core", "/core")),
        topology.switches());
    assertEquals(
        List.of(
            new LinkSpec("tor1", "core", bandwidth(1250 / 60.0)),
            new LinkSpec("core", "tor2", new Capacity(7)),
            new LinkSpec("core", "tor2", new Capacity(7))),
        topology.links());
    assertEquals(
        List.of(
            new ServerSpec("Svr1.1", "tor1", "/room1/rack1", nine),
            new ServerSpec("Svr1.2", "tor1", "/room1/rack1", nine),
            new ServerSpec("10.0.0.7", "tor1", "/room1/rack1", nine),
            new ServerSpec("svr2.01", "tor2", "/room1/rack2", defaults),
            new ServerSpec("svr2.02", "tor2", "/room1/rack2", defaults)),
        topology.servers());
    assertEquals(defaults, topology.defaults());
    assertEquals(
        Optional.of(
            List.of(
                Constraint.LOCAL,
                Constraint.OTHER_RACK,
                Constraint.SAME_RACK,
                Constraint.NEW_RACK,
                Constraint.ANY)),
        topology.placement());
  }

  @Test
  void parse_aliases_areFollowed() throws TopologyException {
    Topology topology =
        TopologyReader.parse(
            """
            version: 1
            switches: [{name: &tor tor1}]
            servers:
              - {hosts: a, switch: *tor, up: &many 7}
              - {hosts: b, switch: *tor, up: *many}
            """,
            "t.yaml");
    assertEquals(new Capacity(7), topology.servers().get(1).capacities().up());
  }

  @Test
  void parse_switchWithoutServersAndLinks_isAccepted() throws TopologyException {
    String yaml = SMALLEST.replace("{name: tor1}", "{name: tor1}, {name: spare}");
    assertEquals(2, TopologyReader.parse(yaml, "t.yaml").switches().size());
  }

  @Test
  void parse_twoSwitchesInOneRack_isAccepted() throws TopologyException {
    Topology topology =
        TopologyReader.parse(
            """
            version: 1
            switches: [{name: tor1a, rack: /rack1}, {name: tor1b, rack: /rack1}]
            links: [{between: [tor1a, tor1b], capacity: 1}]
            servers: [{hosts: a, switch: tor1a}, {hosts: b, switch: tor1b}]
            """,
            "t.yaml");
    assertEquals("/rack1", topology.servers().get(1).rack());
  }

  @Test
  void read_byteOrderMarkAndCarriageReturns_areAccepted(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("topology.yaml");
    Files.writeString(file, "\uFEFF" + SMALLEST.replace("\n", "\r\n"));
    Topology topology = TopologyReader.read(file);
    assertEquals(2, topology.servers().size());
    assertEquals(file.toString(), topology.source());
  }

  @Test
  void parse_hundredThousandHosts_isAccepted() throws TopologyException {
    String yaml = SMALLEST.replace("a[1-2]", "a[1-100000]");
    assertEquals(100_000, TopologyReader.parse(yaml, "t.yaml").servers().size());
  }

  @Test
  void parse_largestCapacity_isAccepted() throws TopologyException {
    String yaml = SMALLEST.replace("switch: tor1", "switch: tor1, up: 1000000");
    assertEquals(1_000_000, firstUp(yaml));
  }

  @Test
  void parse_scaledLinkAtItsOwnRate_carriesOneChunk() throws TopologyException {
    String yaml =
        "streamRate: 15.625 Mbit/s\n"
            + SMALLEST.replace("switch: tor1", "switch: tor1, up: 15.625 Mbit/s");
    assertEquals(1, firstUp(yaml));
  }

  @Test
  void exception_severalProblems_carriesThemInTheOrderOfTheFile() {
    TopologyException e =
        assertThrows(
            TopologyException.class,
            () ->
                TopologyReader.parse(
                    """
                    placement: [nowhere]
                    servers: [{hosts: a, switch: tor1, up: 0}]
                    switches: [{name: tor1, rack: x}]
                    version: 2
                    """,
                    "t.yaml"));
    assertEquals(
        List.of(
            new Problem(
                "PEACE-TOPO-030",
                "t.yaml",
                1,
                13,
                "placement[0]",
                "constraint 'nowhere' is not known.",
                "Known are 'local', 'same-rack', 'other-rack', 'new-rack' and 'any'."),
            new Problem(
                "PEACE-TOPO-014",
                "t.yaml",
                2,
                40,
                "servers[0].up",
                "0 chunks per timestep is less than 1.",
                "Maybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s."),
            new Problem(
                "PEACE-TOPO-020",
                "t.yaml",
                3,
                31,
                "switches[0].rack",
                "rack 'x' does not start with '/'.",
                "Maybe write '/x'."),
            new Problem(
                "PEACE-TOPO-013",
                "t.yaml",
                4,
                10,
                "version",
                "version 2 is not supported.",
                "Maybe write 'version: 1', or use a release of Peace that knows this version.")),
        e.problems());
    assertTrue(
        e.getMessage()
            .startsWith(
                "PEACE-TOPO-030 t.yaml:1 placement[0]: constraint 'nowhere' is not known.\nKnown"));
  }

  @Test
  void capacity_outOfRange_isRefused() {
    assertEquals(
        "capacity 0 is not between 1 and 1000000 chunks per timestep",
        assertThrows(IllegalArgumentException.class, () -> new Capacity(0)).getMessage());
    assertEquals(
        "capacity 1000001 is not between 1 and 1000000 chunks per timestep",
        assertThrows(IllegalArgumentException.class, () -> new Capacity(1_000_001)).getMessage());
  }

  private static int firstUp(String yaml) throws TopologyException {
    return TopologyReader.parse(yaml, "t.yaml").servers().get(0).capacities().up().chunks();
  }

  private static ServerCapacities capacities(int up, int down) {
    return new ServerCapacities(new Capacity(up), new Capacity(down), Optional.empty());
  }

  /** A bandwidth of so many streams. */
  static Capacity bandwidth(double streams) {
    return new Capacity((int) streams, OptionalDouble.of(streams));
  }
}
