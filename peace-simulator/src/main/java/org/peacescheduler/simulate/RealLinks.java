package org.peacescheduler.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;

/** What links carry in reality. Stateless. */
final class RealLinks {
  private RealLinks() {}

  /**
   * The payload that each edge carries, in bytes/s.
   *
   * @param overhead what a link carries for each byte of payload; disks have none
   */
  static double[] bytesPerSecond(NetworkModel model, Scenario.Reality reality, double overhead) {
    double stream = model.topology().streamBytesPerSecond().orElseThrow();
    Set<String> slow =
        reality.slowHosts().stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    double[] rates = new double[model.edges()];
    for (ServerSpec server : model.topology().servers()) {
      int i = model.server(server.host()).orElseThrow();
      double part =
          stream
              / overhead
              * (slow.contains(server.host().toLowerCase(Locale.ROOT)) ? reality.slowFactor() : 1);
      rates[model.up(i)] = part * streams(server.capacities().up());
      rates[model.down(i)] = part * streams(server.capacities().down());
      Optional<Capacity> disk = server.capacities().disk();
      rates[model.disk(i)] = disk.isEmpty() ? Double.MAX_VALUE : stream * streams(disk.get());
    }
    List<LinkSpec> links = model.topology().links();
    for (int k = 0; k < model.links(); k++) {
      Capacity each = links.get(k / 2).capacity();
      rates[model.link(k)] = (1 - reality.others()) * stream / overhead * streams(each);
    }
    return rates;
  }

  private static double streams(Capacity capacity) {
    return capacity.streams().orElse(capacity.chunks());
  }
}
