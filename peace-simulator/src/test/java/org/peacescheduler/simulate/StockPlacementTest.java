package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.NetworkModel;

class StockPlacementTest {
  private static final Scenario ONE_RACK =
      Scenarios.threeServers("", "{replication: 2}", "{ownDisk: true}");

  private static final Scenario TWO_RACKS =
      Scenarios.scenario(
          """
          version: 1
          network:
            version: 1
            streamRate: 1 MB/s
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 1 MB/s}]
            servers:
            - {hosts: "s[1-3]", switch: tor1, up: 1 MB/s, down: 1 MB/s}
            - {hosts: "t[1-3]", switch: tor2, up: 1 MB/s, down: 1 MB/s}
          writers: [{replication: 4}, {replication: 4, ownDisk: true}]
          """);

  private static List<String> nodes(Scenario scenario, int group, int seed) {
    NetworkModel model = NetworkModel.of(scenario.network());
    return new StockPlacement(model, new SplittableRandom(seed))
        .nodes(
            new Placement.Ask(
                "f", Scenarios.client("s1", scenario.writers().get(group)), nodes -> {}));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "5"})
  void nodes_twoRacks_secondAndThirdAreInTheOtherOne(int seed) {
    List<String> away = nodes(TWO_RACKS, 0, seed);
    List<String> own = nodes(TWO_RACKS, 1, seed);

    assertEquals(4, new HashSet<>(away).size());
    assertEquals(4, new HashSet<>(own).size());
    assertEquals(
        "stt", away.subList(0, 3).stream().map(n -> n.substring(0, 1)).reduce("", String::concat));
    assertEquals(-1, away.indexOf("s1"));
    assertEquals("s1", own.get(0));
    assertEquals("t", own.get(1).substring(0, 1));
    assertEquals("t", own.get(2).substring(0, 1));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void nodes_oneRack_areAnyOthers(int seed) {
    assertEquals(new HashSet<>(List.of("s2", "s3")), new HashSet<>(nodes(ONE_RACK, 0, seed)));
    assertEquals(3, new HashSet<>(nodes(ONE_RACK, 1, seed)).size());
    assertNotEquals("s2", nodes(ONE_RACK, 1, seed).get(0));
  }
}
