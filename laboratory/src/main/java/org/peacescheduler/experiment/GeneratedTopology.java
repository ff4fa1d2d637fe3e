package org.peacescheduler.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes the topology file that describes the experiment's cluster to Peace.
 *
 * <p>What a datanode takes in is the only thing that is limited here, so {@code down} is the chosen
 * number of chunks, which share its rate, and everything else is so wide that it never limits.
 */
final class GeneratedTopology {
  private GeneratedTopology() {}

  static String yaml(ClusterShape cluster, int down, int widest) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("# The cluster of ./peace experiment. Capacities are chunks per timestep.\n");
    yaml.append("version: 1\n");
    yaml.append("streamRate: %d B/s%n".formatted(cluster.rate().bytes() / down));
    yaml.append("defaults:\n");
    yaml.append("  server: {up: ").append(widest).append(", down: ").append(down).append("}\n");
    yaml.append("switches:\n");
    for (int rack = 0; rack < cluster.racks(); rack++) {
      yaml.append("  - {name: tor%d, rack: %s}%n".formatted(rack + 1, cluster.rackName(rack)));
    }
    if (cluster.racks() > 2) {
      yaml.append("  - {name: core}\n");
    }
    if (cluster.racks() == 2) {
      yaml.append("links:\n");
      yaml.append("  - {between: [tor1, tor2], capacity: ").append(widest).append("}\n");
    } else if (cluster.racks() > 2) {
      yaml.append("links:\n");
      for (int rack = 0; rack < cluster.racks(); rack++) {
        yaml.append("  - {between: [tor%d, core], capacity: %d}%n".formatted(rack + 1, widest));
      }
    }
    yaml.append("servers:\n");
    for (String line : servers(cluster)) {
      yaml.append(line).append('\n');
    }
    return yaml.toString();
  }

  private static List<String> servers(ClusterShape cluster) {
    List<String> lines = new ArrayList<>();
    for (int rack = 0; rack < cluster.racks(); rack++) {
      int of = rack;
      int[] members =
          IntStream.range(0, cluster.datanodes()).filter(d -> cluster.rackOf(d) == of).toArray();
      String hosts =
          members.length == 1
              ? cluster.host(members[0])
              : "host[%d-%d]".formatted(members[0] + 1, members[members.length - 1] + 1);
      lines.add("  - {hosts: \"%s\", switch: tor%d}".formatted(hosts, rack + 1));
    }
    return lines;
  }
}
