package org.peacescheduler.network.topology;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * How long a document is with what its aliases stand for in their places: a few lines of them can
 * stand for more than anybody reads.
 *
 * <p>Example: {@code [&a [x, x], *a, *a]} has 10 values. A list that holds itself is taken to be
 * there once.
 *
 * <p>Cost: the number of nodes, each counted once. Confined to one call.
 */
final class WrittenOut {

  private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();

  private WrittenOut() {}

  /** Returns the number of values; {@link Integer#MAX_VALUE} for that and any more. */
  static long size(Node root) {
    return new WrittenOut().sizeOf(root);
  }

  private long sizeOf(Node node) {
    Long known = sizes.putIfAbsent(node, 1L);
    if (known != null) {
      return known;
    }
    long size =
        1
            + parts(node)
                .mapToLong(this::sizeOf)
                .reduce(0, (a, b) -> Math.min(Integer.MAX_VALUE, a + b));
    sizes.put(node, size);
    return size;
  }

  private static Stream<Node> parts(Node node) {
    if (node instanceof SequenceNode list) {
      return list.getValue().stream();
    }
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream()
            .flatMap(entry -> List.of(entry.getKeyNode(), entry.getValueNode()).stream())
        : Stream.of();
  }
}
