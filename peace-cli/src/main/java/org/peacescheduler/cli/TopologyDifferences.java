package org.peacescheduler.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.peacescheduler.cli.RunningTopology.Link;
import org.peacescheduler.cli.RunningTopology.Rate;
import org.peacescheduler.cli.RunningTopology.Server;
import org.peacescheduler.network.export.HostRanges;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyFile;

/**
 * In what a topology file and the network differ that a NameNode schedules on.
 *
 * <p>Example: the file has 4 Gbit/s between tor1 and tor2, the NameNode has loaded 2 Gbit/s, and
 * has seen 1.9 Gbit/s. Servers that differ alike are one line. Cost: linear. Confined to one call.
 */
final class TopologyDifferences {
  private static final String ABSENT = "-";
  private static final double ROUNDING = 1e-3;

  private final Topology file;
  private final TopologyFile.Unit unit;
  private final RunningTopology running;
  private final List<Difference> found = new ArrayList<>();

  /**
   * What the file calls the NameNode's switches; without a file these are called as their racks.
   */
  private final Map<String, String> names = new HashMap<>();

  /** Of what differs alike, the hosts. */
  private final Map<Difference, List<String>> ofHosts = new LinkedHashMap<>();

  /**
   * One difference.
   *
   * @param what is of another value, such as {@code link} or {@code up}
   * @param name of whom
   * @param file what the file says
   * @param nameNode what the NameNode has
   * @param seen what the NameNode has seen, of capacities
   */
  record Difference(String what, String name, String file, String nameNode, String seen) {
    private Difference of(String other) {
      return new Difference(what, other, file, nameNode, seen);
    }
  }

  private TopologyDifferences(TopologyFile file, RunningTopology running) {
    this.file = file.topology();
    this.unit = file.unit();
    this.running = running;
    Map<String, List<String>> ofRack = new HashMap<>();
    for (SwitchSpec sw : this.file.switches()) {
      names.put(sw.name(), sw.name());
      ofRack.computeIfAbsent(sw.rack(), rack -> new ArrayList<>()).add(sw.name());
    }
    for (SwitchSpec sw : running.switches()) {
      List<String> alike = ofRack.getOrDefault(sw.rack(), List.of());
      names.putIfAbsent(sw.name(), alike.size() == 1 ? alike.get(0) : sw.name());
    }
  }

  /** All of them, what concerns the whole network first. */
  static List<Difference> of(TopologyFile file, RunningTopology running) {
    return new TopologyDifferences(file, running).find();
  }

  private List<Difference> find() {
    stream();
    placement();
    switches();
    links();
    servers();
    ofHosts.forEach(
        (difference, hosts) ->
            HostRanges.of(hosts.stream().sorted(HostRanges.ORDER).toList())
                .forEach(range -> found.add(difference.of(range))));
    return List.copyOf(found);
  }

  private void differ(String what, String name, String inFile, String inNameNode) {
    if (!inFile.equals(inNameNode)) {
      found.add(new Difference(what, name, inFile, inNameNode, ABSENT));
    }
  }

  private void stream() {
    String seen = running.learntStream().isPresent() ? text(running.learntStream()) : ABSENT;
    String stated =
        file.isStreamRateTold() ? text(file.streamBytesPerSecond().orElseThrow()) : ABSENT;
    String other = running.stream().isPresent() ? text(running.stream()) : ABSENT;
    if (!stated.equals(other)) {
      found.add(new Difference("streamRate", "", stated, other, seen));
    }
  }

  private String text(OptionalDouble bytesPerSecond) {
    return text(bytesPerSecond.orElseThrow());
  }

  private String text(double bytesPerSecond) {
    return RunningTopology.bandwidth(bytesPerSecond, unit);
  }

  private void placement() {
    differ(
        "placement",
        "",
        String.join(
            ", ", file.placement().orElse(List.of()).stream().map(Constraint::text).toList()),
        String.join(", ", running.placement()));
  }

  private void switches() {
    Map<String, String> there = racks(running.switches());
    Map<String, String> here = racks(file.switches());
    here.forEach((name, rack) -> differ("rack", name, rack, there.getOrDefault(name, ABSENT)));
    there.forEach(
        (name, rack) -> {
          if (!here.containsKey(name)) {
            differ("rack", name, ABSENT, rack);
          }
        });
  }

  private Map<String, String> racks(List<SwitchSpec> switches) {
    Map<String, String> racks = new LinkedHashMap<>();
    switches.forEach(sw -> racks.put(names.get(sw.name()), sw.rack()));
    return racks;
  }

  /** Parallel links between the same switches are compared in their order. */
  private void links() {
    Map<String, List<Link>> there = new TreeMap<>();
    for (Link link : running.links()) {
      there
          .computeIfAbsent(
              ends(names.get(link.from()), names.get(link.to())), key -> new ArrayList<>())
          .add(link);
    }
    for (LinkSpec link : file.links()) {
      String ends = ends(link.a(), link.b());
      List<Link> alike = there.getOrDefault(ends, new ArrayList<>());
      if (alike.isEmpty()) {
        differ("link", ends, text(link.capacity()), ABSENT);
      } else {
        rate("link", ends, link.capacity(), alike.remove(0).rate()).ifPresent(found::add);
      }
    }
    there.forEach(
        (ends, links) -> links.forEach(link -> differ("link", ends, ABSENT, stated(link.rate()))));
  }

  private static String ends(String a, String b) {
    return a.compareTo(b) < 0 ? a + " - " + b : b + " - " + a;
  }

  private void servers() {
    Map<String, Server> there = new HashMap<>();
    Map<String, Integer> labels = new HashMap<>();
    for (Server server : running.servers()) {
      there.put(key(server.host()), server);
      labels.merge(label(server.host()), 1, Integer::sum);
    }
    Map<String, Server> byLabel = new HashMap<>();
    running.servers().stream()
        .filter(server -> labels.get(label(server.host())) == 1)
        .forEach(server -> byLabel.put(label(server.host()), server));
    List<Server> left = new ArrayList<>(running.servers());
    for (ServerSpec server : file.servers()) {
      Server other = there.getOrDefault(key(server.host()), byLabel.get(label(server.host())));
      left.remove(other);
      compare(server, Optional.ofNullable(other));
    }
    left.sort(Comparator.comparing(Server::host, HostRanges.ORDER));
    left.forEach(
        server ->
            add(new Difference("server", "", ABSENT, switchOf(server), ABSENT), server.host()));
  }

  private String switchOf(Server server) {
    return names.getOrDefault(server.switchName(), server.switchName());
  }

  private void compare(ServerSpec server, Optional<Server> other) {
    String host = server.host();
    if (other.isEmpty() || !other.get().hasDatanode()) {
      add(new Difference("server", "", server.switchName(), "no datanode", ABSENT), host);
    }
    if (other.isEmpty()) {
      return;
    }
    if (!server.switchName().equals(switchOf(other.get()))) {
      add(new Difference("switch", "", server.switchName(), switchOf(other.get()), ABSENT), host);
    }
    if (!server.rack().equals(other.get().rack())) {
      add(new Difference("rack", "", server.rack(), other.get().rack(), ABSENT), host);
    }
    rate("up", "", server.capacities().up(), other.get().up()).ifPresent(d -> add(d, host));
    rate("down", "", server.capacities().down(), other.get().down()).ifPresent(d -> add(d, host));
    boolean hasDisk = !other.get().disk().equals(Rate.NONE);
    if (server.capacities().disk().isPresent() && hasDisk) {
      rate("disk", "", server.capacities().disk().get(), other.get().disk())
          .ifPresent(d -> add(d, host));
    } else if (server.capacities().disk().isPresent() || hasDisk) {
      add(
          new Difference(
              "disk",
              "",
              server.capacities().disk().map(this::text).orElse(ABSENT),
              hasDisk ? stated(other.get().disk()) : ABSENT,
              ABSENT),
          host);
    }
  }

  private void add(Difference difference, String host) {
    ofHosts.computeIfAbsent(difference, key -> new ArrayList<>()).add(host);
  }

  private Optional<Difference> rate(String what, String name, Capacity here, Rate there) {
    boolean isAlike = isAlike(here, there);
    boolean isSeenOtherwise = there.isSeenOtherwise() || (!isAlike && there.learnt().isPresent());
    return isAlike && !isSeenOtherwise
        ? Optional.empty()
        : Optional.of(
            new Difference(
                what,
                name,
                text(here),
                stated(there),
                isSeenOtherwise ? text(there.learnt()) : ABSENT));
  }

  private boolean isAlike(Capacity here, Rate there) {
    if (there.bytes().isEmpty()) {
      return file.streamBytesPerSecond().isEmpty() && here.asStreams() == there.streams().orElse(0);
    }
    double bytes = there.bytes().getAsDouble();
    return file.streamBytesPerSecond().isPresent()
        && Math.abs(here.asStreams() * file.streamBytesPerSecond().getAsDouble() - bytes)
            <= ROUNDING * bytes;
  }

  private String text(Capacity capacity) {
    return file.streamBytesPerSecond().isEmpty()
        ? streams(capacity.asStreams())
        : text(capacity.asStreams() * file.streamBytesPerSecond().getAsDouble());
  }

  private String stated(Rate rate) {
    if (rate.bytes().isPresent()) {
      return text(rate.bytes());
    }
    return streams(rate.streams().orElse(0)) + (running.isFromFile() ? "" : ", assumed");
  }

  private static String streams(double count) {
    return "%d %s".formatted((long) count, count == 1 ? "stream" : "streams");
  }

  private static String key(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** The first part of a name; all of an address. */
  private static String label(String host) {
    String key = key(host);
    int dot = key.indexOf('.');
    return dot < 0 || Character.isDigit(key.charAt(0)) || key.indexOf(':') >= 0
        ? key
        : key.substring(0, dot);
  }
}
