package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;

/**
 * A burst with all chunks at once and with Peace, in some rounds. Ratios are Peace's figure over
 * that of stock HDFS; all are medians of the rounds. Immutable.
 */
record Comparison(List<Round> rounds) {
  /**
   * One round.
   *
   * @param stock without Peace
   * @param peace with it
   */
  record Round(Figures stock, Figures peace) {}

  Comparison {
    rounds = List.copyOf(rounds);
  }

  /** Runs a scenario in rounds with seeds of their own; returns a comparison for each burst. */
  static List<Comparison> of(Scenario scenario, GroupOrder order, int rounds, long seed)
      throws SimulationException {
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
          new PeacePlacement(told, scenario.deferralMax(), order, beside, seeds.nextLong());
      List<Figures> without =
          new Simulation(scenario, model, stock, load, new SplittableRandom(load)).run();
      List<Figures> with =
          new Simulation(scenario, model, peace, load, new SplittableRandom(load)).run();
      for (int burst = 0; burst < scenario.bursts(); burst++) {
        bursts.get(burst).add(new Round(without.get(burst), with.get(burst)));
      }
    }
    return bursts.stream().map(Comparison::new).toList();
  }

  /** A figure of stock HDFS. */
  double stock(ToDoubleFunction<Figures> figure) {
    return median(round -> figure.applyAsDouble(round.stock()));
  }

  /** A figure of Peace. */
  double peace(ToDoubleFunction<Figures> figure) {
    return median(round -> figure.applyAsDouble(round.peace()));
  }

  /** Peace's figure over that of stock HDFS. */
  double ratio(ToDoubleFunction<Figures> figure) {
    return median(
        round -> figure.applyAsDouble(round.peace()) / figure.applyAsDouble(round.stock()));
  }

  double response() {
    return ratio(Figures::response);
  }

  double completion() {
    return ratio(Figures::completion);
  }

  boolean hasJobs() {
    return rounds.get(0).stock().hasJobs();
  }

  /** The same of the writer for whom it is largest. */
  double worstWriter() {
    double worst = 0;
    for (int writer = 0; writer < rounds.get(0).stock().writers().size(); writer++) {
      int each = writer;
      worst =
          Math.max(
              worst,
              peace(figures -> figures.writers().get(each))
                  / stock(figures -> figures.writers().get(each)));
    }
    return worst;
  }

  @Override
  public String toString() {
    return "response %.3f, completion %.3f of stock HDFS's".formatted(response(), completion());
  }

  private double median(ToDoubleFunction<Round> of) {
    double[] sorted = rounds.stream().mapToDouble(of).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
