package org.peacescheduler.coordinate;

/**
 * What a chunk has, as far as that is known, in bytes.
 *
 * <p>Example: a client asks for a block of 128 MB, those before it had 40 MB, and then it writes 38
 * MB: asked 40 MB, claimed 128 MB at most, written 38 MB. Confined to the coordinator's lock.
 */
final class ChunkBytes {
  static final long UNCLAIMED = -1;

  /** What it was taken to have when it was asked for. */
  long asked;

  /** What it claims of its links' time; {@link #UNCLAIMED} before its first lease. */
  long claimed = UNCLAIMED;

  /** What it turned out to have; 0 if that is not known. */
  long written;

  /** Whether HDFS has said what it turned out to have. */
  boolean isMeasured;

  /** What it has, or is taken to have. */
  long known() {
    return written > 0 ? written : asked;
  }
}
