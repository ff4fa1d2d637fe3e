package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;

class BoundsTest {
  private static final Scenario.Delays NONE = new Scenario.Delays(0, 0, 0);

  /** Three servers on a switch whose links carry 1 MB/s. */
  private static Bounds bounds(Scenario scenario) {
    NetworkModel model = NetworkModel.of(scenario.network());
    return new Bounds(
        model, RealLinks.bytesPerSecond(model, scenario.reality(), Simulation.OVERHEAD), NONE);
  }

  private static final Scenario ANY = Scenarios.threeServers("", "{replication: 2}");

  @Test
  void of_twoOnOneLink_smallestFirst() {
    Bound bound =
        bounds(ANY)
            .of(List.of(new Bounds.Work(0, 0, 3e6, 1, 1, 3), new Bounds.Work(0, 0, 1e6, 1, 1, 1)));

    assertEquals((1 + 4) / 2.0, bound.response(), 1e-9);
    assertEquals(4, bound.completion(), 1e-9);
  }

  @Test
  void of_smallerOneComesLater_goesFirstWhenItIsThere() {
    Bound bound =
        bounds(ANY)
            .of(List.of(new Bounds.Work(0, 0, 3e6, 1, 1, 3), new Bounds.Work(1, 0, 1e6, 1, 1, 1)));

    assertEquals((4 + 1) / 2.0, bound.response(), 1e-9);
  }

  @Test
  void of_manyReplicas_sumsOfAllLinksLimit() {
    // 3 writers on hosts of their own, each byte over two links of three.
    List<Bounds.Work> burst =
        List.of(
            new Bounds.Work(0, 0, 3e6, 2, 2, 3),
            new Bounds.Work(0, 1, 3e6, 2, 2, 3),
            new Bounds.Work(0, 2, 3e6, 2, 2, 3));

    Bound bound = bounds(ANY).of(burst);

    assertEquals(6, bound.completion(), 1e-9);
    assertEquals((2 + 4 + 6) / 3.0, bound.response(), 1e-9);
  }

  @Test
  void of_aloneTakesLonger_thatCounts() {
    assertEquals(9, bounds(ANY).of(List.of(new Bounds.Work(5, 0, 1e6, 2, 2, 9))).response(), 1e-9);
  }

  @Test
  void of_twoRacks_linkBetweenThemLimits() {
    Scenario scenario =
        Scenarios.scenario(
            """
            version: 1
            network:
              version: 1
              streamRate: 1085 kB/s
              switches: [{name: a}, {name: b}]
              links: [{between: [a, b], capacity: 1085 kB/s}]
              servers:
              - {hosts: "a[1-9]", switch: a, up: 1085 kB/s, down: 1085 kB/s}
              - {hosts: "b[1-2]", switch: b, up: 1085 kB/s, down: 1085 kB/s}
            writers: [{}]
            """);
    List<Bounds.Work> burst =
        List.of(new Bounds.Work(0, 0, 1e6, 2, 2, 1), new Bounds.Work(0, 1, 1e6, 2, 2, 1));

    assertEquals(2, bounds(scenario).of(burst).completion(), 1e-9);
    assertEquals(1.5, bounds(scenario).of(burst).response(), 1e-9);
  }

  /** Neither stock HDFS nor Peace is ever better. */
  @Property(tries = 40)
  void bound_drawnScenario_nothingIsBelow(@ForAll @IntRange(min = 0, max = 10_000) int index)
      throws SimulationException {
    Scenario scenario =
        Scenarios.threeServers(
            "delays: {setUp: 0.01}\n",
            "{count: %d, chunk: 100 kB, chunks: %d, files: %d, replication: 2, byTurns: %s}"
                .formatted(1 + index % 5, 1 + index % 3, 1 + index % 2, index % 7 == 0),
            "{count: %d, size: %d kB, replication: 2, ownDisk: true, startWithin: %d}"
                .formatted(1 + index % 4, 1 + index % 900, 1 + index % 2));
    for (Figures figures :
        List.of(Scenarios.stock(scenario, index).get(0), Scenarios.peace(scenario, index).get(0))) {
      Bound bound = figures.bound().orElseThrow();
      assertTrue(figures.response() >= bound.response() * (1 - 1e-9), figures.toString());
      assertTrue(figures.completion() >= bound.completion() * (1 - 1e-9), figures.toString());
    }
  }
}
