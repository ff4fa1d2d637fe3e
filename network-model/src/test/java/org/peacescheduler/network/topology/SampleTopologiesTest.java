package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The files in conf are what operators copy. */
class SampleTopologiesTest {

  private static final Path CONF = TopologyTexts.inCheckout("conf");

  @Test
  void read_everySample_isAccepted() throws Exception {
    Set<String> read = new TreeSet<>();
    try (DirectoryStream<Path> samples = Files.newDirectoryStream(CONF, "topology-*.yaml")) {
      for (Path sample : samples) {
        assertTrue(TopologyReader.read(sample).servers().size() >= 4);
        read.add(sample.getFileName().toString());
      }
    }
    assertTrue(
        read.containsAll(
            Set.of(
                "topology-figure5.yaml", "topology-two-rack.yaml", "topology-three-level.yaml")));
  }

  @Test
  void read_figure5_isThePapers() throws Exception {
    Path file = CONF.resolve("topology-figure5.yaml");
    Capacity one = new Capacity(1);
    ServerCapacities ones = new ServerCapacities(one, one, Optional.empty());
    assertEquals(
        new Topology(
            List.of(new SwitchSpec("tor1", "/tor1"), new SwitchSpec("tor2", "/tor2")),
            List.of(new LinkSpec("tor1", "tor2", one)),
            List.of(
                new ServerSpec("svr1.1", "tor1", "/tor1", ones),
                new ServerSpec("svr1.2", "tor1", "/tor1", ones),
                new ServerSpec("svr2.1", "tor2", "/tor2", ones),
                new ServerSpec("svr2.2", "tor2", "/tor2", ones)),
            ones,
            OptionalDouble.empty(),
            Optional.of(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK)),
            file.toString()),
        TopologyReader.read(file));
  }

  @Test
  void read_twoRack_hasThePapersEightAndNineServers() throws Exception {
    Topology topology = TopologyReader.read(CONF.resolve("topology-two-rack.yaml"));
    assertEquals(
        "{/rack1=8, /rack2=9}",
        topology.servers().stream()
            .collect(Collectors.groupingBy(ServerSpec::rack, TreeMap::new, Collectors.counting()))
            .toString());
    assertEquals(
        TopologyReaderTest.bandwidth(125 / 60.0), topology.servers().get(16).capacities().down());
  }

  @Test
  void read_threeLevel_hasLevelsDisksAndParallelLinks() throws Exception {
    Topology topology = TopologyReader.read(CONF.resolve("topology-three-level.yaml"));
    assertEquals(80, topology.servers().size());
    assertEquals(10, topology.switches().size());
    assertEquals(18, topology.links().size());
    assertEquals(topology.links().get(16), topology.links().get(17));
    assertEquals(
        new ServerCapacities(
            TopologyReaderTest.bandwidth(12.5),
            TopologyReaderTest.bandwidth(12.5),
            Optional.of(TopologyReaderTest.bandwidth(6))),
        topology.servers().get(0).capacities());
  }
}
