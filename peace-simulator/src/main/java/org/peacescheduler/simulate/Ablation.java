package org.peacescheduler.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.coordinate.order.GroupOrder;

/**
 * What each mechanism of the coordinator is worth in a folder of scenarios: all of them without it,
 * beside the same with everything. Of several bursts the last one counts.
 *
 * @param all with everything
 * @param without each mechanism that is left out
 */
record Ablation(Line all, List<Line> without) {
  /** A change of a ratio by less is not one: figures are shown with three decimals. */
  private static final double NO_CHANGE = 0.0005;

  /**
   * All scenarios, with all that Peace does but one thing.
   *
   * @param leftOut that thing; none with everything
   * @param summary of the scenarios, in the same order in each line
   */
  record Line(Optional<Mechanism> leftOut, Summary summary) {
    /** How many scenarios have other figures than with everything. */
    long changed(Line all) {
      return changes(all).filter(Change::isOne).count();
    }

    /** The scenario whose response or COMP grows most without it. */
    Change worst(Line all) {
      return changes(all).max(Comparator.comparingDouble(Change::harm)).orElseThrow();
    }

    private Stream<Change> changes(Line all) {
      return IntStream.range(0, summary.size())
          .mapToObj(i -> new Change(all.summary.entries().get(i), summary.entries().get(i).last()));
    }
  }

  /** A scenario with everything, and without something. */
  record Change(Summary.Entry with, Comparison without) {
    String scenario() {
      return with.scenario();
    }

    /** By what factor its response or its COMP grows, whichever grows more. */
    double harm() {
      return Math.max(
          without.response() / with.last().response(),
          without.completion() / with.last().completion());
    }

    private boolean isOne() {
      return Math.abs(without.response() - with.last().response()) >= NO_CHANGE
          || Math.abs(without.completion() - with.last().completion()) >= NO_CHANGE;
    }
  }

  /** Hears how far it is. */
  interface Progress {
    /** So many lines are done; told by any thread. */
    void done(int done, int of);
  }

  /** Copies the list. */
  Ablation {
    without = List.copyOf(without);
  }

  /** Runs all scenarios with everything and without each mechanism, on all processors. */
  static Ablation of(
      List<Scenario> scenarios, GroupOrder order, int rounds, long seed, Progress progress)
      throws SimulationException {
    Runs runs = new Runs(scenarios, order, rounds, seed);
    int lines = 1 + Mechanism.values().length;
    AtomicInteger done = new AtomicInteger();
    try {
      List<List<Comparison>> all =
          IntStream.range(0, scenarios.size())
              .parallel()
              .mapToObj(i -> runs.run(i, Optional.empty(), List.of()))
              .toList();
      progress.done(done.incrementAndGet(), lines);
      List<Line> without =
          Arrays.stream(Mechanism.values())
              .parallel()
              .map(
                  mechanism -> {
                    Line line = runs.without(mechanism, all);
                    progress.done(done.incrementAndGet(), lines);
                    return line;
                  })
              .toList();
      return new Ablation(runs.line(Optional.empty(), all), without);
    } catch (NoEnd e) {
      throw e.why;
    }
  }

  /** What is run, and how often. */
  private record Runs(List<Scenario> scenarios, GroupOrder order, int rounds, long seed) {
    /** What stock HDFS did beside everything, it does again. */
    Line without(Mechanism mechanism, List<List<Comparison>> all) {
      Optional<Mechanism> leftOut = Optional.of(mechanism);
      return line(
          leftOut,
          IntStream.range(0, all.size()).mapToObj(i -> run(i, leftOut, all.get(i))).toList());
    }

    Line line(Optional<Mechanism> leftOut, List<List<Comparison>> ofEach) {
      Summary summary = new Summary();
      for (int i = 0; i < ofEach.size(); i++) {
        summary.add(scenarios.get(i), ofEach.get(i));
      }
      return new Line(leftOut, summary);
    }

    List<Comparison> run(int i, Optional<Mechanism> leftOut, List<Comparison> known) {
      Scenario scenario = scenarios.get(i);
      Trial trial = new Trial(scenario, order, leftOut.map(Set::of).orElse(Set.of()));
      try {
        return Comparison.of(trial, rounds, seed, known);
      } catch (SimulationException e) {
        String without = leftOut.map(m -> " without '" + m.text() + "'").orElse("");
        throw new NoEnd(new SimulationException(scenario.name() + without + ": " + e.getMessage()));
      }
    }
  }

  /** Both kinds of lines, that with everything first. */
  Stream<Line> lines() {
    return Stream.concat(Stream.of(all), without.stream());
  }

  /** Carries what happened in one thread to the caller's. */
  private static final class NoEnd extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SimulationException why;

    NoEnd(SimulationException why) {
      super(why);
      this.why = why;
    }
  }
}
