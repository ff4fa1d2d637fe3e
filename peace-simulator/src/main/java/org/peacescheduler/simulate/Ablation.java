package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.coordinate.order.GroupOrder;

/**
 * What each mechanism of the coordinator is worth in a folder of scenarios: all of them without it,
 * beside the same with everything. Of several bursts the last one counts. Immutable.
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
   * @param last each scenario's last burst
   */
  record Line(Optional<Mechanism> leftOut, Map<String, Comparison> last) {
    /** The geometric mean of a ratio. */
    double mean(ToDoubleFunction<Comparison> ratio) {
      return Math.exp(
          last.values().stream()
              .mapToDouble(each -> Math.log(ratio.applyAsDouble(each)))
              .average()
              .orElseThrow());
    }

    /** How many scenarios have other figures than with everything. */
    long changed(Line all) {
      return last.keySet().stream()
          .filter(
              name ->
                  Math.abs(last.get(name).response() - all.last.get(name).response()) >= NO_CHANGE
                      || Math.abs(last.get(name).completion() - all.last.get(name).completion())
                          >= NO_CHANGE)
          .count();
    }

    /** The scenario whose response or COMP grows most without it. */
    String harmedMost(Line all) {
      return last.keySet().stream()
          .max(Comparator.comparingDouble(name -> harm(name, all)))
          .orElseThrow();
    }

    /** By what factor the response or the COMP of a scenario grows, whichever grows more. */
    double harm(String name, Line all) {
      Comparison without = last.get(name);
      Comparison with = all.last.get(name);
      return Math.max(
          without.response() / with.response(), without.completion() / with.completion());
    }
  }

  /** Hears how far it is. */
  interface Progress {
    /** So many are done. */
    void done(int done, int of);
  }

  /** Copies the list. */
  Ablation {
    without = List.copyOf(without);
  }

  /**
   * Runs all scenarios with everything and without each mechanism, on all processors.
   *
   * @param progress told, by any thread, how many of these are done, and of how many
   */
  static Ablation of(
      List<Scenario> scenarios, GroupOrder order, int rounds, long seed, Progress progress)
      throws SimulationException {
    List<Optional<Mechanism>> each = new ArrayList<>();
    each.add(Optional.empty());
    Arrays.stream(Mechanism.values()).map(Optional::of).forEach(each::add);
    AtomicInteger done = new AtomicInteger();
    try {
      List<Line> lines =
          each.parallelStream()
              .map(out -> line(out, scenarios, order, rounds, seed))
              .peek(line -> progress.done(done.incrementAndGet(), each.size()))
              .toList();
      return new Ablation(lines.get(0), lines.subList(1, lines.size()));
    } catch (NoEnd e) {
      throw e.why();
    }
  }

  private static Line line(
      Optional<Mechanism> leftOut,
      List<Scenario> scenarios,
      GroupOrder order,
      int rounds,
      long seed) {
    Map<String, Comparison> last = new TreeMap<>();
    Set<Mechanism> out = leftOut.map(Set::of).orElse(Set.of());
    for (Scenario scenario : scenarios) {
      try {
        List<Comparison> bursts = Comparison.of(scenario, order, out, rounds, seed);
        last.put(scenario.name(), bursts.get(bursts.size() - 1));
      } catch (SimulationException e) {
        throw new NoEnd(scenario, leftOut, e);
      }
    }
    return new Line(leftOut, last);
  }

  /** Both kinds of lines, that with everything first. */
  Stream<Line> lines() {
    return Stream.concat(Stream.of(all), without.stream());
  }

  /** Carries what happened in one thread to the caller's. */
  private static final class NoEnd extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SimulationException why;

    NoEnd(Scenario scenario, Optional<Mechanism> leftOut, SimulationException e) {
      super(e);
      String without = leftOut.map(m -> " without '" + m.text() + "'").orElse("");
      why = new SimulationException(scenario.name() + without + ": " + e.getMessage());
    }

    SimulationException why() {
      return why;
    }
  }
}
