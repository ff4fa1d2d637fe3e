package org.peacescheduler.coordinate;

import java.util.OptionalDouble;

/**
 * How long a chunk needs its place on a link: its bytes over what one hop takes.
 *
 * <p>From its grant to its end a chunk takes longer than that: connections are set up,
 * acknowledgements come back, a datanode pauses. The links idle meanwhile. So after its time a
 * chunk's place may go to the next one, though it is not known to be done; as many bytes are let in
 * as the links carry.
 *
 * <p>A file's size is not known before its end. A file that has written a chunk is taken to fill
 * the next one too; a file's first chunk to be as large as the largest of late, which is forgotten
 * slowly, so that small files among large ones do not make the large ones seem small.
 *
 * <p>Example: 60 MB/s, 128 MB among others: 2.4 s. After a hundred files of 1 MB: a first chunk has
 * its place for 33 ms.
 *
 * <p>Confined to the coordinator's lock.
 */
final class Pace {
  /** A chunk without a known time. */
  static final long UNKNOWN = Long.MAX_VALUE;

  /** Who else is on a chunk's links, and how much of its bytes' time it has its place for then. */
  enum Company {
    /**
     * Links carry headers and checksums besides, acknowledgements of what comes the other way, what
     * is sent again; measured, 1.085 of the bytes. The rest lets queues drain (decision 14).
     */
    OTHERS(1.13),

    /** Chunks behind each other, which meet in no queue on their way (decision 17). */
    ITS_ROW(1.10),

    /** Nobody but the same writer: there is no one to leave room to (decision 20). */
    ITS_WRITER(1.0);

    private final double share;

    Company(double share) {
      this.share = share;
    }
  }

  private static final double FORGETTING = 0.05;
  private static final double MILLIS = 1000;

  private double largest;

  /** A chunk ended with so many bytes; 0 if that is not known. */
  void learn(long bytes) {
    if (bytes > largest) {
      largest = (double) bytes;
    } else if (bytes > 0) {
      largest += FORGETTING * (bytes - largest);
    }
  }

  /**
   * How long a chunk needs its place, in milliseconds; {@link #UNKNOWN} without a rate or a size.
   *
   * @param isFirst whether it is its file's first
   * @param company who else is on its links
   * @param fullBytes the bytes of a full chunk; 0 if that is not known
   * @param bytesPerSecond what one hop takes
   */
  long millis(boolean isFirst, Company company, long fullBytes, OptionalDouble bytesPerSecond) {
    if (bytesPerSecond.isEmpty() || fullBytes == 0) {
      return UNKNOWN;
    }
    double bytes =
        isFirst && largest > 0 ? Math.min(largest, (double) fullBytes) : (double) fullBytes;
    return (long) Math.ceil(company.share * MILLIS * bytes / bytesPerSecond.getAsDouble());
  }
}
