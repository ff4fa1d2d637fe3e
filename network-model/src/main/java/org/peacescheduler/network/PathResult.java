package org.peacescheduler.network;

import java.util.Arrays;
import java.util.List;

/** What a search for a path found. Immutable. */
public sealed interface PathResult {

  /**
   * A shortest path.
   *
   * @param server the server that takes the replica
   * @param edges the edges from the sender to it, in order
   * @param cost the number of physical edges on it (the paper's cost)
   */
  record Found(int server, List<Integer> edges, int cost) implements PathResult {
    /** Copies the edges. */
    public Found {
      edges = List.copyOf(edges);
    }
  }

  /**
   * No path.
   *
   * @param saturated the full edges that bar the way to every candidate; empty if there is no
   *     candidate at all, so that waiting would not help
   */
  record NoPath(List<Integer> saturated) implements PathResult {
    /** Copies the edges. */
    public NoPath {
      saturated = List.copyOf(saturated);
    }

    /** The edges as operators know them. */
    public List<String> names(NetworkModel model) {
      return model.edgeNames(saturated.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  /** A found path of the first {@code length} of {@code edges}. */
  static Found found(int server, int[] edges, int length, int cost) {
    return new Found(server, Arrays.stream(edges, 0, length).boxed().toList(), cost);
  }
}
