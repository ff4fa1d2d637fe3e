package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.network.NetworkModel;

/**
 * A scenario with all chunks at once and with Peace: medians of some rounds. Immutable.
 *
 * @param stock without Peace
 * @param peace with it
 * @param response Peace's mean response over that of stock HDFS; the median of the rounds' ratios
 * @param completion the same of the last end
 */
record Comparison(Figures stock, Figures peace, double response, double completion) {
  private record Round(Figures stock, Figures peace) {}

  /** Runs a scenario in rounds with seeds of their own; returns a comparison for each burst. */
  static List<Comparison> of(Scenario scenario, int rounds, long seed) throws SimulationException {
    NetworkModel model = NetworkModel.of(scenario.network());
    int replication =
        scenario.writers().stream().mapToInt(WriterGroup::replication).max().orElseThrow();
    NetworkModel told = scenario.told().model(scenario.network(), replication);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<List<Round>> bursts = new ArrayList<>();
    for (int burst = 0; burst < scenario.bursts(); burst++) {
      bursts.add(new ArrayList<>());
    }
    for (int round = 0; round < rounds; round++) {
      long load = seeds.nextLong();
      StockPlacement stock = new StockPlacement(model, seeds.split());
      StockPlacement beside = new StockPlacement(model, seeds.split());
      PeacePlacement peace =
          new PeacePlacement(told, scenario.deferralMax(), beside, seeds.nextLong());
      List<Figures> without =
          new Simulation(scenario, model, stock, new SplittableRandom(load)).run();
      List<Figures> with = new Simulation(scenario, model, peace, new SplittableRandom(load)).run();
      for (int burst = 0; burst < scenario.bursts(); burst++) {
        bursts.get(burst).add(new Round(without.get(burst), with.get(burst)));
      }
    }
    return bursts.stream().map(Comparison::of).toList();
  }

  private static Comparison of(List<Round> rounds) {
    return new Comparison(
        median(rounds.stream().map(Round::stock).toList()),
        median(rounds.stream().map(Round::peace).toList()),
        median(rounds, round -> round.peace().response() / round.stock().response()),
        median(rounds, round -> round.peace().completion() / round.stock().completion()));
  }

  private static Figures median(List<Figures> rounds) {
    return new Figures(
        median(rounds, Figures::response),
        median(rounds, Figures::completion),
        median(rounds, Figures::slowdown),
        rounds.get(0).job().isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(median(rounds, figures -> figures.job().orElseThrow())),
        (int) Math.round(median(rounds, Figures::fallbacks)),
        median(rounds, Figures::longestWait));
  }

  private static <T> double median(List<T> values, ToDoubleFunction<T> of) {
    double[] sorted = values.stream().mapToDouble(of).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
