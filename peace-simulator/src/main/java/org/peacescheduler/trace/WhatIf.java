package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * A change of a network that somebody thinks about. Immutable.
 *
 * @param racks so many more, each like the largest rack, with its links
 * @param linkTimes what links between switches carry, times this
 * @param serverTimes what servers' own links carry, times this
 */
public record WhatIf(int racks, double linkTimes, double serverTimes) {
  /** No change. */
  public static final WhatIf NOTHING = new WhatIf(0, 1, 1);

  /** Whether it changes nothing. */
  boolean isNothing() {
    return equals(NOTHING);
  }

  /** The network with the change. */
  Topology of(Topology network) {
    Topology wider =
        RecordedNetwork.with(
            network,
            network.links().stream()
                .map(link -> new LinkSpec(link.a(), link.b(), times(link.capacity(), linkTimes)))
                .toList(),
            network.servers().stream().map(this::wider).toList());
    for (int i = 1; i <= racks; i++) {
      wider = withRack(wider, i);
    }
    return wider;
  }

  private ServerSpec wider(ServerSpec server) {
    UnaryOperator<Capacity> each = capacity -> times(capacity, serverTimes);
    ServerCapacities own = server.capacities();
    return new ServerSpec(
        server.host(),
        server.switchName(),
        server.rack(),
        new ServerCapacities(each.apply(own.up()), each.apply(own.down()), own.disk()));
  }

  private static Capacity times(Capacity capacity, double times) {
    double streams = capacity.asStreams() * times;
    int whole = (int) Math.max(1, Math.min(Capacity.MAX_CHUNKS, Math.floor(streams)));
    return new Capacity(whole, OptionalDouble.of(streams));
  }

  /** One more rack, like the largest one. */
  private static Topology withRack(Topology network, int number) {
    Map<String, Integer> count = new HashMap<>();
    network.servers().forEach(server -> count.merge(server.switchName(), 1, Integer::sum));
    String like =
        network.switches().stream()
            .map(SwitchSpec::name)
            .filter(name -> !name.startsWith("new-rack-"))
            .max(Comparator.comparingInt(name -> count.getOrDefault(name, 0)))
            .orElseThrow();
    String name = "new-rack-" + number;
    List<SwitchSpec> switches = new ArrayList<>(network.switches());
    switches.add(new SwitchSpec(name, "/" + name));
    List<LinkSpec> links = new ArrayList<>(network.links());
    for (LinkSpec link : network.links()) {
      if (link.a().equals(like) || link.b().equals(like)) {
        links.add(new LinkSpec(name, link.a().equals(like) ? link.b() : link.a(), link.capacity()));
      }
    }
    if (network.links().isEmpty()) {
      links.add(new LinkSpec(name, like, allOf(network, like)));
    }
    Set<String> taken = new HashSet<>();
    List<ServerSpec> servers = new ArrayList<>(network.servers());
    network.servers().forEach(server -> taken.add(server.host()));
    for (ServerSpec server : network.servers()) {
      if (server.switchName().equals(like)) {
        String host = name + "-" + server.host();
        if (taken.add(host)) {
          servers.add(new ServerSpec(host, name, "/" + name, server.capacities()));
        }
      }
    }
    return RecordedNetwork.with(network, switches, links, servers);
  }

  /** What all servers of the only switch send together: a link that does not limit. */
  private static Capacity allOf(Topology network, String sw) {
    double streams =
        network.servers().stream()
            .filter(server -> server.switchName().equals(sw))
            .mapToDouble(server -> server.capacities().up().asStreams())
            .sum();
    return times(new Capacity(1, OptionalDouble.of(1)), streams);
  }
}
