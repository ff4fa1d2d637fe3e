package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.order.GroupOrder;

/**
 * How long checkpoints take at some offered loads: with stock HDFS, with stock HDFS and random
 * jitter, and with Peace. Figures are medians of rounds, ratios those of stock HDFS's in the same
 * round. Immutable.
 */
record LoadCurve(Scenario scenario, List<Point> points) {
  LoadCurve {
    points = List.copyOf(points);
  }

  /** What is compared. */
  enum Side {
    STOCK("stock"),
    JITTER("jitter"),
    PEACE("Peace");

    private final String text;

    Side(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** What is told of checkpoints. */
  enum Duration {
    HALF("p50", 0.5),
    MOST("p95", 0.95),
    WORST("worst", 1);

    private final String text;
    private final double part;

    Duration(String text, double part) {
      this.text = text;
      this.part = part;
    }

    String text() {
      return text;
    }

    private double of(Figures figures) {
      return figures.jobWithin(part);
    }
  }

  /** The figures of one round. */
  private record Round(Map<Side, Figures> sides) {
    Round {
      sides = Map.copyOf(sides);
    }

    Figures of(Side side) {
      return sides.get(side);
    }
  }

  /**
   * One load.
   *
   * @param load the part of the bottleneck's bandwidth that is used
   * @param every the shortest period, in seconds
   */
  record Point(double load, double every, List<Round> rounds) {
    Point {
      rounds = List.copyOf(rounds);
    }

    /** How many checkpoints there are in a round, under stock HDFS. */
    int checkpoints() {
      return rounds.get(0).of(Side.STOCK).jobs().size();
    }

    /** How long they take, in seconds. */
    double seconds(Side side, Duration duration) {
      return median(round -> duration.of(round.of(side)));
    }

    /** That, over what they take with stock HDFS. */
    double ratio(Side side, Duration duration) {
      return median(round -> duration.of(round.of(side)) / duration.of(round.of(Side.STOCK)));
    }

    /** Chunks that Peace left to stock HDFS. */
    long fallbacks() {
      return Math.round(median(round -> round.of(Side.PEACE).fallbacks()));
    }

    private double median(ToDoubleFunction<Round> of) {
      double[] each = rounds.stream().mapToDouble(of).sorted().toArray();
      return (each[(each.length - 1) / 2] + each[each.length / 2]) / 2;
    }
  }

  /**
   * Measures a scenario, with periods such that its load is what it is to be.
   *
   * @param jitter how much earlier or later each checkpoint comes at most on the side that has it,
   *     as a part of its period
   */
  static LoadCurve of(
      Scenario scenario, List<Double> loads, double jitter, GroupOrder order, int rounds, long seed)
      throws SimulationException {
    double now = OfferedLoad.of(scenario);
    List<Point> points = new ArrayList<>();
    for (double load : loads) {
      Scenario scaled =
          scenario.withArrivals(arrivals -> arrivals.withEvery(arrivals.every() * now / load));
      points.add(point(scaled, load, jitter, order, rounds, seed));
    }
    return new LoadCurve(scenario, points);
  }

  private static Point point(
      Scenario scenario, double load, double jitter, GroupOrder order, int rounds, long seed)
      throws SimulationException {
    Trial plain = new Trial(scenario, order, Variant.STANDARD);
    Trial jittered =
        new Trial(
            scenario.withArrivals(arrivals -> arrivals.withJitter(jitter)),
            order,
            Variant.STANDARD);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Round> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long drawn = seeds.nextLong();
      // One after the other: each takes its seeds.
      Figures stock = last(plain.stock(drawn, seeds.split()));
      Figures late = last(jittered.stock(drawn, seeds.split()));
      Figures peace = last(plain.peace(drawn, seeds));
      all.add(new Round(Map.of(Side.STOCK, stock, Side.JITTER, late, Side.PEACE, peace)));
    }
    double every =
        scenario.writers().stream()
            .filter(OfferedLoad::isPeriodic)
            .mapToDouble(group -> group.arrivals().every())
            .min()
            .orElseThrow();
    return new Point(load, every, all);
  }

  private static Figures last(List<Figures> bursts) {
    return bursts.get(bursts.size() - 1);
  }
}
