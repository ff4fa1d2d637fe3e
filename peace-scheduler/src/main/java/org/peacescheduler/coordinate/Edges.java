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
  private final int[] edges;

  private Edges(int[] edges) {
    this.edges = edges;
  }

  /** Of an array that nobody changes. */
  static Edges of(int[] edges) {
    return new Edges(edges);
  }

  /** Does something with each. */
  public void forEach(IntConsumer action) {
    stream().forEach(action);
  }

  /** Their numbers. */
  public IntStream stream() {
    return IntStream.of(edges);
  }
}
