package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.measure.ByteSize;

class MeasuringPlanTest {
  private static final CalibrationOptions OPTIONS =
      new CalibrationOptions(ByteSize.parse("1MiB"), List.of(4, 1), 1, 2, 0.95, false);

  private static MeasuringPlan plan(Map<String, Integer> racks, Set<String> own) {
    ClusterMap cluster = ClusterMap.of(SimulatedCluster.datanodes(new TreeMap<>(racks)), own);
    return MeasuringPlan.of(cluster, Groups.ofRacks(cluster), OPTIONS);
  }

  private static List<String> names(Load load) {
    return load.pipelines().stream()
        .map(p -> String.join(" ", p.stream().map(Datanode::host).toList()))
        .toList();
  }

  private static Series only(MeasuringPlan plan, Series.Kind kind, String name) {
    return plan.series().stream()
        .filter(s -> s.kind() == kind && s.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void plan_twoRacks_measuresAClientTwoDatanodesOfEachAndBothWays() {
    MeasuringPlan plan = plan(Map.of("/a", 3, "/b", 3), Set.of());
    assertEquals(
        List.of(
            "client this host",
            "receiving a.1",
            "sending a.1",
            "receiving a.2",
            "sending a.2",
            "receiving b.1",
            "sending b.1",
            "receiving b.2",
            "sending b.2",
            "between racks /a -> /b",
            "between racks /b -> /a"),
        plan.series().stream().map(s -> s.kind().word() + " " + s.name()).toList());
    assertEquals(
        List.of("a.1", "b.1", "a.2", "b.2"),
        names(only(plan, Series.Kind.CLIENT, "this host").loads().get(1)));
    assertEquals(
        List.of("a.2", "a.2", "a.2", "a.2"),
        names(only(plan, Series.Kind.RECEIVE, "a.2").loads().get(1)));
    assertEquals(
        List.of("a.1 b.1", "a.1 b.2", "a.1 b.3", "a.1 b.1"),
        names(only(plan, Series.Kind.SEND, "a.1").loads().get(1)));
    Load fourCrossings = only(plan, Series.Kind.BETWEEN_RACKS, "/a -> /b").loads().get(1);
    assertEquals(List.of("a.1 b.1 a.2 b.2", "a.3 b.3 a.1 b.1"), names(fourCrossings));
    assertEquals(2, fourCrossings.crossings());
    assertEquals(2, fourCrossings.chunksOfBusiest());
  }

  @Test
  void plan_oneRack_sendsWithinItAndMeasuresNoLinkBetweenRacks() {
    MeasuringPlan plan = plan(Map.of("/a", 3), Set.of());
    assertEquals(List.of("a.1 a.2"), names(only(plan, Series.Kind.SEND, "a.1").loads().get(0)));
    assertTrue(plan.byGroup(Series.Kind.BETWEEN_RACKS).isEmpty());
  }

  @Test
  void plan_clientOnADatanode_neverWritesThere() {
    MeasuringPlan plan = plan(Map.of("/a", 3, "/b", 3), Set.of("10.0.0.1"));
    Set<String> written = new HashSet<>();
    plan.series().forEach(s -> s.loads().forEach(l -> written.addAll(names(l))));
    assertTrue(written.stream().noneMatch(n -> List.of(n.split(" ")).contains("a.1")));
    assertTrue(written.contains("a.2"));
  }

  @Test
  void plan_hostsWithNumbers_areInTheOrderOfTheNumbers() {
    assertEquals(
        List.of("dn2", "dn10"),
        ClusterMap.of(
                List.of(
                    new Datanode("dn10", "10.0.0.10", 9866, "/a"),
                    new Datanode("dn2", "10.0.0.2", 9866, "/a")),
                Set.of())
            .inTurn()
            .stream()
            .map(Datanode::host)
            .toList());
  }

  /** HDFS: at most (replicas - 1) / racks + 2 in a rack, and one less than all of them. */
  @ParameterizedTest
  @CsvSource({
    "8, 9, 2, 8",
    "1, 9, 2, 1",
    "8, 8, 3, 5",
    "8, 8, 5, 3",
    "8, 8, 6, 2",
    "20, 20, 40, 2"
  })
  void mostCrossings_ofRacks_areThoseThatHdfsAccepts(
      int senders, int receivers, int racks, int most) {
    assertEquals(most, MeasuringPlan.mostCrossings(senders, receivers, racks));
  }
}
