package org.peacescheduler.simulate;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Interval;

/**
 * What each mechanism or constant of the coordinator is worth in a folder of scenarios: all of them
 * with another coordinator, beside the same with the one that a NameNode has. Of several bursts the
 * last one counts.
 *
 * @param all with that of a NameNode
 * @param others with each other one
 */
record Ablation(Line all, List<Line> others) {
  /** A change of a ratio by less is not one: figures are shown with three decimals. */
  private static final double NO_CHANGE = 0.0005;

  /**
   * All scenarios with one coordinator.
   *
   * @param summary of the scenarios, in the same order in each line
   */
  record Line(Variant variant, Summary summary) {
    /** How many scenarios have other figures than with a NameNode's. */
    long changed(Line all) {
      return changes(all).filter(Change::isOne).count();
    }

    /** In how many scenarios a ratio to stock HDFS is over that limit, as in a judgement. */
    long over(double limit, ToDoubleFunction<Figures> figure) {
      return summary.entries().stream()
          .filter(each -> each.last().interval(figure).isOver(limit))
          .count();
    }

    /** The scenario whose response or COMP grows most with it. */
    Change worst(Line all) {
      return changes(all).max(Comparator.comparingDouble(Change::harm)).orElseThrow();
    }

    /** By what factor a ratio is another one than with a NameNode's coordinator. */
    Interval change(Line all, ToDoubleFunction<Comparison> ratio) {
      return Interval.of(
          changes(all)
              .map(
                  each -> ratio.applyAsDouble(each.after) / ratio.applyAsDouble(each.before.last()))
              .toList());
    }

    private Stream<Change> changes(Line all) {
      return IntStream.range(0, summary.size())
          .mapToObj(i -> new Change(all.summary.entries().get(i), summary.entries().get(i).last()));
    }
  }

  /** A scenario with a NameNode's coordinator, and with another one. */
  record Change(Summary.Entry before, Comparison after) {
    String scenario() {
      return before.scenario();
    }

    /** By what factor its response or its COMP grows, whichever grows more. */
    double harm() {
      return Math.max(
          after.response() / before.last().response(),
          after.completion() / before.last().completion());
    }

    private boolean isOne() {
      return Math.abs(after.response() - before.last().response()) >= NO_CHANGE
          || Math.abs(after.completion() - before.last().completion()) >= NO_CHANGE;
    }
  }

  /** Hears how far it is. */
  interface Progress {
    /** So many lines are done; told by any thread. */
    void done(int done, int of);
  }

  /** Copies the list. */
  Ablation {
    others = List.copyOf(others);
  }

  /** Runs all scenarios with a NameNode's coordinator and with others, on all processors. */
  static Ablation of(
      List<Scenario> scenarios,
      List<Variant> variants,
      GroupOrder order,
      int rounds,
      long seed,
      Progress progress)
      throws SimulationException {
    Runs runs = new Runs(scenarios, order, rounds, seed);
    int lines = 1 + variants.size();
    AtomicInteger done = new AtomicInteger();
    try {
      List<List<Comparison>> all =
          IntStream.range(0, scenarios.size())
              .parallel()
              .mapToObj(i -> runs.run(i, Variant.STANDARD, List.of()))
              .toList();
      progress.done(done.incrementAndGet(), lines);
      List<Line> others =
          variants.parallelStream()
              .map(
                  variant -> {
                    Line line = runs.with(variant, all);
                    progress.done(done.incrementAndGet(), lines);
                    return line;
                  })
              .toList();
      return new Ablation(runs.line(Variant.STANDARD, all), others);
    } catch (NoEnd e) {
      throw e.why;
    }
  }

  /** What is run, and how often. */
  private record Runs(List<Scenario> scenarios, GroupOrder order, int rounds, long seed) {
    /** What stock HDFS did before, it does again. */
    Line with(Variant variant, List<List<Comparison>> all) {
      return line(
          variant,
          IntStream.range(0, all.size()).mapToObj(i -> run(i, variant, all.get(i))).toList());
    }

    Line line(Variant variant, List<List<Comparison>> ofEach) {
      Summary summary = new Summary();
      for (int i = 0; i < ofEach.size(); i++) {
        summary.add(scenarios.get(i), ofEach.get(i));
      }
      return new Line(variant, summary);
    }

    List<Comparison> run(int i, Variant variant, List<Comparison> known) {
      Scenario scenario = scenarios.get(i);
      Trial trial = new Trial(scenario, order, variant);
      try {
        return Comparison.of(trial, rounds, seed, known);
      } catch (SimulationException e) {
        throw new NoEnd(
            new SimulationException(
                "%s, %s: %s".formatted(scenario.name(), variant.text(), e.getMessage())));
      }
    }
  }

  /** All lines, that of a NameNode's coordinator first. */
  Stream<Line> lines() {
    return Stream.concat(Stream.of(all), others.stream());
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
