package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.coordinate.Pace.Company.OTHERS;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** A chunk's place goes to the next one after the time that its bytes need. */
class PaceTest {
  private static final OptionalDouble MEGABYTE_A_SECOND = OptionalDouble.of(1e6);
  private static final long MEGABYTE = 1_000_000;
  private static final long PLACE_MILLIS = 1130;
  private static final long IN_ROW_MILLIS = 1100;
  private static final long BYTES_MILLIS = 1000;
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  private static NetworkModel model(String streamRate) {
    return TestNetworks.parse(
        """
        version: 1
        %s
        defaults: {server: {up: 9, down: 9}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 1}]
        servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2}
        """
            .formatted(streamRate));
  }

  private static Harness harness() {
    return new Harness(model("streamRate: 1 MB/s"), 0);
  }

  private static ChunkRequest across(String path) {
    return Harness.chunk(path, 1, ACROSS, MEGABYTE);
  }

  @Test
  void millis_firstChunkOfManySmallFiles_isTheirs() {
    Pace pace = new Pace();
    assertEquals(PLACE_MILLIS, pace.millis(true, OTHERS, MEGABYTE, MEGABYTE_A_SECOND));
    pace.learn(10_000);
    pace.learn(0);
    assertEquals(12, pace.millis(true, OTHERS, MEGABYTE, MEGABYTE_A_SECOND));
    assertEquals(PLACE_MILLIS, pace.millis(false, OTHERS, MEGABYTE, MEGABYTE_A_SECOND));
    assertEquals(6, pace.millis(true, OTHERS, 5_000, MEGABYTE_A_SECOND));
  }

  @Test
  void millis_oneLargeFileAmongSmallOnes_isForgottenSlowly() {
    Pace pace = new Pace();
    pace.learn(MEGABYTE);
    for (int i = 0; i < 10; i++) {
      pace.learn(10_000);
    }
    assertTrue(pace.millis(true, OTHERS, MEGABYTE, MEGABYTE_A_SECOND) > PLACE_MILLIS / 2);
    for (int i = 0; i < 100; i++) {
      pace.learn(10_000);
    }
    assertTrue(pace.millis(true, OTHERS, MEGABYTE, MEGABYTE_A_SECOND) < PLACE_MILLIS / 20);
  }

  @Test
  void millis_noRateOrNoSize_isUnknown() {
    Pace pace = new Pace();
    assertEquals(Pace.UNKNOWN, pace.millis(true, OTHERS, MEGABYTE, OptionalDouble.empty()));
    assertEquals(Pace.UNKNOWN, pace.millis(true, OTHERS, 0, MEGABYTE_A_SECOND));
  }

  /** Not a millisecond sooner. */
  private static void assertGrantedAfter(long millis, String path, Harness h) {
    h.clock.set(millis - 1);
    h.coordinator.pass();
    assertEquals(List.of(), h.said(path));
    h.clock.set(millis);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said(path));
  }

  @Test
  void pass_bytesHaveHadTheirTime_letsTheNextChunkIn() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    Ticket second = h.submit(across("svr1.2/b"));
    assertGrantedAfter(PLACE_MILLIS, "svr1.2/b", h);
    assertEquals(2, h.coordinator.status().inFlight());
    assertTrue(h.coordinator.balances());
    h.coordinator.done(first, true);
    h.coordinator.done(second, true);
    h.assertNothingLeft();
  }

  @Test
  void pass_asManyLagAsThereArePlaces_letsNobodyElseIn() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    Ticket second = h.submit(across("svr1.2/b"));
    Ticket third = h.submit(across("svr1.3/c"));
    h.clock.set(PLACE_MILLIS);
    h.coordinator.pass();
    h.clock.set(10 * PLACE_MILLIS);
    h.coordinator.pass();
    assertEquals(List.of(), h.said("svr1.3/c"));
    h.coordinator.done(first, true);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
    h.coordinator.release(second, "deleted", true);
    h.coordinator.done(third, true);
    h.assertNothingLeft();
  }

  @Test
  void pass_lastReplicaOfALaggardIsThere_anotherMayLag() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    h.clock.set(PLACE_MILLIS);
    h.coordinator.pass();
    h.coordinator.replicaDone(first, h.nodes("svr1.1/a").get(0));
    h.clock.set(2 * PLACE_MILLIS);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
  }

  @Test
  void pass_modelExchanged_laggardsStayLaggards() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    Ticket second = h.submit(across("svr1.2/b"));
    h.clock.set(PLACE_MILLIS);
    h.coordinator.pass();
    h.coordinator.exchange(
        model("streamRate: 1 MB/s"), Set.of("svr1.1", "svr1.2", "svr2.1", "svr2.2"));
    assertTrue(h.coordinator.balances());
    h.coordinator.done(first, true);
    h.coordinator.done(second, true);
    h.assertNothingLeft();
  }

  @Test
  void pass_timestepsOfThePaperOrNoRate_hasNoEffect() {
    for (Harness h :
        List.of(
            new Harness(model("streamRate: 1 MB/s"), 0.8), new Harness(model("# no rate"), 0))) {
      h.submit(across("svr1.1/a"));
      h.submit(across("svr1.2/b"));
      h.clock.set(10 * PLACE_MILLIS);
      h.coordinator.pass();
      assertFalse(h.said("svr1.2/b").contains("granted"));
    }
  }

  /** One replica beside the writer, one across the link that all share. */
  private static ChunkRequest nearAndAcross(String path) {
    return Harness.chunk(
        path,
        2,
        PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK)),
        MEGABYTE);
  }

  /** Each chunk is granted once the one before has had its place, which is done then. */
  private static List<String> firstServers(int chunks) {
    Harness h = harness();
    List<String> servers = new ArrayList<>();
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      tickets.add(h.submit(nearAndAcross("svr1.1/" + i)));
    }
    for (int i = 0; i < chunks; i++) {
      servers.add(h.nodes("svr1.1/" + i).get(0));
      h.clock.advance(IN_ROW_MILLIS);
      h.coordinator.pass();
      h.coordinator.done(tickets.get(i), true);
    }
    h.assertNothingLeft();
    return servers;
  }

  @Test
  void pass_fullLinkBetweenSwitches_chunksOfAWriterComeToItOverOneServerForAWhile() {
    List<String> servers = firstServers(12);
    assertEquals(1, Set.copyOf(servers.subList(0, 8)).size(), servers::toString);
    assertEquals(1, Set.copyOf(servers.subList(8, 12)).size(), servers::toString);
    assertNotEquals(servers.get(0), servers.get(8));
  }

  @Test
  void pass_chunkIsLate_theNextOneTakesAnotherWay() {
    Harness h = harness();
    h.submit(nearAndAcross("svr1.1/a"));
    h.submit(nearAndAcross("svr1.1/b"));
    h.clock.set(2 * PLACE_MILLIS);
    h.coordinator.pass();
    assertNotEquals(h.nodes("svr1.1/a").get(0), h.nodes("svr1.1/b").get(0));
  }

  @Test
  void pass_anotherWriter_takesAnotherWay() {
    Harness h = harness();
    h.submit(nearAndAcross("svr1.1/a"));
    h.submit(nearAndAcross("svr1.2/b"));
    h.clock.set(IN_ROW_MILLIS);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    assertNotEquals(h.nodes("svr1.1/a").get(0), h.nodes("svr1.2/b").get(0));
  }

  @Test
  void pass_serversOwnLinksAreFull_placeLastsUntilQueuesHaveDrained() {
    Harness h = new Harness(TestNetworks.shaped(2, 4, 8, 80, 8), 0);
    h.submit(nearAndAcross("svr1.1/a"));
    h.submit(nearAndAcross("svr1.1/b"));
    h.submit(nearAndAcross("svr2.1/c"));
    assertGrantedAfter(PLACE_MILLIS, "svr1.1/b", h);
  }

  @Test
  void pass_nobodyButOneWriter_placeLastsAsLongAsTheBytesAlone() {
    Harness h = new Harness(TestNetworks.shaped(2, 4, 8, 80, 8), 0);
    h.submit(nearAndAcross("svr1.1/a"));
    h.submit(nearAndAcross("svr1.1/b"));
    assertGrantedAfter(BYTES_MILLIS, "svr1.1/b", h);
  }

  @Test
  void pass_hdfsCopiesBesideTheOnlyWriter_placeLastsUntilQueuesHaveDrained() {
    Harness h = new Harness(TestNetworks.shaped(2, 4, 8, 80, 8), 0);
    h.coordinator.copyOrdered(new Copy(1, "svr2.1", "svr2.2"));
    h.submit(nearAndAcross("svr1.1/a"));
    h.submit(nearAndAcross("svr1.1/b"));
    assertGrantedAfter(PLACE_MILLIS, "svr1.1/b", h);
  }

  @Test
  void pass_nobodyButOneWriter_anyNumberMayLagUntilAnotherComes() {
    Harness h = harness();
    List<Ticket> tickets = new ArrayList<>();
    for (String file : List.of("svr1.1/a", "svr1.1/b", "svr1.1/c", "svr1.1/d")) {
      tickets.add(h.submit(across(file)));
    }
    for (int i = 0; i < 2; i++) {
      h.clock.advance(BYTES_MILLIS);
      h.coordinator.pass();
    }
    assertEquals(List.of("granted"), h.said("svr1.1/c"));
    tickets.add(h.submit(across("svr1.2/e")));
    h.clock.advance(10 * PLACE_MILLIS);
    h.coordinator.pass();
    assertEquals(List.of(), h.said("svr1.1/d"));
    assertTrue(h.coordinator.balances());
    tickets.forEach(ticket -> h.coordinator.done(ticket, true));
    h.coordinator.pass();
    tickets.forEach(ticket -> h.coordinator.done(ticket, true));
    h.assertNothingLeft();
  }
}
