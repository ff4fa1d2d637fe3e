package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** Chunks of 1 MB take a second over a link that carries one of them at a time. */
class TurnHoldsTest {
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  private static final long BYTES = 1_000_000;

  /** Of six chunks, as they begin; from the eighth on it may be eight, from the 11th on 16. */
  private static final List<Double> LEFT_SECONDS =
      List.of(6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0);

  private final Harness h = new Harness(network(1), 0, Duration.ofSeconds(600), Ends.TOLD);

  private static NetworkModel network(int streams) {
    return TestNetworks.parse(
        """
        version: 1
        streamRate: 1130 kB/s
        switches: [{name: tor1}, {name: tor2}]
        defaults: {server: {up: 1000 MB/s, down: 1000 MB/s}}
        links: [{between: [tor1, tor2], capacity: %d kB/s}]
        servers:
        - {hosts: "svr1.[1-8]", switch: tor1}
        - {hosts: "svr2.[1-8]", switch: tor2}
        """
            .formatted(1130 * streams));
  }

  private static ChunkRequest request(String path, String group, int turn) {
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(
            Optional.of("ann"), Optional.of(path), Optional.of("ann:" + group), 0);
    return ChunkRequest.of(path, 1, ACROSS)
        .writer(path.substring(0, path.indexOf('/')))
        .fullBytes(BYTES)
        .origin(origin)
        .turn(turn)
        .build();
  }

  private Ticket turn(String host, String group, int files) {
    return h.submit(request(host + "/turn-" + group, group, files));
  }

  private Ticket chunk(String host, String group, String name) {
    return h.submit(request(host + "/" + name, group, 0));
  }

  @Test
  void turn_linkIsIdleForAMoment_othersWaitAndTheirOwnDoNot() {
    Ticket a = turn("svr1.1", "a", 1);
    turn("svr1.2", "b", 1);
    turn("svr2.1", "c", 1);
    h.coordinator.begun(List.of(a));
    chunk("svr1.1", "a", "a1");
    h.coordinator.done(chunk("svr1.1", "a", "a2"), true, BYTES); // It waits: no effect.
    assertEquals(List.of("granted"), h.said("svr1.1/a1"));
    assertEquals(List.of(), h.said("svr1.2/turn-b"));
    assertEquals(List.of("granted"), h.said("svr2.1/turn-c"));
  }

  @Test
  void turn_timestepsEndTogetherAndItStandsAside_othersWaitUntilItIsLeft() {
    Harness strict = new Harness(network(1), 0.8, Duration.ofSeconds(600), Ends.TOLD);
    Ticket a = strict.submit(request("svr1.1/turn-a", "a", 1));
    strict.coordinator.standAside(a);
    strict.submit(request("svr1.2/turn-b", "b", 1));
    assertEquals(List.of("granted"), strict.said("svr1.1/turn-a"));
    assertEquals(List.of(), strict.said("svr1.2/turn-b"));
    strict.coordinator.release(a, "turn", true);
    assertEquals(List.of("granted"), strict.said("svr1.2/turn-b"));
  }

  @Test
  void turn_anotherMemberOfTheRequestLeaves_itsChunksAreStillWrittenInIt() {
    Ticket first = turn("svr1.1", "a", 1);
    h.coordinator.release(turn("svr2.2", "a", 1), "turn", false);
    h.coordinator.begun(List.of(first));
    Ticket chunk = chunk("svr1.1", "a", "a1");
    long before = h.coordinator.leftMillis(first, 2 * BYTES);
    h.clock.set(1_000);
    h.coordinator.done(chunk, false, BYTES);
    assertTrue(h.coordinator.leftMillis(first, 2 * BYTES) < before);
  }

  @Test
  void turn_gapBetweenTwoChunks_isNobodyElsesTurn() {
    Ticket a = turn("svr1.1", "a", 1);
    turn("svr1.2", "b", 1);
    h.coordinator.begun(List.of(a));
    for (int i = 0; i < 3; i++) {
      Ticket chunk = chunk("svr1.1", "a", "a" + i);
      h.clock.advance(1_000);
      h.coordinator.done(chunk, true, BYTES);
      h.coordinator.pass();
    }
    assertEquals(List.of(), h.said("svr1.2/turn-b"));
    h.coordinator.release(a, "turn", true);
    assertEquals(List.of("granted"), h.said("svr1.2/turn-b"));
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void turn_chunksOfOthers_doNotWaitForIt() {
    Ticket a = turn("svr1.1", "a", 1);
    chunk("svr1.3", "other", "x");
    assertEquals(List.of(), h.said("svr1.3/x"), "its capacity is held");
    h.coordinator.standAside(a);
    assertEquals(List.of("granted"), h.said("svr1.3/x"));
  }

  /** The next one begins while the last chunk is on its way, and takes nothing of what is left. */
  @Test
  void release_somethingIsLeft_nextIsToldAndHoldsNothing() {
    Ticket a = turn("svr1.1", "a", 1);
    turn("svr1.2", "b", 1);
    h.coordinator.begun(List.of(a));
    Ticket first = chunk("svr1.1", "a", "a1");
    h.coordinator.release(a, "turn", false);
    assertEquals(List.of("granted"), h.said("svr1.2/turn-b"));
    h.coordinator.done(first, true, BYTES);
    chunk("svr1.1", "a", "a2");
    assertEquals(List.of("granted"), h.said("svr1.1/a2"));
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void turn_chunkOfAnotherIsUnderWay_waitsForItsEnd() {
    Ticket other = chunk("svr1.3", "other", "x");
    turn("svr1.1", "a", 1);
    assertEquals(List.of(), h.said("svr1.1/turn-a"));
    h.coordinator.done(other, true, BYTES);
    assertEquals(List.of("granted"), h.said("svr1.1/turn-a"));
    assertEquals(1, h.used("tor1->tor2"), "it is held for the asker");
  }

  /** Two fit at a time; what is no turn's ends without the link's having been full. */
  @Test
  void turn_linkForThree_whatTurnsHoldAndOthersSendAddsUp() {
    h.coordinator.exchange(network(3), Set.of("svr2.1", "svr2.2", "svr2.3"));
    Ticket a = turn("svr1.1", "a", 2);
    h.coordinator.standAside(a);
    Ticket other = chunk("svr1.3", "other", "x");
    turn("svr1.2", "b", 1);
    assertEquals(List.of(), h.said("svr1.2/turn-b"));
    h.coordinator.done(other, true, BYTES);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr1.2/turn-b"));
  }

  @Test
  void leftMillis_chunksBeginAndEnd_isWhatTheSlowestLinkTakesForTheRest() {
    Ticket a = turn("svr1.1", "a", 1);
    h.coordinator.begun(List.of(a));
    assertLeft(8_000, a);
    Ticket chunk = chunk("svr1.1", "a", "a1");
    h.clock.advance(600);
    assertLeft(7_400, a);
    h.clock.advance(5_000);
    assertLeft(7_000, a); // It sends no more than it has.
    h.coordinator.done(chunk, true, BYTES);
    assertLeft(7_000, a);
    h.coordinator.release(a, "turn", true);
    assertEquals(0, h.coordinator.leftMillis(a, 8 * BYTES));
  }

  /** Behind the first of the last two chunks there is room, though the second one is on its way. */
  @Test
  void leftMillis_allIsGranted_endsWithTheFirstOfThoseInFlight() {
    Harness two = new Harness(network(2), 0, Duration.ofSeconds(600), Ends.TOLD);
    Ticket a = two.submit(request("svr1.1/turn-a", "a", 2));
    two.coordinator.begun(List.of(a));
    two.submit(request("svr1.1/a1", "a", 0));
    two.clock.advance(200);
    two.submit(request("svr1.1/a2", "a", 0));
    assertEquals(1_000, two.coordinator.leftMillis(a, 3 * BYTES - 200_000), 100.0);
    assertEquals(600, two.coordinator.leftMillis(a, 2 * BYTES), 50.0); // 0.6 MB at half of 2 MB/s.
  }

  /** A turn whose writers are on both sides of a link sends over both of its directions. */
  @Test
  void leftMillis_chunksGoBothWays_isAtTheRateThatTheyHadTogether() {
    Ticket a = turn("svr1.1", "a", 1);
    h.coordinator.begun(List.of(a));
    Ticket there = chunk("svr1.1", "a", "a1");
    Ticket back = chunk("svr2.1", "a", "a2");
    h.clock.advance(1_000);
    h.coordinator.done(there, true, BYTES);
    h.coordinator.done(back, true, BYTES);
    assertLeft(3_000, a);
  }

  /** As the first checkpoint of a job that has been started anew. */
  @Test
  void leftMillis_nobodySaysItsSize_isWhatItsUsersGroupsUsuallyTake() {
    aGroupHasWritten(4);
    Ticket a = turn("svr1.1", "a", 1);
    h.coordinator.begun(List.of(a));
    Ticket chunk = chunk("svr1.1", "a", "a1");
    assertEquals(4_000, h.coordinator.leftMillis(a, 0), 500.0); // The link carries 1.13 MB/s.
    h.clock.advance(1_000);
    h.coordinator.done(chunk, true, BYTES);
    assertEquals(3_000, h.coordinator.leftMillis(a, 0), 500.0);
    assertLeft(7_000, a);
  }

  /** Whose size is not known is taken to write twice as much once it asks for more than before. */
  @Test
  void leftMillis_asMuchAsIsUsualIsAskedFor_isNotTwiceThat() {
    aGroupHasWritten(6);
    Ticket a = turn("svr1.1", "a", 1);
    h.coordinator.begun(List.of(a));
    for (int i = 1; i <= 11; i++) {
      Ticket chunk = chunk("svr1.1", "a", "a1");
      assertEquals(
          LEFT_SECONDS.get(i - 1), h.coordinator.leftMillis(a, 0) / 1_000.0, 0.3, "of " + i);
      h.clock.advance(1_000);
      h.coordinator.done(chunk, false, BYTES);
    }
  }

  private void aGroupHasWritten(int chunks) {
    for (int i = 1; i <= chunks; i++) {
      Ticket chunk = chunk("svr1.3", "before", "b");
      h.clock.advance(1_000);
      h.coordinator.done(chunk, i == chunks, BYTES);
    }
    h.clock.advance(60_000); // Nobody comes for more of it.
    h.coordinator.tick();
  }

  private void assertLeft(long millis, Ticket of) {
    assertEquals(millis, h.coordinator.leftMillis(of, 8 * BYTES), 50.0);
  }

  /** Whoever looks for ends of chunks would find no file, and tell the next one its turn. */
  @Test
  void inFlight_turnIsHeld_isNoChunk() {
    Ticket a = turn("svr1.1", "a", 1);
    h.coordinator.begun(List.of(a));
    chunk("svr1.1", "a", "a1");
    assertEquals(
        List.of("svr1.1/a1"),
        h.coordinator.inFlight().stream().map(Coordinator.InFlight::path).toList());
  }

  @Test
  void exchange_turnIsHeld_isHeldOnTheNewNetwork() {
    Ticket a = turn("svr1.1", "a", 1);
    turn("svr1.2", "b", 1);
    h.coordinator.begun(List.of(a));
    chunk("svr1.1", "a", "a1");
    h.coordinator.exchange(network(1), Set.of("svr2.1", "svr2.2", "svr2.3"));
    h.coordinator.pass();
    assertEquals(List.of(), h.said("svr1.2/turn-b"));
    h.coordinator.release(a, "turn", true);
    assertEquals(List.of("granted"), h.said("svr1.2/turn-b"));
    assertTrue(Audit.balances(h.coordinator));
  }

  /** So many replicas are not planned: it is as a request with three of them. */
  @Test
  void turn_moreReplicasThanArePlanned_waitsForThreeAndHoldsThree() {
    Harness wide = new Harness(TestNetworks.star(2, 20, 1, 1), 0);
    Ticket first = wide.submit(replicas("svr1.1/turn-a", 32));
    wide.submit(replicas("svr1.2/turn-b", 33));
    assertEquals(List.of("granted"), wide.said("svr1.1/turn-a"));
    assertEquals(List.of(), wide.said("svr1.2/turn-b"));
    wide.coordinator.release(first, "turn", true);
    assertEquals(3, wide.nodes("svr1.2/turn-b").size());
  }

  private static ChunkRequest replicas(String path, int replicas) {
    ChunkRequest one = request(path, path, 1);
    return ChunkRequest.of(path, replicas, Harness.ANY)
        .writer(one.host())
        .fullBytes(BYTES)
        .origin(one.origin())
        .turn(1)
        .build();
  }
}
