package org.peacescheduler.coordinate;

/**
 * Whether the files that one client writes at the same time go on by themselves.
 *
 * <p>A thread that writes several files by turns stands still while one of them waits, and what its
 * other chunks hold is of no use meanwhile. Its files keep step, so their chunks end together.
 * Files of threads of their own end apart. So a client whose chunks have ended apart once is taken
 * to have such threads, and no other client is.
 *
 * <p>Example, noise of 1.25: two files begin a chunk at 0 s. If they end at 4.0 s and 4.1 s,
 * nothing is known; at 4 s and 6 s the files are independent. Bound: {@value Bounds#MOST_TOGETHER}
 * of a client's chunks go together. Cost: a comparison for each chunk. Confined to the
 * coordinator's lock.
 */
final class Independence {
  private final double noise;
  private int moving;
  private boolean isSeen;
  private long lastEnd = Long.MIN_VALUE;

  /** Of the file's name, which may be long: another file with the same hash tells nothing. */
  private int lastFile;

  /**
   * Of one client, of which nothing is known.
   *
   * @param noise durations that differ by a smaller factor are the same
   */
  Independence(double noise) {
    this.noise = noise;
  }

  /** One of its chunks begins to take something of its links. */
  void begins() {
    moving++;
  }

  /** One of its chunks takes nothing of its links any more. */
  void leaves() {
    moving--;
  }

  /** One of its chunks is written. */
  void isWritten(String file, long begin, long now) {
    boolean isOther = begin < lastEnd && file.hashCode() != lastFile;
    isSeen |= isOther && (double) (now - begin) > noise * (double) (lastEnd - begin);
    lastEnd = now;
    lastFile = file.hashCode();
  }

  /**
   * Whether some of its chunks, but no more than a few, are in flight and may stand still while
   * another one waits.
   */
  boolean mayStandStill() {
    return !isSeen && moving > 0 && moving < Bounds.MOST_TOGETHER;
  }
}
