package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Interval;

/**
 * How far stock HDFS and Peace are from the best schedule that a search finds, in the smallest
 * scenarios of each kind, by their chunks. Immutable.
 *
 * @param tries of each search
 */
record Distances(long seed, int tries, List<Case> cases) {
  /** So many of each kind are searched. */
  static final int SMALLEST = 20;

  /** A scenario, and what was found. */
  record Case(RandomScenarios.Drawn drawn, ScheduleSearch.Found found) {
    String kind() {
      return drawn.axes().get(RandomScenarios.Axis.KIND);
    }
  }

  /**
   * Of some scenarios together: ratios of mean responses.
   *
   * @param bestOverStock what somebody who knows everything could make of stock HDFS's
   * @param bestOverBound how loose the bound may be
   */
  record Row(
      String text,
      int count,
      Interval peaceOverBest,
      Interval bestOverStock,
      Interval bestOverBound) {
    static Row of(String text, Collection<Case> cases) {
      return new Row(
          text,
          cases.size(),
          mean(cases, found -> found.peace() / found.best()),
          mean(cases, found -> found.best() / found.stock()),
          mean(cases, found -> found.best() / found.bound()));
    }

    private static Interval mean(
        Collection<Case> cases, ToDoubleFunction<ScheduleSearch.Found> ratio) {
      return Interval.of(cases.stream().map(each -> ratio.applyAsDouble(each.found())).toList());
    }
  }

  Distances {
    cases = List.copyOf(cases);
  }

  /**
   * Draws scenarios, and searches the smallest of each kind, on all processors.
   *
   * @param scenarios that are drawn
   */
  static Distances of(
      int scenarios, long seed, GroupOrder order, int tries, Ablation.Progress progress)
      throws SimulationException {
    List<String> endless = Collections.synchronizedList(new ArrayList<>());
    List<RandomScenarios.Drawn> smallest = smallest(scenarios, seed, endless);
    AtomicInteger done = new AtomicInteger();
    List<Case> cases =
        smallest.parallelStream()
            .flatMap(
                drawn -> {
                  Stream<Case> found = search(drawn, order, tries, endless);
                  progress.done(done.incrementAndGet(), smallest.size());
                  return found;
                })
            .toList();
    if (!endless.isEmpty()) {
      throw new SimulationException(String.join("\n", endless));
    }
    return new Distances(seed, tries, cases);
  }

  private static List<RandomScenarios.Drawn> smallest(
      int scenarios, long seed, List<String> endless) {
    record Sized(RandomScenarios.Drawn drawn, int chunks) {}

    Map<String, List<Sized>> kinds =
        IntStream.range(0, scenarios)
            .parallel()
            .mapToObj(index -> RandomScenarios.draw(seed, index))
            .flatMap(
                drawn -> {
                  try {
                    return Stream.of(
                        new Sized(drawn, ScheduleSearch.chunks(drawn.scenario(), seed)));
                  } catch (SimulationException e) {
                    endless.add(drawn.name() + ": " + e.getMessage());
                    return Stream.of();
                  }
                })
            .collect(
                Collectors.groupingBy(
                    each -> each.drawn().axes().get(RandomScenarios.Axis.KIND),
                    TreeMap::new,
                    Collectors.toList()));
    return kinds.values().stream()
        .flatMap(
            kind ->
                kind.stream()
                    .sorted(
                        Comparator.comparingInt(Sized::chunks)
                            .thenComparingInt(each -> each.drawn().index()))
                    .limit(SMALLEST))
        .map(Sized::drawn)
        .toList();
  }

  private static Stream<Case> search(
      RandomScenarios.Drawn drawn, GroupOrder order, int tries, List<String> endless) {
    try {
      return Stream.of(
          new Case(
              drawn,
              ScheduleSearch.of(drawn.scenario(), order, tries, drawn.seed() + drawn.index())));
    } catch (SimulationException e) {
      endless.add(drawn.name() + ": " + e.getMessage());
      return Stream.of();
    }
  }

  /** All, then each kind. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>(List.of(Row.of("all", cases)));
    cases.stream()
        .collect(Collectors.groupingBy(Case::kind, TreeMap::new, Collectors.toList()))
        .forEach((kind, own) -> rows.add(Row.of(kind, own)));
    return rows;
  }
}
