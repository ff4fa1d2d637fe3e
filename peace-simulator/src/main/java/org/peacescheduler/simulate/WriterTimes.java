package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.config.NamedShares;

/**
 * What becomes of each writer of a scenario with stock HDFS and with Peace, in some rounds with
 * seeds of their own. For whoever wants more of it than {@link Comparison}: a forecast by bursts.
 *
 * <p>Example: {@code WriterTimes.of(yaml, "trace.jsonl", settings).rounds().get(0).peace().get(3)}
 * is the fourth writer of the file in the first round. Immutable.
 */
public record WriterTimes(List<Round> rounds) {
  /**
   * A writer. Times are seconds from the first moment of the scenario.
   *
   * @param waits how many of its chunks had to wait
   * @param longestWait the longest of these waits
   */
  public record Written(double begins, double ends, int waits, double longestWait) {
    /** How long it took. */
    public double seconds() {
      return ends - begins;
    }
  }

  /** What became of the writers in one round, in the order of the file. */
  public record Round(List<Written> stock, List<Written> peace) {
    /** Copies the lists. */
    public Round {
      stock = List.copyOf(stock);
      peace = List.copyOf(peace);
    }
  }

  /** How it is to be run. */
  public record Settings(GroupOrder order, NamedShares shares, int rounds, long seed) {}

  /** Copies the rounds. */
  public WriterTimes {
    rounds = List.copyOf(rounds);
  }

  /**
   * Runs a scenario.
   *
   * @param yaml its text
   * @param source what messages call it
   */
  public static WriterTimes of(String yaml, String source, Settings settings)
      throws ScenarioException, SimulationException {
    Scenario scenario = ScenarioReader.parse(yaml, source);
    Trial trial = new Trial(scenario, settings.order(), Variant.STANDARD, settings.shares());
    SplittableRandom seeds = new SplittableRandom(settings.seed());
    List<Round> rounds = new ArrayList<>();
    for (int round = 0; round < settings.rounds(); round++) {
      long load = seeds.nextLong();
      Simulation stock = trial.stockRun(load, seeds.split());
      stock.run();
      Simulation peace = trial.peaceRun(load, seeds);
      peace.run();
      rounds.add(new Round(stock.written(), peace.written()));
    }
    return new WriterTimes(rounds);
  }
}
