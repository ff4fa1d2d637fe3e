package org.peacescheduler.testbed;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/** Writes the topology that Peace is told, with capacities other than the network's own. */
final class PeaceTopology {
  private PeaceTopology() {}

  /** The topology as YAML, in chunks. */
  static String yaml(Topology topology, OptionalInt up, OptionalInt down, OptionalInt links) {
    StringBuilder text = new StringBuilder("version: 1\nswitches:\n");
    for (SwitchSpec sw : topology.switches()) {
      text.append("  - {name: \"%s\", rack: \"%s\"}\n".formatted(sw.name(), sw.rack()));
    }
    if (!topology.links().isEmpty()) {
      text.append("links:\n");
    }
    for (LinkSpec link : topology.links()) {
      text.append(
          "  - {between: [\"%s\", \"%s\"], capacity: %d}\n"
              .formatted(link.a(), link.b(), chunks(links, link.capacity())));
    }
    text.append("servers:\n");
    for (ServerSpec server : topology.servers()) {
      String disk = server.capacities().disk().map(d -> ", disk: " + d.chunks()).orElse("");
      text.append(
          "  - {hosts: \"%s\", switch: \"%s\", up: %d, down: %d%s}\n"
              .formatted(
                  server.host(),
                  server.switchName(),
                  chunks(up, server.capacities().up()),
                  chunks(down, server.capacities().down()),
                  disk));
    }
    topology.placement().ifPresent(p -> text.append(placement(p)));
    return text.toString();
  }

  private static int chunks(OptionalInt told, Capacity own) {
    return told.orElse(own.chunks());
  }

  private static String placement(List<Constraint> constraints) {
    return constraints.stream()
        .map(Constraint::text)
        .collect(Collectors.joining(", ", "placement: [", "]\n"));
  }
}
