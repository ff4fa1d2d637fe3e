package org.peacescheduler.network.topology;

import java.util.OptionalDouble;

/**
 * What one direction of a link, or a disk, carries in a timestep: whole chunks. Immutable.
 *
 * @param chunks chunks per timestep, 1 to {@value #MAX_CHUNKS}
 * @param streams the bandwidth over the rate of a stream, of which {@code chunks} is the whole
 *     part; empty if the file says how many chunks
 */
public record Capacity(int chunks, OptionalDouble streams) {

  /** More than this is taken for a mistake in the unit. */
  public static final int MAX_CHUNKS = 1_000_000;

  public Capacity {
    if (chunks < 1 || chunks > MAX_CHUNKS) {
      throw new IllegalArgumentException(
          "capacity " + chunks + " is not between 1 and " + MAX_CHUNKS + " chunks per timestep");
    }
  }

  /** So many chunks, as the file says. */
  public Capacity(int chunks) {
    this(chunks, OptionalDouble.empty());
  }

  /** Whether the file gives it as a bandwidth. */
  public boolean isBandwidth() {
    return streams.isPresent();
  }

  /** How many streams it carries, also a part of one. */
  public double asStreams() {
    return streams.orElse(chunks);
  }

  /** What it carries of streams of a part of the rate; {@value #MAX_CHUNKS} if that is less. */
  Capacity times(int times) {
    double more = times * streams.orElse(chunks);
    int whole = (int) Math.min(MAX_CHUNKS, Math.max((double) times * chunks, Math.floor(more)));
    return new Capacity(whole, isBandwidth() ? OptionalDouble.of(more) : streams);
  }

  /** Without what is left over of the bandwidth, if at least so much of it is whole streams. */
  Capacity whole(double enough) {
    return isBandwidth() && chunks >= enough * streams.getAsDouble()
        ? new Capacity(chunks, OptionalDouble.of(chunks))
        : this;
  }
}
