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
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A topology file with measured numbers in place of its own; all else, comments too, stays as it
 * is, and so do numbers that were not measured. What a file says nowhere is added to the servers'
 * entries.
 *
 * <p>Numbers of chunks stay numbers of chunks; bandwidths stay bandwidths where these hold the
 * capacity, and in a file without a {@code streamRate}. The capacity of a link is changed if it is
 * the only link of a rack's switch, for then it carries all that the rack sends to others; and not
 * to a smaller one if it may carry more than was seen.
 *
 * <p>Confined to one call.
 */
final class ChangedTopology {
  private static final String UP = "up";
  private static final String DOWN = "down";

  private final String text;
  private final Topology topology;
  private final Numbers numbers;
  private final TreeMap<Integer, Change> changes = new TreeMap<>();

  /** What servers have whose entries leave it to the defaults, by direction. */
  private final Map<String, List<Numbers.Link>> byDefault =
      Map.of(UP, new ArrayList<>(), DOWN, new ArrayList<>());

  private Optional<Node> defaults = Optional.empty();

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

  /**
   * What comes in place of a part of the text.
   *
   * @param end of that part, which begins where {@link #changes} has it
   * @param said for people
   */
  private record Change(int end, String text, String said) {}

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

  /** Where a text has one value stand for another, which cannot be changed in one place alone. */
  static List<AliasEvent> aliases(String text) {
    List<AliasEvent> aliases = new ArrayList<>();
    for (Event event : new Parse(settings(text)).parseString(text)) {
      if (event instanceof AliasEvent alias) {
        aliases.add(alias);
      }
    }
    return aliases;
  }

  private static LoadSettings settings(String text) {
    return LoadSettings.builder()
        .setCodePointLimit(Integer.MAX_VALUE)
        // The library's reader fails where a character of two chars begins at its buffer's end.
        .setBufferSize(text.length() + 1)
        .build();
  }

  private Result change() throws TopologyException {
    Node root =
        new Compose(settings(text))
            .composeString(text)
            .orElseThrow(() -> new IllegalStateException("a topology has a root"));
    Optional<Node> streamRate = member(root, "streamRate");
    isRateTold = streamRate.isPresent();
    streamRate.ifPresent(n -> set(n, "streamRate", Megabytes.bandwidth(numbers.streamRate())));
    defaults = member(root, "defaults").flatMap(n -> member(n, "server"));
    int first = 0;
    for (Node entry : items(root, "servers")) {
      String group = Groups.name(topology.servers().get(first));
      Numbers.Server server = numbers.servers().get(group);
      if (server != null) {
        server(entry, "servers of " + group, server);
      }
      first += hosts(entry);
    }
    byDefault.forEach(
        (key, links) ->
            Numbers.least(links.stream())
                .ifPresent(l -> set(defaults.orElseThrow(), key, "defaults", l, () -> {})));
    List<Node> links = items(root, "links");
    for (int i = 0; i < links.size(); i++) {
      link(links.get(i), topology.links().get(i));
    }
    return new Result(changed(), changes.values().stream().map(Change::said).toList());
  }

  private void server(Node entry, String what, Numbers.Server server) {
    List<String> missing = new ArrayList<>();
    set(entry, UP, what, server.up(), () -> setElsewhere(UP, server.up(), missing));
    set(entry, DOWN, what, server.down(), () -> setElsewhere(DOWN, server.down(), missing));
    if (!missing.isEmpty()) {
      insert((MappingNode) entry, what, missing);
    }
  }

  private void setElsewhere(String key, Numbers.Link link, List<String> missing) {
    if (defaults.flatMap(n -> member(n, key)).isPresent()) {
      byDefault.get(key).add(link);
    } else {
      boolean inChunks = topology.streamBytesPerSecond().isEmpty();
      missing.add(key + ": " + written(link, inChunks));
    }
  }

  /** Before the first key, where neither a comment nor a bracket can be in the way. */
  private void insert(MappingNode entry, String what, List<String> members) {
    Mark at = entry.getValue().get(0).getKeyNode().getStartMark().orElseThrow();
    String gap = entry.getFlowStyle() == FlowStyle.FLOW ? ", " : "\n" + " ".repeat(at.getColumn());
    int start = offset(at.getIndex());
    changes.put(
        start,
        new Change(
            start,
            String.join(gap, members) + gap,
            said(at, what, "nothing", String.join(", ", members))));
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
      set(value.get(), what + ", " + key, written(link, inChunks));
    }
  }

  private String written(Numbers.Link link, boolean inChunks) {
    if (inChunks) {
      return String.valueOf(link.capacity());
    }
    return isRateTold ? link.text() : Megabytes.bandwidth(link.measured());
  }

  private void set(Node value, String what, String to) {
    Mark at = value.getStartMark().orElseThrow();
    int start = offset(at.getIndex());
    int end = offset(value.getEndMark().orElseThrow().getIndex());
    String from = text.substring(start, end);
    if (!from.equals(to)) {
      changes.put(start, new Change(end, to, said(at, what, from, to)));
    }
  }

  private static String said(Mark at, String what, String from, String to) {
    return "line %d, %s: %s -> %s".formatted(at.getLine() + 1, what, from, to);
  }

  /** Marks count code points. */
  private int offset(int codePoints) {
    return text.offsetByCodePoints(0, codePoints);
  }

  private String changed() {
    StringBuilder changed = new StringBuilder(text);
    for (Map.Entry<Integer, Change> change : changes.descendingMap().entrySet()) {
      changed.replace(change.getKey(), change.getValue().end(), change.getValue().text());
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
