package org.peacescheduler.network.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The entries of a mapping with those that its merge keys bring in. YAML 1.2 has no such key any
 * more, but files do.
 *
 * <p>Example: {@code {<<: *rack, hosts: b, up: 2}} has all that the mapping with the anchor {@code
 * rack} has, but for its own {@code hosts} and {@code up}. Of several merged mappings the first one
 * that has a key counts. Merged nodes know the line where they stand.
 *
 * <p>Cost: the number of entries, each mapping once. Confined to one call.
 */
final class MergeKeys {

  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> keys = new HashSet<>();
  private final List<NodeTuple> merged = new ArrayList<>();
  private final List<Node> wrong = new ArrayList<>();

  private MergeKeys() {}

  /**
   * What merge keys bring in.
   *
   * @param entries that the mapping does not have itself, each key once
   * @param wrong values of merge keys that are neither a mapping nor a list of mappings
   */
  record Merged(List<NodeTuple> entries, List<Node> wrong) {}

  /** Returns what the merge keys of a mapping bring in; nothing if it has none. */
  static Merged of(MappingNode mapping) {
    MergeKeys merge = new MergeKeys();
    if (mapping.getValue().stream().anyMatch(MergeKeys::isMerge)) {
      merge.seen.add(mapping);
      mapping.getValue().forEach(merge::addOwn);
      merge.follow(mapping);
    }
    return new Merged(merge.merged, merge.wrong);
  }

  /** Whether an entry is a merge key, which has no quotes. */
  static boolean isMerge(NodeTuple entry) {
    return entry.getKeyNode() instanceof ScalarNode key
        && key.getValue().equals("<<")
        && key.getScalarStyle() == ScalarStyle.PLAIN;
  }

  private void addOwn(NodeTuple entry) {
    if (entry.getKeyNode() instanceof ScalarNode key) {
      keys.add(key.getValue());
    }
  }

  /** Without recursion, since each mapping may merge another one, a thousand times. */
  private void follow(MappingNode mapping) {
    Deque<Node> next = new ArrayDeque<>(mergedInto(mapping));
    while (!next.isEmpty()) {
      Node node = next.pop();
      if (!(node instanceof MappingNode merging)) {
        wrong.add(node);
      } else if (seen.add(merging)) {
        merging.getValue().forEach(this::addUnlessThere);
        List<Node> deeper = mergedInto(merging);
        for (int i = deeper.size() - 1; i >= 0; i--) {
          next.push(deeper.get(i));
        }
      }
    }
  }

  /** What the merge keys of a mapping name, in their order. */
  private static List<Node> mergedInto(MappingNode mapping) {
    return mapping.getValue().stream()
        .filter(MergeKeys::isMerge)
        .map(NodeTuple::getValueNode)
        .flatMap(
            value ->
                value instanceof SequenceNode list ? list.getValue().stream() : Stream.of(value))
        .toList();
  }

  private void addUnlessThere(NodeTuple entry) {
    if (!isMerge(entry)
        && entry.getKeyNode() instanceof ScalarNode key
        && keys.add(key.getValue())) {
      merged.add(entry);
    }
  }
}
