package org.peacescheduler.network.topology;

import java.util.StringJoiner;

/**
 * Writes a topology as a file that reads back as the same topology: the inverse that the round-trip
 * property needs. It shares no code with the reader.
 */
final class TopologyWriter {

  private TopologyWriter() {}

  static String write(Topology topology) {
    StringBuilder yaml = new StringBuilder("version: 1\n");
    yaml.append("defaults: {server: {").append(write(topology.defaults())).append("}}\n");
    yaml.append("switches:\n");
    for (SwitchSpec spec : topology.switches()) {
      yaml.append("  - {name: '").append(spec.name()).append("', rack: ").append(spec.rack());
      yaml.append("}\n");
    }
    yaml.append(topology.links().isEmpty() ? "" : "links:\n");
    for (LinkSpec link : topology.links()) {
      yaml.append("  - between: ['").append(link.a()).append("', '").append(link.b());
      yaml.append("']\n    capacity: ").append(link.capacity().chunks()).append('\n');
    }
    yaml.append("servers:\n");
    for (ServerSpec server : topology.servers()) {
      yaml.append("  - {switch: '").append(server.switchName()).append("', hosts: \"");
      yaml.append(server.host()).append("\", ").append(write(server.capacities()));
      yaml.append("}\n");
    }
    topology
        .placement()
        .ifPresent(
            placement -> {
              StringJoiner words = new StringJoiner(", ", "placement: [", "]\n");
              placement.forEach(constraint -> words.add(constraint.text()));
              yaml.append(words);
            });
    return yaml.toString();
  }

  private static String write(ServerCapacities capacities) {
    return "up: "
        + capacities.up().chunks()
        + ", down: "
        + capacities.down().chunks()
        + capacities.disk().map(disk -> ", disk: " + disk.chunks()).orElse("");
  }
}
