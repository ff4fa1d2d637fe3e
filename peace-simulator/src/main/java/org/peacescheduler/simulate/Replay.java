package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.config.NamedShares;

/**
 * What becomes of each writer of a scenario with stock HDFS and with Peace, in some rounds with
 * seeds of their own. For whoever wants more of it than {@link Comparison}: a forecast by bursts.
 *
 * <p>Example: {@code Replay.of(yaml, "trace.jsonl", settings).rounds().get(0).peace().get(3)} is
 * the fourth writer of the file in the first round. Immutable.
 */
public record Replay(List<Round> rounds) {
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

  /**
   * What a chunk takes for its bytes, in seconds, if it is alone on its links.
   *
   * @param bytesPerSecond what the narrowest of them carries
   * @param hops how many go over links
   */
  public static double secondsAlone(double bytes, double bytesPerSecond, int hops) {
    return Simulation.OVERHEAD * (bytes + (hops - 1) * Transfer.PACKET_BYTES) / bytesPerSecond;
  }

  /**
   * The line of a scenario file that says what chunks take besides their bytes: the standard's
   * parts of what was seen. More than the standard is nothing that was seen, for then links carry
   * less than is stated.
   *
   * @param seconds what was seen
   */
  public static String delays(double seconds) {
    Scenario.Delays standard = Scenario.Delays.TESTBED;
    double all = standard.setUp() + standard.report() + standard.request();
    double part = Math.max(0, Math.min(1, seconds / all));
    return String.format(
        Locale.ROOT,
        "delays: {setUp: %.4f, report: %.4f, request: %.4f}\n",
        part * standard.setUp(),
        part * standard.report(),
        part * standard.request());
  }

  /** Copies the rounds. */
  public Replay {
    rounds = List.copyOf(rounds);
  }

  /**
   * Runs a scenario.
   *
   * @param yaml its text
   * @param source what messages call it
   */
  public static Replay of(String yaml, String source, Settings settings)
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
    return new Replay(rounds);
  }
}
