package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;

class LoadCurveTest {
  private static final String TWO_JOBS =
      "{hosts: s1, count: %d, chunk: 1 MB, replication: 1, job: %s, arrivals: {times: 4, every:"
          + " 10}}";

  private static String job(int count, String name) {
    return TWO_JOBS.formatted(count, name);
  }

  private static LoadCurve.Point at(Scenario scenario, double load) throws SimulationException {
    LoadCurve curve = LoadCurve.of(scenario, List.of(load), 0.5, GroupOrder.FAIR_SOJOURN, 1, 1);
    return curve.points().get(0);
  }

  @Test
  void offeredLoad_oneLinkLimits_isItsPart() {
    // 4 MB every 10 s out of a link of 1 MB/s, and in at the two others.
    assertEquals(0.4, OfferedLoad.of(Scenarios.threeServers("", job(4, "a"))), 1e-9);
    assertEquals(0.7, OfferedLoad.of(Scenarios.threeServers("", job(4, "a"), job(3, "b"))), 1e-9);
  }

  @Test
  void offeredLoad_logsAndWhoComesOnce_doNotCount() {
    assertEquals(
        0.4,
        OfferedLoad.of(
            Scenarios.threeServers(
                "",
                job(4, "a"),
                "{hosts: s1, chunk: 9 MB, replication: 1}",
                "{hosts: s1, log: true, rate: 1 kB/s, replication: 1}")),
        1e-9);
  }

  @Test
  void offeredLoad_threeReplicas_linkBetweenTheRacksIsPassedOnce() {
    Scenario scenario =
        Scenarios.scenario(
            """
            version: 1
            network:
              version: 1
              streamRate: 1085 kB/s
              switches: [{name: tor1}, {name: tor2}]
              links: [{between: [tor1, tor2], capacity: 1085 kB/s}]
              servers:
              - {hosts: "a[1-3]", switch: tor1, up: 10 MB/s, down: 10 MB/s}
              - {hosts: "b[1-3]", switch: tor2, up: 10 MB/s, down: 10 MB/s}
            writers: [{count: 2, hosts: a1, chunk: 2 MB, arrivals: {times: 3, every: 8}}]
            """);

    assertEquals(0.5, OfferedLoad.of(scenario), 1e-9);
  }

  @Test
  void curve_load_setsThePeriod() throws SimulationException {
    LoadCurve.Point point = at(Scenarios.threeServers("", job(4, "a"), job(4, "b")), 0.5);

    assertEquals(16, point.every(), 1e-9);
    assertEquals(8, point.checkpoints());
  }

  /** Four jobs at once share a link; with jitter they miss each other. */
  @Test
  void curve_jobsAtOnce_sidesAreComparedInTheSameRound() throws Exception {
    Path own = ScenarioReaderTest.inCheckout("peace-simulator/scenarios/protocols");
    LoadCurve.Point point = at(ScenarioReader.read(own.resolve("coordinated-two-rack.yaml")), 0.3);

    assertEquals(1, point.ratio(LoadCurve.Side.STOCK, LoadCurve.Duration.HALF));
    assertTrue(point.ratio(LoadCurve.Side.JITTER, LoadCurve.Duration.HALF) < 0.7);
    assertEquals(
        point.seconds(LoadCurve.Side.PEACE, LoadCurve.Duration.WORST)
            / point.seconds(LoadCurve.Side.STOCK, LoadCurve.Duration.WORST),
        point.ratio(LoadCurve.Side.PEACE, LoadCurve.Duration.WORST),
        1e-9);
  }

  /** Work that is replaced by more: throughput decides how long each takes. */
  @Test
  void curve_serversLinksNearlySaturated_nobodyIsLaterThanWithStock() throws Exception {
    Path own = ScenarioReaderTest.inCheckout("peace-simulator/scenarios/protocols");
    LoadCurve.Point point =
        at(ScenarioReader.read(own.resolve("uncoordinated-fast-core.yaml")), 0.9);

    assertTrue(point.ratio(LoadCurve.Side.PEACE, LoadCurve.Duration.HALF) < 0.8);
    assertTrue(point.ratio(LoadCurve.Side.PEACE, LoadCurve.Duration.MOST) < 0.8);
  }

  @Test
  void simulation_ownPhases_eachMembersCheckpointIsCounted() throws SimulationException {
    Figures own =
        Scenarios.stock(
                Scenarios.threeServers(
                    "",
                    "{count: 3, chunk: 1 MB, replication: 1, job: a,"
                        + " arrivals: {times: 4, every: 30, ownPhase: true}}"),
                1)
            .get(0);

    assertEquals(12, own.jobs().size());
    assertEquals(1.12, own.jobWithin(0.5), 0.1);
  }
}
