package org.peacescheduler.simulate;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.Constants;

/** Small scenarios for tests. */
final class Scenarios {
  private Scenarios() {}

  /**
   * Three servers on a switch, whose links carry 1 MB/s of payload, and these groups of writers.
   *
   * @param keys further ones of the document, a line each
   */
  static Scenario threeServers(String keys, String... groups) {
    return scenario(
        """
        version: 1
        network:
          version: 1
          streamRate: 1085 kB/s
          switches: [{name: tor}]
          servers: [{hosts: "s[1-3]", switch: tor, up: 1085 kB/s, down: 1085 kB/s}]
        """
            + keys
            + "writers:\n- "
            + String.join("\n- ", groups));
  }

  static Scenario scenario(String yaml) {
    try {
      return ScenarioReader.parse(yaml, "test.yaml");
    } catch (ScenarioException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Its bursts without Peace. */
  static List<Figures> stock(Scenario scenario, long seed) throws SimulationException {
    NetworkModel model = NetworkModel.of(scenario.network());
    SplittableRandom random = new SplittableRandom(seed);
    StockPlacement stock = new StockPlacement(model, random.split());
    return new Simulation(scenario, model, stock, seed, random.split()).run();
  }

  /** Its bursts with Peace. */
  static List<Figures> peace(Scenario scenario, long seed) throws SimulationException {
    NetworkModel model = NetworkModel.of(scenario.network());
    SplittableRandom random = new SplittableRandom(seed);
    PeacePlacement peace =
        new PeacePlacement(
            scenario.told().model(scenario.network(), 3, Constants.STANDARD),
            new SchedulerSettings(0, scenario.deferralMax(), GroupOrder.FAIR_SOJOURN, seed),
            new StockPlacement(model, random.split()));
    return new Simulation(scenario, model, peace, seed, random.split()).run();
  }

  /** A writer of a group who says nothing. */
  static Placement.Client client(String host, WriterGroup group) {
    return new Placement.Client("1", host, group, Optional.empty(), 0, Optional.empty());
  }
}
