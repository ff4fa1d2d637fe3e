package org.peacescheduler.freeze;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.Statistics;

/**
 * What a configuration reached, in the median of its measured rounds, and beside another one round
 * by round. Immutable.
 */
final class FreezeFigures {
  /** All figures of a round by their names, in the order in which they are shown. */
  static final Map<String, ToDoubleFunction<FreezeRound>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("frozen", r -> r.mean(UnitReply.Checkpoint::frozen));
    ALL.put("age", r -> r.mean(UnitReply.Checkpoint::age));
    ALL.put("waited", r -> r.mean(UnitReply.Checkpoint::waited));
    ALL.put("response", r -> r.mean(UnitReply.Checkpoint::response));
    ALL.put("comp", FreezeRound::comp);
    ALL.put("copied", r -> r.mean(UnitReply.Checkpoint::copied));
    ALL.put("p50", r -> r.updates().p50());
    ALL.put("p99", r -> r.updates().p99());
    ALL.put("max", r -> r.updates().max());
    ALL.put("busy", FreezeRound::busy);
    ALL.put("trunk", FreezeRound::trunk);
  }

  private final List<FreezeRound> rounds;

  private FreezeFigures(List<FreezeRound> rounds) {
    this.rounds = rounds;
  }

  static FreezeFigures of(List<FreezeRound> all, String configuration) {
    return new FreezeFigures(
        all.stream().filter(r -> !r.warmUp() && r.configuration().equals(configuration)).toList());
  }

  int count() {
    return rounds.size();
  }

  double median(String figure) {
    return Statistics.median(rounds.stream().mapToDouble(ALL.get(figure)).toArray());
  }

  /** Whether the cores were too busy in some round. */
  boolean tooBusy() {
    return rounds.stream().anyMatch(r -> Cores.tooBusy(r.busy()));
  }

  /** Units that went without a turn though they had asked for one, in all rounds. */
  long late() {
    return rounds.stream().mapToLong(FreezeRound::late).sum();
  }

  /**
   * A ratio over the rounds that both have.
   *
   * @param median of the rounds' ratios
   * @param least of them
   * @param most of them
   * @param mean of them, and between which bounds it is
   */
  record Ratio(double median, double least, double most, Interval mean) {
    private static Ratio of(double[] sorted) {
      return new Ratio(
          Statistics.median(sorted),
          sorted[0],
          sorted[sorted.length - 1],
          Interval.of(DoubleStream.of(sorted).boxed().toList()));
    }
  }

  /** This over another one, round by round; empty without a common round. */
  Optional<Ratio> over(FreezeFigures other, String figure) {
    ToDoubleFunction<FreezeRound> value = ALL.get(figure);
    double[] ratios =
        rounds.stream()
            .flatMapToDouble(
                mine ->
                    other.rounds.stream()
                        .filter(theirs -> theirs.round() == mine.round())
                        .mapToDouble(
                            theirs -> value.applyAsDouble(mine) / value.applyAsDouble(theirs)))
            .sorted()
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Ratio.of(ratios));
  }
}
