package org.peacescheduler.coordinate;

import java.util.OptionalDouble;
import org.peacescheduler.network.NetworkModel;

/**
 * What has been seen of streams and links, as a topology file would say it: with what goes over a
 * link besides the bytes of blocks.
 *
 * <p>Example: blocks came with 55 MB/s over a link, so it carries 62 MB/s. Immutable.
 */
public final class LearntRates {
  private final NetworkModel model;
  private final OptionalDouble stream;
  private final double[] edges;

  /**
   * Takes over the array.
   *
   * @param stream bytes per second; empty while nobody has stated it and nothing has been seen
   * @param edges bytes per second of each edge; 0 while nothing has been seen of it
   */
  LearntRates(NetworkModel model, OptionalDouble stream, double[] edges) {
    this.model = model;
    this.stream = stream;
    this.edges = edges;
  }

  /** Whose edges these are. */
  public NetworkModel model() {
    return model;
  }

  /** What one chunk sends where nothing else limits it, in bytes per second, if that is known. */
  public OptionalDouble stream() {
    return stream;
  }

  /** What an edge has been seen to carry, in bytes per second, if anything has. */
  public OptionalDouble of(int edge) {
    return edges[edge] > 0 ? OptionalDouble.of(edges[edge]) : OptionalDouble.empty();
  }
}
