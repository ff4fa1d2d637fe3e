package org.peacescheduler.forecast;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.trace.Burst;
import org.peacescheduler.trace.RecordedFile;
import org.peacescheduler.trace.Recording;

/**
 * A burst's forecast beside what the same burst then took: the first with the first, and so on.
 * Immutable.
 *
 * @param burst from 1
 * @param forecast of the side that was not recorded
 * @param then as recorded when it was
 */
record Comparison(int burst, Times forecast, Times then) {
  /** All bursts that both have. */
  static List<Comparison> of(Forecast forecast, Recording then) {
    List<Burst> seen = Burst.of(then);
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < Math.min(seen.size(), forecast.bursts().size()); i++) {
      Forecast.OfBurst burst = forecast.bursts().get(i);
      comparisons.add(
          new Comparison(
              i + 1,
              forecast.recording().isOfStock() ? burst.peace() : burst.stock(),
              Times.of(seen.get(i).files().stream().map(Comparison::span).toList())));
    }
    return comparisons;
  }

  private static Times.Span span(RecordedFile file) {
    return new Times.Span(file.begins() / 1000.0, file.ends() / 1000.0);
  }

  /** How far the mean was off: 0.1 if it was a tenth too high. */
  double meanOff() {
    return forecast.mean() / then.mean() - 1;
  }

  /** How far the last end was off. */
  double lastOff() {
    return forecast.last() / then.last() - 1;
  }
}
