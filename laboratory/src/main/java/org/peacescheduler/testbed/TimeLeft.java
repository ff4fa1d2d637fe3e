package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * About how long a run still takes. Apart from its pauses, a burst takes as long as those of its
 * cell have taken so far; one of a cell that has not been there yet, as much more than its cut
 * bound as all so far.
 *
 * <p>Confined to the testbed's thread.
 */
final class TimeLeft {
  private static final double SECONDS_PER_MINUTE = 60;

  private final TestbedOptions options;
  private final List<Turn> turns;

  /** Of the first turns, without pauses. */
  private final List<Double> taken = new ArrayList<>();

  TimeLeft(TestbedOptions options, List<Turn> turns) {
    this.options = options;
    this.turns = List.copyOf(turns);
  }

  /** The next burst is over, with all that belongs to it. */
  void over(double seconds) {
    taken.add(seconds - Written.PAUSES_SECONDS);
  }

  /** Seconds that those still ahead take, after at least one is over. */
  double seconds() {
    return turns.stream().skip(taken.size()).mapToDouble(turn -> estimate(turn.cell())).sum();
  }

  private double estimate(BurstShape cell) {
    double perBound =
        perBound(Optional.of(cell)).orElseGet(() -> perBound(Optional.empty()).orElse(0.0));
    return Written.PAUSES_SECONDS + perBound * options.bound(cell).seconds();
  }

  /** What bursts have taken, over their cut bounds: those of a cell, or all. */
  private Optional<Double> perBound(Optional<BurstShape> only) {
    double sum = 0;
    double bounds = 0;
    for (int i = 0; i < taken.size(); i++) {
      BurstShape cell = turns.get(i).cell();
      if (only.isEmpty() || only.get().equals(cell)) {
        sum += taken.get(i);
        bounds += options.bound(cell).seconds();
      }
    }
    return bounds > 0 ? Optional.of(sum / bounds) : Optional.empty();
  }

  /** For a person: {@code about 12 min left}. */
  @Override
  public String toString() {
    double left = seconds();
    return left < 2 * SECONDS_PER_MINUTE
        ? "about %d s left".formatted(Math.round(left))
        : "about %d min left".formatted(Math.round(left / SECONDS_PER_MINUTE));
  }
}
