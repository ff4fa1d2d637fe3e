package org.peacescheduler.coordinate;

import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * How large a chunk will be: nobody says before its end.
 *
 * <p>A file that has written a chunk is taken to fill the next one too; a file's first chunk to be
 * as large as the largest of late, which is forgotten slowly, so that small files among large ones
 * do not make the large ones seem small. Confined to the coordinator's lock.
 */
final class ChunkSizes {
  private final double forgetting;
  private double largest;

  ChunkSizes(Constants constants) {
    forgetting = constants.of(Constant.FORGETTING);
  }

  /** A chunk ended with so many bytes; 0 if that is not known. */
  void learn(long bytes) {
    if (bytes > largest) {
      largest = (double) bytes;
    } else if (bytes > 0) {
      largest += forgetting * (bytes - largest);
    }
  }

  /**
   * What a chunk is expected to have.
   *
   * @param isFirst whether it is its file's first
   * @param fullBytes the bytes of a full chunk; 0 if that is not known
   */
  long expected(boolean isFirst, long fullBytes) {
    return isFirst && largest > 0 ? (long) Math.min(largest, (double) fullBytes) : fullBytes;
  }
}
