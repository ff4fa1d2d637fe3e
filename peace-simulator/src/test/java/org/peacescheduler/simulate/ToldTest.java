package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

class ToldTest {
  private static final String NETWORK =
      """
      version: 1
      streamRate: 10 MB/s
      switches: [{name: tor1, rack: /r1}, {name: tor2, rack: /r2}, {name: core}]
      links:
      - {between: [tor1, core], capacity: 40 MB/s}
      - {between: [tor2, core], capacity: 40 MB/s}
      servers:
      - {hosts: a, switch: tor1, up: 15 MB/s, down: 10 MB/s}
      - {hosts: b, switch: tor2, up: 15 MB/s, down: 10 MB/s}
      placement: [same-rack]
      """;

  private static Topology network() {
    try {
      return TopologyReader.parse(NETWORK, "test.yaml");
    } catch (TopologyException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void same_anyNetwork_isTheNetwork() {
    assertEquals(network(), new Told.Same().of(network()));
  }

  @Test
  void scaled_anyNetwork_streamsAreFasterAndAsMany() {
    Topology told = new Told.Scaled(2).of(network());

    assertEquals(OptionalDouble.of(20e6), told.streamBytesPerSecond());
    assertEquals(network().servers(), told.servers());
    assertEquals(network().links(), told.links());
  }

  @Test
  void numbers_anyNetwork_sameSwitchesAndNoRate() {
    Topology told = new Told.Numbers(2, 3).of(network());

    assertEquals(OptionalDouble.empty(), told.streamBytesPerSecond());
    assertEquals(network().switches(), told.switches());
    assertEquals(
        List.of(
            new LinkSpec("tor1", "core", new Capacity(3)),
            new LinkSpec("tor2", "core", new Capacity(3))),
        told.links());
    assertEquals(
        List.of(new Capacity(2), new Capacity(2)),
        told.servers().stream().map(server -> server.capacities().up()).toList());
    assertEquals(network().placement(), told.placement());
  }

  @Test
  void nothing_anyNetwork_isTheRackMap() {
    Topology told = new Told.Nothing().of(network());

    assertEquals(OptionalDouble.empty(), told.streamBytesPerSecond());
    assertEquals(
        List.of(
            new SwitchSpec("unmodelled-core", "/unmodelled-core"),
            new SwitchSpec("/r1", "/r1"),
            new SwitchSpec("/r2", "/r2")),
        told.switches());
    assertEquals(
        List.of(
            new LinkSpec("/r1", "unmodelled-core", new Capacity(2)),
            new LinkSpec("/r2", "unmodelled-core", new Capacity(2))),
        told.links());
    assertEquals(List.of("/r1", "/r2"), told.servers().stream().map(ServerSpec::rack).toList());
    assertEquals(new Capacity(2), told.servers().get(0).capacities().up());
    assertEquals(true, told.placement().isEmpty());
  }
}
