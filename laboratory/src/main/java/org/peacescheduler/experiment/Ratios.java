package org.peacescheduler.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.peacescheduler.measure.Statistics;

/**
 * Peace over stock, whichever ran first, or the second over the first of two equal sides: each
 * measured round of one is divided by the round of the other that ran beside it, and the median of
 * these is what counts. Rounds 10 s, 12 s, 11 s over 20 s, 20 s, 20 s give 0.55. Smaller is better.
 *
 * <p>Immutable.
 *
 * @param over the side that the other is divided by
 */
record Ratios(Side side, Side over, double response, double io, double comp, double worst) {
  /** Empty unless two sides were compared. */
  static Optional<Ratios> of(List<Side> sides, List<Round> rounds) {
    if (sides.size() != 2) {
      return Optional.empty();
    }
    // Sorting keeps equal sides as they are, and of different ones stock comes first.
    List<Side> ordered = sides.stream().sorted(Comparator.comparing(Side::policy)).toList();
    List<RoundSummary> base = summaries(ordered.get(0), rounds);
    List<RoundSummary> other = summaries(ordered.get(1), rounds);
    return Optional.of(
        new Ratios(
            ordered.get(1),
            ordered.get(0),
            ratio(base, other, RoundSummary::responseMean),
            ratio(base, other, RoundSummary::ioMean),
            ratio(base, other, RoundSummary::comp),
            ratio(base, other, RoundSummary::responseMax)));
  }

  /** The summaries of a side's measured rounds, in their order. */
  static List<RoundSummary> summaries(Side side, List<Round> rounds) {
    return rounds.stream()
        .filter(round -> round.side().equals(side) && !round.warmUp())
        .map(Round::summary)
        .toList();
  }

  private static double ratio(
      List<RoundSummary> base, List<RoundSummary> other, ToDoubleFunction<RoundSummary> figure) {
    return Statistics.median(
        IntStream.range(0, Math.min(base.size(), other.size()))
            .mapToDouble(
                i -> figure.applyAsDouble(other.get(i)) / figure.applyAsDouble(base.get(i)))
            .toArray());
  }
}
