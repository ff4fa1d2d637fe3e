package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.measure.ByteSize;

/**
 * How is measured. Immutable.
 *
 * @param chunk what each stream writes
 * @param concurrency chunks at a time, rising
 * @param rounds how often everything is measured
 * @param sample datanodes measured of each group
 * @param enough share of the best throughput that is as good as the best
 * @param sync whether chunks have to be on the datanodes' disks
 */
record CalibrationOptions(
    ByteSize chunk,
    List<Integer> concurrency,
    int rounds,
    int sample,
    double enough,
    boolean sync) {
  private static final int MOST_CHUNKS = 128;
  private static final long CHECKSUM_CHUNK = 512;

  CalibrationOptions {
    concurrency = concurrency.stream().distinct().sorted().toList();
  }

  /** The same with other numbers of rounds and of datanodes. */
  CalibrationOptions with(int otherRounds, int otherSample) {
    return new CalibrationOptions(chunk, concurrency, otherRounds, otherSample, enough, sync);
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (concurrency.isEmpty()
        || concurrency.get(0) < 1
        || concurrency.get(concurrency.size() - 1) > MOST_CHUNKS) {
      problems.add(
          "--concurrent %s: numbers of chunks, from 1 to %d, are needed. Maybe 1,2,3,4,6,8."
              .formatted(
                  String.join(",", concurrency.stream().map(String::valueOf).toList()),
                  MOST_CHUNKS));
    }
    if (rounds < 1) {
      problems.add("--rounds %d: it has to be at least 1. Maybe 3.".formatted(rounds));
    }
    if (sample < 1) {
      problems.add("--sample %d: it has to be at least 1. Maybe 2.".formatted(sample));
    }
    if (!(enough > 0 && enough <= 1)) {
      problems.add("--enough %s: it is a share, from 0 to 1. Maybe 0.95.".formatted(enough));
    }
    if (chunk.bytes() % CHECKSUM_CHUNK != 0) {
      problems.add(
          "--chunk-size %s: it has to be a whole number of 512 bytes. Maybe 64MiB."
              .formatted(chunk));
    }
    return problems;
  }
}
