package org.peacescheduler.freeze;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.Statistics;

/**
 * A burst of checkpoints under one configuration, all submitted at the same moment. Immutable.
 *
 * @param configuration its name
 * @param round from 1; warm-ups and rounds are counted apart
 * @param units what each unit saw
 * @param updates how long updates took in microseconds: median, 99 of 100, longest
 * @param busy share of the machine's cores
 * @param trunk share of the time in which the busiest link between switches was at work
 */
record FreezeRound(
    String configuration,
    int round,
    boolean warmUp,
    List<UnitReply.Checkpoint> units,
    Updated updates,
    double busy,
    double trunk) {
  FreezeRound {
    units = List.copyOf(units);
  }

  /** How long updates took, in microseconds. */
  record Updated(double p50, double p99, double max) {
    static Updated of(List<Double> all) {
      double[] micros = all.stream().mapToDouble(Double::doubleValue).toArray();
      return new Updated(
          Statistics.quantile(micros, 0.5),
          Statistics.quantile(micros, 0.99),
          Statistics.max(micros));
    }
  }

  /** A figure of the units, in the mean. */
  double mean(ToDoubleFunction<UnitReply.Checkpoint> figure) {
    return Statistics.mean(units.stream().mapToDouble(figure).toArray());
  }

  /** Seconds from the first submission to the last publication. */
  double comp() {
    double first =
        units.stream().mapToDouble(UnitReply.Checkpoint::submitted).min().orElse(Double.NaN);
    double last =
        units.stream().mapToDouble(UnitReply.Checkpoint::published).max().orElse(Double.NaN);
    return last - first;
  }

  /** Units that went without a turn though they had asked for one. */
  long late() {
    return units.stream().filter(UnitReply.Checkpoint::withoutTurn).count();
  }
}
