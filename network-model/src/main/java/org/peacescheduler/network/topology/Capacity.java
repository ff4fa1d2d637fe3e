package org.peacescheduler.network.topology;

/**
 * What one direction of a link, or a disk, carries in a timestep: whole chunks. Immutable.
 *
 * @param chunks chunks per timestep, 1 to {@value #MAX_CHUNKS}
 */
public record Capacity(int chunks) {

  /** More than this is taken for a mistake in the unit. */
  public static final int MAX_CHUNKS = 1_000_000;

  public Capacity {
    if (chunks < 1 || chunks > MAX_CHUNKS) {
      throw new IllegalArgumentException(
          "capacity " + chunks + " is not between 1 and " + MAX_CHUNKS + " chunks per timestep");
    }
  }
}
