package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.Constants;
import org.peacescheduler.schedule.division.Packing;

/** What Peace is told of a network. Immutable. */
sealed interface Told {
  /** What it says of a network that is like this. */
  Topology of(Topology network);

  /** The file is right. */
  record Same() implements Told {
    @Override
    public Topology of(Topology network) {
      return network;
    }
  }

  /** All bandwidths and the {@code streamRate} are so many times as large as the real ones. */
  record Scaled(double factor) implements Told {
    @Override
    public Topology of(Topology network) {
      // Bandwidths are kept in streams, so it is the stream that is larger.
      double rate = network.streamBytesPerSecond().orElseThrow() * factor;
      return new Topology(
          network.switches(),
          network.links(),
          network.servers(),
          network.defaults(),
          OptionalDouble.of(rate),
          network.placement(),
          network.source());
    }
  }

  /** The file has the same switches, and numbers of streams instead of bandwidths. */
  record Numbers(int server, int links) implements Told {
    @Override
    public Topology of(Topology network) {
      ServerCapacities each = capacities(server);
      return new Topology(
          network.switches(),
          network.links().stream()
              .map(link -> new LinkSpec(link.a(), link.b(), new Capacity(links)))
              .toList(),
          network.servers().stream()
              .map(s -> new ServerSpec(s.host(), s.switchName(), s.rack(), each))
              .toList(),
          each,
          OptionalDouble.empty(),
          network.placement(),
          network.source());
    }
  }

  /**
   * There is no file: as {@code ClusterView} makes a model of the NameNode's rack map. Each rack is
   * a switch, whose link to the core carries what its servers' do; they have the paper's
   * capacities.
   */
  record Nothing() implements Told {
    private static final int PAPER_CAPACITY = 2;
    private static final String CORE = "unmodelled-core";

    @Override
    public Topology of(Topology network) {
      ServerCapacities each = capacities(PAPER_CAPACITY);
      Map<String, SwitchSpec> racks = new LinkedHashMap<>();
      racks.put(CORE, new SwitchSpec(CORE, "/" + CORE));
      Map<String, Integer> inRack = new LinkedHashMap<>();
      List<LinkSpec> up = new ArrayList<>();
      List<ServerSpec> servers = new ArrayList<>();
      for (ServerSpec server : network.servers()) {
        String rack = server.rack();
        racks.putIfAbsent(rack, new SwitchSpec(rack, rack));
        inRack.merge(rack, 1, Integer::sum);
        servers.add(new ServerSpec(server.host(), rack, rack, each));
      }
      inRack.forEach(
          (rack, count) -> up.add(new LinkSpec(rack, CORE, new Capacity(count * PAPER_CAPACITY))));
      return new Topology(
          List.copyOf(racks.values()),
          up,
          servers,
          each,
          OptionalDouble.empty(),
          Optional.empty(),
          "the NameNode's rack map");
    }
  }

  /** The model that a NameNode makes of it, as {@code PeaceNode} does. */
  default NetworkModel model(Topology network, int replication, Constants constants) {
    Topology told = of(network);
    return NetworkModel.of(told.divided(Packing.parts(told, replication, constants)));
  }

  /** The same, but streams are not divided in small clusters. */
  default NetworkModel undivided(Topology network) {
    return NetworkModel.of(of(network));
  }

  private static ServerCapacities capacities(int streams) {
    return new ServerCapacities(new Capacity(streams), new Capacity(streams), Optional.empty());
  }
}
