package org.peacescheduler.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.peacescheduler.cli.RunningTopology.Link;
import org.peacescheduler.cli.RunningTopology.Rate;
import org.peacescheduler.cli.RunningTopology.Server;
import org.peacescheduler.network.export.HostRanges;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.TopologyFile;

/**
 * A topology file of what a NameNode knows: its racks, its datanodes, and what has been stated or
 * seen of their links.
 *
 * <p>Goals, in order: the file can be used as it is; what nobody has stated or seen is marked as
 * such; a bandwidth that the operator has stated stays.
 *
 * <p>Example: three datanodes in {@code /r1}, of which 112 MB/s were seen, are {@code - {hosts:
 * ["w[1-3]"], switch: r1, up: 896 Mbit/s, down: 896 Mbit/s}}. Confined to one call.
 */
final class GeneratedTopology {
  private static final String ASSUMED = "  # Assumed: write the bandwidth.";

  private final RunningTopology running;
  private final Map<String, String> names = new LinkedHashMap<>();

  /** The switches that each switch has a link to. */
  private final Map<String, Set<String>> neighbours = new HashMap<>();

  private final Set<String> switchesOfServers = new HashSet<>();
  private final StringBuilder yaml = new StringBuilder();
  private final List<String> notes = new ArrayList<>();
  private final OptionalDouble stream;

  /** Whether bandwidths can be written: the file has to say what a stream takes beside numbers. */
  private final boolean hasBandwidths;

  /**
   * A file.
   *
   * @param yaml its text
   * @param notes what the operator should know
   */
  record Result(String yaml, List<String> notes) {
    Result {
      notes = List.copyOf(notes);
    }
  }

  private GeneratedTopology(RunningTopology running) {
    this.running = running;
    for (Link link : running.links()) {
      neighbours.computeIfAbsent(link.from(), key -> new HashSet<>()).add(link.to());
      neighbours.computeIfAbsent(link.to(), key -> new HashSet<>()).add(link.from());
    }
    running.servers().forEach(server -> switchesOfServers.add(server.switchName()));
    stream = running.stream().isPresent() ? running.stream() : running.learntStream();
    hasBandwidths =
        stream.isPresent()
            || running.servers().stream()
                .flatMap(server -> Stream.of(server.up(), server.down()))
                .noneMatch(rate -> rate.bytes().isEmpty() && rate.learnt().isEmpty());
  }

  /** The file of a NameNode's network. */
  static Result of(RunningTopology running, List<String> about) {
    GeneratedTopology generated = new GeneratedTopology(running);
    generated.write(about);
    return new Result(generated.yaml.toString(), generated.notes);
  }

  private void write(List<String> about) {
    about.forEach(line -> yaml.append("# ").append(line).append('\n'));
    yaml.append("version: 1\n");
    writeStream();
    nameSwitches();
    yaml.append("\nswitches:\n");
    for (SwitchSpec sw : running.switches()) {
      if (leadsSomewhere(sw.name())) {
        line(
            switchesOfServers.contains(sw.name())
                ? "- {name: \"%s\", rack: \"%s\"}"
                : "- {name: \"%s\"}",
            names.get(sw.name()),
            sw.rack());
      }
    }
    List<Link> links =
        running.links().stream()
            .filter(link -> leadsSomewhere(link.from()) && leadsSomewhere(link.to()))
            .toList();
    if (!links.isEmpty()) {
      yaml.append("\nlinks:  # each direction\n");
    }
    for (Link link : links) {
      line(
          "- {between: [\"%s\", \"%s\"], capacity: %s}%s",
          names.get(link.from()), names.get(link.to()), value(link.rate()), comment(link.rate()));
    }
    yaml.append("\nservers:\n");
    writeServers();
    if (!running.placement().isEmpty()) {
      yaml.append("\nplacement: [%s]\n".formatted(String.join(", ", running.placement())));
    }
  }

  /** Nothing goes over a core above a single rack. */
  private boolean leadsSomewhere(String sw) {
    return switchesOfServers.contains(sw) || neighbours.getOrDefault(sw, Set.of()).size() > 1;
  }

  private void writeStream() {
    if (stream.isEmpty()) {
      notes.add(
          hasBandwidths
              ? "What one writer reaches alone is not known; Peace learns it."
              : "Nothing has been seen of the links yet, so capacities are numbers of streams."
                  + " Write bandwidths instead, or let 'peace calibrate' measure them.");
      return;
    }
    double least =
        Stream.concat(
                running.links().stream().map(Link::rate),
                running.servers().stream().flatMap(server -> Stream.of(server.up(), server.down())))
            .mapToDouble(rate -> rate.bytes().orElse(rate.learnt().orElse(Double.MAX_VALUE)))
            .reduce(stream.getAsDouble(), Math::min);
    yaml.append(
        "\nstreamRate: %s  # what one writer reaches alone%s\n"
            .formatted(
                running.bandwidth(least), running.stream().isPresent() ? "" : ", as it was seen"));
  }

  /** Names of racks are no names of switches, and a host may have the name. */
  private void nameSwitches() {
    Set<String> taken = new HashSet<>();
    running.servers().forEach(server -> taken.add(server.host().toLowerCase(Locale.ROOT)));
    for (SwitchSpec sw : running.switches()) {
      String plain = sw.name().replaceAll("^/+", "").replaceAll("[^A-Za-z0-9._:-]", "-");
      String name = plain.equals("unmodelled-core") || plain.isEmpty() ? "core" : plain;
      String wish = name;
      for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
        name = wish + "-switch" + i;
      }
      names.put(sw.name(), name);
    }
  }

  private String value(Rate rate) {
    if (rate.bytes().isPresent()) {
      return stated(rate.bytes().getAsDouble());
    }
    return hasBandwidths && rate.learnt().isPresent()
        ? running.bandwidth(rate.learnt().getAsDouble())
        : streams(rate);
  }

  /** As the file has it, which may have numbers of streams beside what a stream takes. */
  private String stated(double bytes) {
    double streams = bytes / running.stream().orElse(bytes);
    boolean isNumber =
        running.unit() == TopologyFile.Unit.CHUNKS && Math.abs(streams - Math.rint(streams)) < 1e-6;
    return isNumber ? String.valueOf(Math.round(streams)) : running.bandwidth(bytes);
  }

  private static String streams(Rate rate) {
    return String.valueOf(Math.max(1, (long) rate.streams().orElse(1)));
  }

  private String comment(Rate rate) {
    if (rate.isSeenOtherwise()) {
      return "  # %s seen".formatted(running.bandwidth(rate.learnt().getAsDouble()));
    }
    if (rate.bytes().isPresent() || (running.isFromFile() && rate.learnt().isEmpty())) {
      return "";
    }
    if (rate.learnt().isEmpty()) {
      return ASSUMED;
    }
    String seen = running.bandwidth(rate.learnt().getAsDouble());
    return hasBandwidths ? "  # seen" : "  # %s seen".formatted(seen);
  }

  /** Servers that are alike are one entry. */
  private void writeServers() {
    Map<String, List<String>> entries = new LinkedHashMap<>();
    Map<String, String> racks = new HashMap<>();
    running.switches().forEach(sw -> racks.put(sw.name(), sw.rack()));
    int elsewhere = 0;
    int several = 0;
    int gone = 0;
    for (Server server : running.servers()) {
      if (server.host().matches(".*[^:]:\\d+") && !server.host().contains("::")) {
        several++; // The second datanode on a host.
        continue;
      }
      elsewhere += server.rack().equals(racks.get(server.switchName())) ? 0 : 1;
      gone += server.hasDatanode() ? 0 : 1;
      String disk = server.disk().equals(Rate.NONE) ? "" : ", disk: " + value(server.disk());
      String entry =
          "switch: \"%s\", up: %s, down: %s%s}%s"
              .formatted(
                  names.get(server.switchName()),
                  value(server.up()),
                  value(server.down()),
                  disk,
                  comment(server.up().isSeenOtherwise() ? server.up() : server.down()));
      entries.computeIfAbsent(entry, key -> new ArrayList<>()).add(server.host());
    }
    entries.forEach(
        (entry, hosts) -> {
          List<String> ranges = HostRanges.of(hosts.stream().sorted(HostRanges.ORDER).toList());
          String list = ranges.stream().map("\"%s\""::formatted).toList().toString();
          line("- {hosts: %s, %s", ranges.size() == 1 ? "\"" + ranges.get(0) + "\"" : list, entry);
        });
    note(elsewhere, "in another rack for the NameNode than their switch is here; its racks count");
    note(several, "a second one on its host, and left out: one entry a host is enough");
    note(gone, "in the NameNode's file without a datanode");
  }

  private void note(int count, String what) {
    if (count > 0) {
      notes.add("%d %s %s.".formatted(count, count == 1 ? "server is" : "servers are", what));
    }
  }

  private void line(String format, Object... values) {
    yaml.append("  ").append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
