package org.peacescheduler.network.topology;

/**
 * What one direction of a link, or a disk, carries in a timestep: whole chunks. Immutable.
 *
 * @param chunks chunks per timestep, 1 to {@value #MAX_CHUNKS}
 * @param isBandwidth whether they are a bandwidth over the rate of a stream; otherwise the file
 *     says how many chunks
 */
public record Capacity(int chunks, boolean isBandwidth) {

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
    this(chunks, false);
  }

  /** A bandwidth that carries so many streams. */
  public static Capacity ofBandwidth(int streams) {
    return new Capacity(streams, true);
  }

  /** So many times as many chunks, or {@value #MAX_CHUNKS} if that is less. */
  Capacity times(int times) {
    return new Capacity((int) Math.min(MAX_CHUNKS, (long) times * chunks), isBandwidth);
  }
}
