package org.peacescheduler.network.export;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * A topology as a topology file has it.
 *
 * <p>Example: a server on {@code tor1} is {@code - {hosts: "svr1", switch: "tor1", up:
 * 1000000000.000 bit/s, down: …}}. Cost: linear. Stateless.
 */
public final class TopologyYaml {
  private TopologyYaml() {}

  /** A topology as YAML: bandwidths where it has them, and its {@code streamRate}. */
  public static String yaml(Topology topology) {
    OptionalDouble stream = topology.streamBytesPerSecond();
    return yaml(
        topology,
        stream.isPresent() ? "streamRate: " + bandwidth(1, stream.getAsDouble()) + "\n" : "",
        c -> own(c, stream),
        c -> own(c, stream),
        c -> own(c, stream),
        c -> own(c, stream));
  }

  /** With capacities other than the network's own, in chunks. */
  public static String yaml(
      Topology topology, OptionalInt up, OptionalInt down, OptionalInt links) {
    return yaml(
        topology,
        "",
        c -> chunks(up, c),
        c -> chunks(down, c),
        c -> chunks(links, c),
        c -> String.valueOf(c.chunks()));
  }

  private static String yaml(
      Topology topology,
      String streamRate,
      Function<Capacity, String> up,
      Function<Capacity, String> down,
      Function<Capacity, String> links,
      Function<Capacity, String> disks) {
    StringBuilder text = new StringBuilder("version: 1\n").append(streamRate);
    text.append("switches:\n");
    for (SwitchSpec sw : topology.switches()) {
      text.append("  - {name: \"%s\", rack: \"%s\"}\n".formatted(sw.name(), sw.rack()));
    }
    if (!topology.links().isEmpty()) {
      text.append("links:\n");
    }
    for (LinkSpec link : topology.links()) {
      text.append(
          "  - {between: [\"%s\", \"%s\"], capacity: %s}\n"
              .formatted(link.a(), link.b(), links.apply(link.capacity())));
    }
    text.append("servers:\n");
    for (ServerSpec server : topology.servers()) {
      String disk = server.capacities().disk().map(d -> ", disk: " + disks.apply(d)).orElse("");
      text.append(
          "  - {hosts: \"%s\", switch: \"%s\", up: %s, down: %s%s}\n"
              .formatted(
                  server.host(),
                  server.switchName(),
                  up.apply(server.capacities().up()),
                  down.apply(server.capacities().down()),
                  disk));
    }
    topology.placement().ifPresent(p -> text.append(placement(p)));
    return text.toString();
  }

  private static String chunks(OptionalInt told, Capacity own) {
    return String.valueOf(told.orElse(own.chunks()));
  }

  private static String own(Capacity capacity, OptionalDouble stream) {
    return capacity.isBandwidth()
        ? bandwidth(capacity.asStreams(), stream.orElseThrow())
        : String.valueOf(capacity.chunks());
  }

  private static String bandwidth(double streams, double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.3f bit/s", Byte.SIZE * streams * bytesPerSecond);
  }

  private static String placement(List<Constraint> constraints) {
    return constraints.stream()
        .map(Constraint::text)
        .collect(Collectors.joining(", ", "placement: [", "]\n"));
  }
}
