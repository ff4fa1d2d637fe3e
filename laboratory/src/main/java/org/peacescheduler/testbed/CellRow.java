package org.peacescheduler.testbed;

import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a configuration reached in a cell. Immutable.
 *
 * @param medians of its measured rounds; all NaN if it has none
 * @param stock those of what it is compared with
 * @param bound of the cell
 * @param tooBusy whether the cores were too busy in one of the rounds
 */
record CellRow(
    TestbedConfiguration configuration,
    RoundFigures medians,
    Optional<RoundFigures> stock,
    CutBound bound,
    boolean tooBusy) {

  /** Whether it is what the others are compared with, or as good as that. */
  boolean isStock() {
    return configuration.isStock();
  }

  /** A figure over that of stock; NaN without one. */
  double overStock(ToDoubleFunction<RoundFigures> figure) {
    return stock
        .map(s -> figure.applyAsDouble(medians) / figure.applyAsDouble(s))
        .orElse(Double.NaN);
  }

  /** COMP over the shortest that any schedule can have. */
  double overBound() {
    return medians.comp() / bound.seconds();
  }
}
