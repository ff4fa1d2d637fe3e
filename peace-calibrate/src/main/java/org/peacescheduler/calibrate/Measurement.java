package org.peacescheduler.calibrate;

import java.util.List;

/**
 * A load that was written once. Immutable.
 *
 * @param series of which it is a part
 * @param load what was written
 * @param seconds from the start until the last chunk was at all its datanodes
 * @param chunkSeconds the same of each chunk
 * @param problem why the figures mean nothing; empty if they do
 */
record Measurement(
    Series series, Load load, double seconds, List<Double> chunkSeconds, String problem) {
  Measurement {
    chunkSeconds = List.copyOf(chunkSeconds);
  }

  boolean isValid() {
    return problem.isEmpty();
  }

  /** Bytes per second over the link that is measured. */
  double rate(long chunkBytes) {
    return load.concurrency() * chunkBytes / seconds;
  }
}
