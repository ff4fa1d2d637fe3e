package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies that HDFS ordered: load that goes on whatever waits, and that no timestep has.
 *
 * <p>A copy takes places, but never all of an edge: after a loss HDFS has copies under way for
 * hours, and no chunk would be granted before the last of them. Where chunks' last place is at
 * stake it lags instead. Confined to the coordinator's lock.
 */
final class Copies {
  /**
   * What a copy loads.
   *
   * @param places edges on which it has a place
   * @param lagging edges on which it has none
   */
  private record Load(List<Integer> places, List<Integer> lagging) {}

  private final Map<Copy, Load> loads = new HashMap<>();
  private LiveNetwork network;

  /** How many places of each edge copies have. */
  private int[] taken;

  Copies(LiveNetwork network) {
    moveTo(network);
  }

  /** One is ordered, unless that is known. */
  void add(Copy copy) {
    loads.computeIfAbsent(copy, this::occupy);
  }

  private Load occupy(Copy copy) {
    Load load = new Load(new ArrayList<>(), new ArrayList<>());
    for (int edge : network.route(copy)) {
      if (taken[edge] + 1 < network.model().capacity(edge)) {
        load.places().add(edge);
        taken[edge]++;
        network.residual().take(edge);
      } else {
        load.lagging().add(edge);
        network.residual().lag(edge, 1);
      }
    }
    network.residual().commit();
    return load;
  }

  /**
   * One is made, or will not be.
   *
   * @return whether it was under way
   */
  boolean remove(Copy copy) {
    Load load = loads.remove(copy);
    if (load == null) {
      return false;
    }
    for (int edge : load.places()) {
      taken[edge]--;
      network.residual().give(edge);
    }
    load.lagging().forEach(edge -> network.residual().lag(edge, -1));
    return true;
  }

  /** Those that come from or go to others than these hosts. */
  List<Copy> outside(Set<String> hosts) {
    return loads.keySet().stream()
        .filter(copy -> !hosts.contains(copy.from()) || !hosts.contains(copy.to()))
        .toList();
  }

  int count() {
    return loads.size();
  }

  /** Loads another network with all of them. */
  void moveTo(LiveNetwork to) {
    network = to;
    taken = new int[to.model().edges()];
    loads.replaceAll((copy, load) -> occupy(copy));
  }

  /** Adds how many hold a place of each edge, and how many lag there. */
  void addUp(int[] held, int[] lagging) {
    for (Load load : loads.values()) {
      load.places().forEach(edge -> held[edge]++);
      load.lagging().forEach(edge -> lagging[edge]++);
    }
  }
}
