package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A topology file with measured numbers in place of its own; all else, comments too, stays as it
 * is, and so do numbers that were not measured.
 *
 * <p>Numbers of chunks stay numbers of chunks; bandwidths stay bandwidths where these hold the
 * capacity, and in a file without a {@code streamRate}. The capacity of a link is changed if it is
 * the only link of a rack's switch, for then it carries all that the rack sends to others; and not
 * to a smaller one if it may carry more than was seen.
 *
 * <p>Confined to one call.
 */
final class ChangedTopology {
  private final String text;
  private final Topology topology;
  private final Numbers numbers;
  private final TreeMap<Integer, Change> changes = new TreeMap<>();

  /** Otherwise it is the servers' bandwidths that tell it, so they stay bandwidths. */
  private boolean isRateTold;

  /**
   * A file's new text.
   *
   * @param changes for people, in the order of the file
   */
  record Result(String text, List<String> changes) {
    Result {
      changes = List.copyOf(changes);
    }
  }

  private record Change(int end, int line, String what, String from, String to) {}

  private ChangedTopology(String text, Topology topology, Numbers numbers) {
    this.text = text;
    this.topology = topology;
    this.numbers = numbers;
  }

  /**
   * Changes a file.
   *
   * @param topology what the text says
   * @param numbers by {@link Groups#name}
   */
  static Result of(String text, Topology topology, Numbers numbers) throws TopologyException {
    return new ChangedTopology(text, topology, numbers).change();
  }

  private Result change() throws TopologyException {
    Node root =
        new Compose(LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build())
            .composeString(text)
            .orElseThrow(() -> new IllegalStateException("a topology has a root"));
    Optional<Node> streamRate = member(root, "streamRate");
    isRateTold = streamRate.isPresent();
    streamRate.ifPresent(n -> set(n, "streamRate", Megabytes.bandwidth(numbers.streamRate())));
    List<Numbers.Server> byDefaultUp = new ArrayList<>();
    List<Numbers.Server> byDefaultDown = new ArrayList<>();
    int first = 0;
    for (Node entry : items(root, "servers")) {
      String group = Groups.name(topology.servers().get(first));
      String what = "servers of " + group;
      Numbers.Server server = numbers.servers().get(group);
      if (server != null) {
        set(entry, "up", what, server.up(), () -> byDefaultUp.add(server));
        set(entry, "down", what, server.down(), () -> byDefaultDown.add(server));
      }
      first += hosts(entry);
    }
    Optional<Node> defaults = member(root, "defaults").flatMap(n -> member(n, "server"));
    if (defaults.isPresent()) {
      Numbers.least(byDefaultUp.stream().map(Numbers.Server::up))
          .ifPresent(l -> set(defaults.get(), "up", "defaults", l, () -> {}));
      Numbers.least(byDefaultDown.stream().map(Numbers.Server::down))
          .ifPresent(l -> set(defaults.get(), "down", "defaults", l, () -> {}));
    }
    List<Node> links = items(root, "links");
    for (int i = 0; i < links.size(); i++) {
      link(links.get(i), topology.links().get(i));
    }
    return new Result(
        changed(),
        changes.values().stream()
            .map(c -> "line %d, %s: %s -> %s".formatted(c.line(), c.what(), c.from(), c.to()))
            .toList());
  }

  private void link(Node entry, LinkSpec link) {
    Optional<Numbers.Link> uplink =
        Stream.of(link.a(), link.b())
            .filter(this::hasOneLink)
            .flatMap(name -> rack(name).stream())
            .flatMap(rack -> numbers.uplink(rack).stream())
            .findFirst();
    if (uplink.isPresent()
        && (uplink.get().isExact() || uplink.get().capacity() > link.capacity().chunks())) {
      String what = link.a() + " - " + link.b();
      set(entry, "capacity", what, uplink.get(), () -> {});
    }
  }

  private boolean hasOneLink(String name) {
    return topology.links().stream().filter(l -> l.a().equals(name) || l.b().equals(name)).count()
        == 1;
  }

  private Optional<String> rack(String switchName) {
    return topology.switches().stream()
        .filter(s -> s.name().equals(switchName))
        .map(SwitchSpec::rack)
        .findFirst();
  }

  private void set(Node entry, String key, String what, Numbers.Link link, Runnable otherwise) {
    Optional<Node> value = member(entry, key);
    if (value.isEmpty()) {
      otherwise.run();
    } else {
      boolean inChunks = ((ScalarNode) value.get()).getValue().matches("[0-9]+");
      String bandwidth = isRateTold ? link.text() : Megabytes.bandwidth(link.measured());
      set(value.get(), what + ", " + key, inChunks ? String.valueOf(link.capacity()) : bandwidth);
    }
  }

  private void set(Node value, String what, String to) {
    int start = offset(value.getStartMark().orElseThrow().getIndex());
    int end = offset(value.getEndMark().orElseThrow().getIndex());
    String from = text.substring(start, end);
    if (!from.equals(to)) {
      int line = value.getStartMark().orElseThrow().getLine() + 1;
      changes.put(start, new Change(end, line, what, from, to));
    }
  }

  /** Marks count code points. */
  private int offset(int codePoints) {
    return text.offsetByCodePoints(0, codePoints);
  }

  private String changed() {
    StringBuilder changed = new StringBuilder(text);
    for (Map.Entry<Integer, Change> change : changes.descendingMap().entrySet()) {
      changed.replace(change.getKey(), change.getValue().end(), change.getValue().to());
    }
    return changed.toString();
  }

  /** How many servers an entry stands for, which the reader itself counts. */
  private static int hosts(Node entry) throws TopologyException {
    Node hosts = member(entry, "hosts").orElseThrow();
    List<String> patterns =
        (hosts instanceof SequenceNode list ? list.getValue() : List.of(hosts))
            .stream().map(n -> '"' + ((ScalarNode) n).getValue() + '"').toList();
    String alone =
        "{version: 1, switches: [{name: _}], servers: [{switch: _, hosts: %s}]}"
            .formatted(patterns);
    return TopologyReader.parse(alone, "hosts").servers().size();
  }

  private static List<Node> items(Node mapping, String key) {
    return member(mapping, key)
        .map(n -> n instanceof SequenceNode list ? list.getValue() : List.<Node>of())
        .orElse(List.of());
  }

  private static Optional<Node> member(Node mapping, String key) {
    if (mapping instanceof MappingNode map) {
      for (NodeTuple tuple : map.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode k && k.getValue().equals(key)) {
          return Optional.of(tuple.getValueNode());
        }
      }
    }
    return Optional.empty();
  }
}
