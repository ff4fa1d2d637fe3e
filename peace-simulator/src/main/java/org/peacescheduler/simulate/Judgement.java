package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Interval;

/**
 * What Peace makes of scenarios drawn at random, beside stock HDFS: all together, and of each axis.
 *
 * <p>Of several bursts the last one counts. A scenario is over a limit if the lower end of the 95 %
 * interval over its rounds is. Immutable.
 *
 * @param cases in the order in which they were drawn
 */
record Judgement(long seed, int rounds, List<Case> cases) {
  /** Peace is later than stock HDFS by so much that it matters, and by so much that it hurts. */
  static final double LATER = 1.05;

  static final double MUCH_LATER = 1.15;

  /** A bound is tight if stock HDFS or Peace take at most so many times as long. */
  static final double TIGHT = 1.1;

  /** How many of the worst are kept. */
  static final int WORST = 10;

  /** A scenario and its bursts. */
  record Case(RandomScenarios.Drawn drawn, List<Comparison> bursts) {
    Case {
      bursts = List.copyOf(bursts);
    }

    String on(RandomScenarios.Axis axis) {
      return drawn.axes().get(axis);
    }

    private Comparison last() {
      return bursts.get(bursts.size() - 1);
    }

    Ratios ratios() {
      return ratios(last());
    }

    Ratios firstBurst() {
      return ratios(bursts.get(0));
    }

    private static Ratios ratios(Comparison burst) {
      return new Ratios(
          burst.interval(Figures::response),
          burst.interval(Figures::completion),
          burst.overLeastResponse(),
          burst.overLeastCompletion());
    }
  }

  /**
   * Of a scenario over its rounds.
   *
   * @param response Peace's over stock HDFS's
   * @param overBound Peace's mean response over the least possible one
   */
  record Ratios(Interval response, Interval comp, double overBound, double compOverBound) {
    /** Whether stock HDFS or Peace show that nobody can raise the bound of the response by much. */
    private boolean isTight() {
      return overBound / Math.max(1, response.mean()) <= TIGHT;
    }

    private boolean isCompTight() {
      return compOverBound / Math.max(1, comp.mean()) <= TIGHT;
    }

    private double worse() {
      return Math.max(response.mean(), comp.mean());
    }
  }

  /**
   * Of some scenarios together.
   *
   * @param overBound the geometric mean of what Peace takes over the least possible
   * @param tight of how many the bound is shown to be tight
   */
  record Row(
      String text,
      int count,
      Of response,
      Of comp,
      double overBound,
      double compOverBound,
      long tight,
      long compTight) {
    /** Of one of the two figures: how many are over 1.05 and over 1.15, and the largest mean. */
    record Of(Interval mean, long later, long muchLater, double worst) {
      static Of of(List<Interval> all) {
        return new Of(
            Interval.of(all.stream().map(Interval::mean).toList()),
            all.stream().filter(each -> each.isOver(LATER)).count(),
            all.stream().filter(each -> each.isOver(MUCH_LATER)).count(),
            all.stream().mapToDouble(Interval::mean).max().orElseThrow());
      }
    }

    static Row of(String text, List<Ratios> all) {
      return new Row(
          text,
          all.size(),
          Of.of(all.stream().map(Ratios::response).toList()),
          Of.of(all.stream().map(Ratios::comp).toList()),
          Interval.of(all.stream().map(Ratios::overBound).toList()).mean(),
          Interval.of(all.stream().map(Ratios::compOverBound).toList()).mean(),
          all.stream().filter(Ratios::isTight).count(),
          all.stream().filter(Ratios::isCompTight).count());
    }
  }

  Judgement {
    cases = List.copyOf(cases);
  }

  /** Draws and runs scenarios, on all processors. */
  static Judgement of(
      int scenarios,
      long seed,
      GroupOrder order,
      Variant variant,
      int rounds,
      Ablation.Progress progress)
      throws SimulationException {
    AtomicInteger done = new AtomicInteger();
    // Those that come to no end are told after all the others.
    List<String> endless = Collections.synchronizedList(new ArrayList<>());
    List<Case> cases =
        IntStream.range(0, scenarios)
            .parallel()
            .mapToObj(
                index -> {
                  RandomScenarios.Drawn drawn = RandomScenarios.draw(seed, index);
                  Stream<Case> run = run(drawn, order, variant, rounds, endless);
                  progress.done(done.incrementAndGet(), scenarios);
                  return run;
                })
            .flatMap(each -> each)
            .toList();
    if (!endless.isEmpty()) {
      throw new SimulationException(String.join("\n", endless));
    }
    return new Judgement(seed, rounds, cases);
  }

  private static Stream<Case> run(
      RandomScenarios.Drawn drawn,
      GroupOrder order,
      Variant variant,
      int rounds,
      List<String> endless) {
    try {
      Scenario scenario = drawn.scenario();
      return Stream.of(
          new Case(
              drawn,
              Comparison.of(scenario, order, variant, rounds, drawn.seed() + drawn.index())));
    } catch (SimulationException e) {
      endless.add(drawn.name() + ": " + e.getMessage());
      return Stream.of();
    }
  }

  /** All scenarios. */
  Row all() {
    return Row.of("all", cases.stream().map(Case::ratios).toList());
  }

  /** Those on each axis, then those that are looked at besides; none without scenarios. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (RandomScenarios.Axis axis : RandomScenarios.Axis.values()) {
      cases.stream()
          .map(each -> each.on(axis))
          .distinct()
          .sorted()
          .forEach(value -> add(rows, axis.text() + ": " + value, c -> c.on(axis).equals(value)));
    }
    Predicate<Case> right = on(RandomScenarios.Axis.TOLD, RandomScenarios.RIGHT);
    Predicate<Case> first = on(RandomScenarios.Axis.BURST, RandomScenarios.FIRST);
    add(
        rows,
        "right file, nothing slow, no others",
        right
            .and(on(RandomScenarios.Axis.SLOW, RandomScenarios.NONE))
            .and(on(RandomScenarios.Axis.OTHERS, RandomScenarios.NONE)));
    Predicate<Case> wrongOrNone =
        right.or(on(RandomScenarios.Axis.TOLD, RandomScenarios.NUMBERS)).negate();
    add(rows, "first burst, wrong or no file or numbers", first.and(right.negate()));
    add(rows, "first burst, wrong or no file", first.and(wrongOrNone));
    List<Ratios> anyFirst = cases.stream().filter(right.negate()).map(Case::firstBurst).toList();
    if (!anyFirst.isEmpty()) {
      rows.add(Row.of("first of all bursts, wrong or no file or numbers", anyFirst));
    }
    return rows;
  }

  private static Predicate<Case> on(RandomScenarios.Axis axis, String value) {
    return each -> each.on(axis).equals(value);
  }

  private void add(List<Row> rows, String text, Predicate<Case> which) {
    List<Ratios> some = cases.stream().filter(which).map(Case::ratios).toList();
    if (!some.isEmpty()) {
      rows.add(Row.of(text, some));
    }
  }

  /** Those whose response or COMP is largest beside stock HDFS's, whichever is larger. */
  List<Case> worst() {
    return cases.stream()
        .sorted(Comparator.comparingDouble((Case each) -> -each.ratios().worse()))
        .limit(WORST)
        .toList();
  }

  /** What a scenario is, in a line. */
  static String text(Map<RandomScenarios.Axis, String> axes) {
    return "%s, %s, %s, %s racks, %s burst"
        .formatted(
            axes.get(RandomScenarios.Axis.KIND),
            axes.get(RandomScenarios.Axis.LINK),
            axes.get(RandomScenarios.Axis.TOLD),
            axes.get(RandomScenarios.Axis.RACKS),
            axes.get(RandomScenarios.Axis.BURST));
  }
}
