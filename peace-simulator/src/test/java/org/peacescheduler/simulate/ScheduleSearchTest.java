package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;

class ScheduleSearchTest {
  private static final String DELAYS = "delays: {setUp: 0, report: 0, request: 0}\n";

  /** Three files of one host, of 6, 2 and 1 MB; its disk carries 1 MB/s. */
  private static final Scenario UNEQUAL = Scenarios.threeServers(DELAYS, file(6), file(2), file(1));

  private static final String LARGE = "s1/1/1/1/1";
  private static final String MIDDLE = "s1/1/2/1/1";
  private static final String SMALL = "s1/1/3/1/1";

  private static String file(int chunks) {
    return "{count: 1, hosts: [s1], replication: 1, ownDisk: false, chunk: 1 MB, startWithin: 0,"
        + " chunks: %d}".formatted(chunks);
  }

  private static double response(ListSchedule.Plan plan) throws SimulationException {
    NetworkModel model = NetworkModel.of(UNEQUAL.network());
    double[] rates = RealLinks.bytesPerSecond(model, UNEQUAL.reality(), Simulation.OVERHEAD);
    ListSchedule schedule = new ListSchedule(UNEQUAL, model, rates, plan);
    return new Simulation(UNEQUAL, model, schedule, 1, new SplittableRandom(1))
        .run()
        .get(0)
        .response();
  }

  /**
   * The first chunk of the largest file goes before the others have asked; and where a file's chunk
   * has ended, one that waits goes before that file asks again.
   */
  @Test
  void plan_smallFileFirst_takesTheLeast() throws SimulationException {
    Map<String, Double> smallFirst = Map.of(LARGE, 2.0, MIDDLE, 1.0);
    assertEquals((9 + 5 + 2) / 3.0, response(new ListSchedule.Plan(smallFirst, Map.of(), 1)), 0.01);
  }

  @Test
  void plan_smallFileLast_takesLonger() throws SimulationException {
    Map<String, Double> smallLast = Map.of(SMALL, 1.0);
    assertEquals((9 + 4 + 6) / 3.0, response(new ListSchedule.Plan(smallLast, Map.of(), 1)), 0.01);
  }

  @Test
  void plan_atOnce_sharesTheLink() throws SimulationException {
    assertEquals((9 + 5 + 3) / 3.0, response(ListSchedule.Plan.AT_ONCE), 0.15);
  }

  @Test
  void of_unequalFiles_findsTheBest() throws SimulationException {
    ScheduleSearch.Found found = ScheduleSearch.of(UNEQUAL, GroupOrder.FAIR_SOJOURN, 20, 1);
    assertEquals((9 + 5 + 2) / 3.0, found.searched(), 0.01);
    assertEquals((9 + 3 + 1) / 3.0, found.bound(), 0.01);
    assertEquals(9, found.chunks());
    assertTrue(found.stock() > 5.5, found::toString);
  }

  @Test
  void distances_oneOfEachKind_areNoneBelowTheBound() throws SimulationException {
    Distances distances = Distances.of(8, 7, GroupOrder.FAIR_SOJOURN, 12, (done, of) -> {});
    assertEquals(8, distances.cases().size());
    for (Distances.Case each : distances.cases()) {
      ScheduleSearch.Found found = each.found();
      assertTrue(found.best() >= 0.999 * found.bound(), each::toString);
    }
    assertEquals(distances, Distances.of(8, 7, GroupOrder.FAIR_SOJOURN, 12, (done, of) -> {}));
    StringWriter text = new StringWriter();
    DistancesPrinter.text(distances, new PrintWriter(text));
    assertTrue(text.toString().contains("8 scenarios,"), text::toString);
  }
}
