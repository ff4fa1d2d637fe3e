package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static final double MB = 1e6;

  private static Findings twoRacks(double client, double datanode, double between, double chunk) {
    return new SimulatedCluster(
            SimulatedCluster.twoRacks(), client * MB, datanode * MB, between * MB, chunk * MB)
        .findings();
  }

  @Test
  void findings_datanodesSlowerThanTheClient_areExact() {
    Findings findings = twoRacks(117, 60, 1000, 30);
    assertEquals(2, findings.receive().get("/rack1").knee().capacity());
    assertTrue(findings.receive().get("/rack1").isExact());
    assertEquals(
        List.of("it is all that a datanode receives"), findings.send().get("/rack1").atLeast());
    assertEquals(30 * MB, findings.streamRate(), 1);
  }

  @Test
  void findings_clientAsFastAsDatanodes_saysAtLeast() {
    Findings findings = twoRacks(117, 117, 1000, 60);
    assertEquals(
        List.of("it is all that this host can send"), findings.receive().get("/rack2").atLeast());
    assertEquals(2, findings.receive().get("/rack2").knee().capacity());
  }

  @Test
  void findings_linkBetweenRacksAsFastAsTheClient_isFoundByCrossingItSeveralTimes() {
    Findings findings = twoRacks(2, 2, 2, 1.8);
    assertEquals(2, findings.betweenRacks().size());
    for (Findings.Finding finding : findings.betweenRacks()) {
      assertTrue(finding.isExact(), finding.atLeast().toString());
      assertEquals(2 * MB, finding.best(), 1);
    }
  }

  @Test
  void findings_linkBetweenRacksThatNothingFills_saysAtLeast() {
    Findings findings = twoRacks(117, 117, 100_000, 60);
    Findings.Finding finding = findings.betweenRacks().get(0);
    assertFalse(finding.isExact());
    assertTrue(
        finding.atLeast().contains("it still grew with 8 chunks"), finding.atLeast().toString());
    assertEquals(4 * 117 * MB, finding.best(), 1);
  }

  @Test
  void findings_slowLinkBetweenRacks_isWhyADatanodeSendsLittle() {
    Findings findings = twoRacks(117, 117, 50, 60);
    assertEquals(
        List.of("it is all that goes to the other rack"), findings.send().get("/rack1").atLeast());
  }

  @Test
  void findings_nothingValid_areNone() {
    ClusterMap map = ClusterMap.of(SimulatedCluster.datanodes(Map.of("/a", 2)), Set.of());
    MeasuringPlan plan = MeasuringPlan.of(map, Groups.ofRacks(map), SimulatedCluster.OPTIONS);
    List<Measurement> invalid =
        plan.series().stream()
            .map(s -> new Measurement(s, s.loads().get(0), Double.NaN, List.of(), "full"))
            .toList();
    assertTrue(Findings.of(plan, invalid, SimulatedCluster.OPTIONS).isEmpty());
  }
}
