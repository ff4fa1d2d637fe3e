package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds servers that cannot reach each other.
 *
 * <p>Example: of tor1–core–tor2 and tor3, each with servers but the core, the group of tor3 is
 * returned, since it has fewer servers. Switches without servers may stand alone.
 *
 * <p>Union-find over the switches; cost: switches, links and servers, nearly linear. Confined to
 * one call of {@link TopologyReader}.
 */
final class Connectivity {

  /**
   * Switches that reach each other.
   *
   * @param switches names in the order of the file
   * @param servers on all of them
   */
  record Group(List<String> switches, int servers) {
    Group {
      switches = List.copyOf(switches);
    }
  }

  private final Map<String, String> parents = new HashMap<>();

  private Connectivity() {}

  /** Returns the groups that have servers, the one with most servers first. */
  static List<Group> groups(
      List<SwitchSpec> switches, List<LinkSpec> links, Map<String, Integer> serversBySwitch) {
    Connectivity connectivity = new Connectivity();
    for (LinkSpec link : links) {
      connectivity.parents.put(connectivity.root(link.a()), connectivity.root(link.b()));
    }
    Map<String, List<String>> members = new LinkedHashMap<>();
    for (SwitchSpec spec : switches) {
      members
          .computeIfAbsent(connectivity.root(spec.name()), root -> new ArrayList<>())
          .add(spec.name());
    }
    List<Group> groups = new ArrayList<>();
    for (List<String> names : members.values()) {
      int servers = names.stream().mapToInt(name -> serversBySwitch.getOrDefault(name, 0)).sum();
      if (servers > 0) {
        groups.add(new Group(names, servers));
      }
    }
    // Stable: of equally large groups the first in the file comes first.
    groups.sort(Comparator.comparingInt(Group::servers).reversed());
    return groups;
  }

  private String root(String name) {
    String at = name;
    String parent = parents.getOrDefault(at, at);
    while (!parent.equals(at)) {
      String above = parents.getOrDefault(parent, parent);
      // Path halving keeps the trees flat.
      parents.put(at, above);
      at = parent;
      parent = above;
    }
    return at;
  }
}
