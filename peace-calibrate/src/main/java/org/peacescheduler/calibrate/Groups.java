package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;

/** Which datanodes are taken to be alike, so that a sample stands for all. */
final class Groups {
  private Groups() {}

  /** Those of one rack. */
  static Map<String, List<Datanode>> ofRacks(ClusterMap cluster) {
    return cluster.measurable();
  }

  /** Those that a topology file gives the same switch and capacities; others are left out. */
  static Map<String, List<Datanode>> of(ClusterMap cluster, Topology topology) {
    Map<String, String> byHost = new HashMap<>();
    topology.servers().forEach(s -> byHost.put(lower(s.host()), name(s)));
    Map<String, List<Datanode>> groups = new LinkedHashMap<>();
    for (List<Datanode> rack : cluster.measurable().values()) {
      for (Datanode datanode : rack) {
        String group = byHost.getOrDefault(lower(datanode.host()), byHost.get(datanode.ip()));
        if (group != null) {
          groups.computeIfAbsent(group, g -> new ArrayList<>()).add(datanode);
        }
      }
    }
    return groups;
  }

  /** The name of a server's group, for example {@code tor1, up 2, down 10}. */
  static String name(ServerSpec server) {
    ServerCapacities c = server.capacities();
    return "%s, up %d, down %d%s"
        .formatted(
            server.switchName(),
            c.up().chunks(),
            c.down().chunks(),
            c.disk().map(disk -> ", disk " + disk.chunks()).orElse(""));
  }

  private static String lower(String host) {
    return host.toLowerCase(Locale.ROOT);
  }
}
