package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Interval;

/**
 * A burst with all chunks at once and with Peace, in some rounds. Ratios are Peace's figure over
 * that of stock HDFS; all are medians of the rounds. Immutable.
 */
public record Comparison(List<Round> rounds) {
  /**
   * One round.
   *
   * @param stock without Peace
   * @param peace with it
   */
  public record Round(Figures stock, Figures peace) {}

  /** Copies the list. */
  public Comparison {
    rounds = List.copyOf(rounds);
  }

  /** Runs a scenario in rounds with seeds of their own; returns a comparison for each burst. */
  static List<Comparison> of(Scenario scenario, GroupOrder order, int rounds, long seed)
      throws SimulationException {
    return of(scenario, order, Variant.STANDARD, rounds, seed);
  }

  /** The same with another coordinator. */
  static List<Comparison> of(
      Scenario scenario, GroupOrder order, Variant variant, int rounds, long seed)
      throws SimulationException {
    return of(new Trial(scenario, order, variant), rounds, seed, List.of());
  }

  /**
   * Runs a trial in rounds with seeds of their own; returns a comparison for each burst.
   *
   * @param known what the same seed gave on the same scenario: stock HDFS is not run again then;
   *     empty if nothing did
   */
  static List<Comparison> of(Trial trial, int rounds, long seed, List<Comparison> known)
      throws SimulationException {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<List<Round>> bursts = new ArrayList<>();
    for (int each = 0; each < rounds; each++) {
      int round = each;
      long load = seeds.nextLong();
      SplittableRandom placement = seeds.split();
      List<Figures> stock =
          known.isEmpty()
              ? trial.stock(load, placement)
              : known.stream().map(burst -> burst.rounds().get(round).stock()).toList();
      List<Figures> peace = trial.peace(load, seeds);
      for (int burst = 0; burst < stock.size(); burst++) {
        if (round == 0) {
          bursts.add(new ArrayList<>());
        }
        bursts.get(burst).add(new Round(stock.get(burst), peace.get(burst)));
      }
    }
    return bursts.stream().map(Comparison::new).toList();
  }

  /** A figure of stock HDFS. */
  public double stock(ToDoubleFunction<Figures> figure) {
    return median(round -> figure.applyAsDouble(round.stock()));
  }

  /** A figure of Peace. */
  public double peace(ToDoubleFunction<Figures> figure) {
    return median(round -> figure.applyAsDouble(round.peace()));
  }

  /** Peace's figure over that of stock HDFS. */
  public double ratio(ToDoubleFunction<Figures> figure) {
    return median(
        round -> figure.applyAsDouble(round.peace()) / figure.applyAsDouble(round.stock()));
  }

  /** The geometric mean of that ratio over the rounds, and how sure it is. */
  Interval interval(ToDoubleFunction<Figures> figure) {
    return Interval.of(
        rounds.stream()
            .map(round -> figure.applyAsDouble(round.peace()) / figure.applyAsDouble(round.stock()))
            .toList());
  }

  /** The ratio of the responses. */
  public double response() {
    return ratio(Figures::response);
  }

  /** The ratio of the completions. */
  public double completion() {
    return ratio(Figures::completion);
  }

  /** Whether the least that was possible is known. */
  public boolean hasBound() {
    return rounds.get(0).peace().bound().isPresent();
  }

  /** Peace's mean response over the least that was possible. */
  public double overLeastResponse() {
    return median(
        round -> round.peace().response() / round.peace().bound().orElseThrow().response());
  }

  /** Peace's COMP over the least that was possible. */
  public double overLeastCompletion() {
    return median(
        round -> round.peace().completion() / round.peace().bound().orElseThrow().completion());
  }

  /** Whether somebody wrote for a job. */
  public boolean hasJobs() {
    return rounds.get(0).stock().hasJobs();
  }

  /** The ratio of the responses of the writer for whom it is largest. */
  public double worstWriter() {
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

  /**
   * A table as {@code ./peace simulate} prints it.
   *
   * @param title what its first column is of
   * @param lines what is compared with stock HDFS, by its name
   */
  public static String table(String title, Map<String, Comparison> lines) {
    StringWriter text = new StringWriter();
    TextResults results = new TextResults(new PrintWriter(text));
    results.folder(title);
    lines.forEach(results::line);
    results.close();
    return text.toString();
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
