package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Copies that HDFS ordered: load that goes on whatever waits, and that no timestep has.
 *
 * <p>A copy sends what a hop takes, but all copies together count for half of an edge at most:
 * after a loss HDFS has copies under way for hours, and no chunk would be granted before the last
 * of them. Confined to the coordinator's lock.
 */
final class Copies {
  /** What a copy takes of an edge. */
  private record Load(int edge, long bytesPerSecond) {}

  private final Map<Copy, List<Load>> loads = new LinkedHashMap<>();
  private LiveNetwork network;

  /** What copies take of each edge, in bytes per second. */
  long[] taken;

  Copies(LiveNetwork network) {
    moveTo(network, 0);
  }

  /** One is ordered, unless that is known: it goes on now, whatever else is under way. */
  void add(Copy copy, long now) {
    loads.computeIfAbsent(copy, ordered -> occupy(ordered, now));
  }

  private List<Load> occupy(Copy copy, long now) {
    List<Load> all = new ArrayList<>();
    for (int edge : network.route(copy)) {
      long left = network.residual().capacity(edge) / 2 - taken[edge];
      Load load = new Load(edge, Math.max(0, Math.min((long) network.rates().stream(), left)));
      taken[edge] += load.bytesPerSecond();
      network.leases().take(edge, load.bytesPerSecond(), now);
      all.add(load);
    }
    return all;
  }

  /** One is made, or will not be; no effect if it is not under way. */
  void remove(Copy copy, long now) {
    for (Load load : Objects.requireNonNullElse(loads.remove(copy), List.<Load>of())) {
      taken[load.edge()] -= load.bytesPerSecond();
      network.leases().take(load.edge(), -load.bytesPerSecond(), now);
    }
  }

  /** Those whose source or target is lost are not made; HDFS will order others. */
  void endOutside(Set<String> hosts, long now) {
    loads.keySet().stream()
        .filter(copy -> !hosts.contains(copy.from()) || !hosts.contains(copy.to()))
        .toList()
        .forEach(copy -> remove(copy, now));
  }

  int count() {
    return loads.size();
  }

  /** Loads another network with all of them. */
  void moveTo(LiveNetwork to, long now) {
    network = to;
    taken = new long[to.model().edges()];
    loads.replaceAll((copy, load) -> occupy(copy, now));
  }
}
