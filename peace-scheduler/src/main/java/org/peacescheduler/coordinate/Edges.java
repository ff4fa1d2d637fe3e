package org.peacescheduler.coordinate;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Edges of a model, by their numbers, in the order in which bytes go over them.
 *
 * <p>Example: the edges of a pipeline, the writer's own first. Immutable; it costs no copy to make
 * one.
 */
public final class Edges {
  private final int[][] hops;

  private Edges(int[]... hops) {
    this.hops = hops;
  }

  /** Of hops that nobody changes. */
  static Edges of(int[]... hops) {
    return new Edges(hops);
  }

  /** Does something with each. */
  public void forEach(IntConsumer action) {
    for (int[] hop : hops) {
      for (int edge : hop) {
        action.accept(edge);
      }
    }
  }

  /** Their numbers. */
  public IntStream stream() {
    return IntStream.range(0, hops.length).flatMap(hop -> IntStream.of(hops[hop]));
  }
}
