package org.peacescheduler.checkpoints;

import java.util.List;
import org.peacescheduler.measure.Statistics;

/**
 * What a number of threads reached. Immutable.
 *
 * @param rounds in their order
 */
record ThreadFigures(int threads, List<Round> rounds) {
  ThreadFigures {
    rounds = List.copyOf(rounds);
  }

  /**
   * One checkpoint; rates are MB/s, of 10^6 bytes.
   *
   * @param write from the turn until it was published
   * @param read of it, with checks
   * @param plain read of the same files by as many threads, without checks
   */
  record Round(double write, double read, double plain) {}

  double write() {
    return Statistics.median(rounds.stream().mapToDouble(Round::write).toArray());
  }

  double read() {
    return Statistics.median(rounds.stream().mapToDouble(Round::read).toArray());
  }

  double plain() {
    return Statistics.median(rounds.stream().mapToDouble(Round::plain).toArray());
  }

  /** The time of a read by that of a plain one, in the median of the rounds. */
  double ratio() {
    return Statistics.median(rounds.stream().mapToDouble(r -> r.plain() / r.read()).toArray());
  }
}
