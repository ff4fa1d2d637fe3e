package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** Who goes before older requests. */
class TurnTest {
  private static final PlacementTemplate OTHER_RACK =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  /** Two chunks at a time leave a rack, one at a time a server. */
  private static final NetworkModel TWO_AT_A_TIME = TestNetworks.star(2, 5, 1, 2);

  private static Ticket submit(Harness h, String path) {
    return h.submit(Harness.chunk(path, 1, OTHER_RACK));
  }

  /** The first of two chunks that have all places ends; then so many of svr1.1's come after one. */
  private static Harness afterTheFirstOf(double fraction, int chunks) {
    Harness h = new Harness(TWO_AT_A_TIME, fraction);
    Ticket first = submit(h, "svr1.4/first");
    submit(h, "svr1.5/second");
    submit(h, "svr1.3/old");
    for (int i = 0; i < chunks; i++) {
      submit(h, "svr1.1/young" + i);
    }
    h.coordinator.done(first, true);
    assertTrue(h.coordinator.balances());
    return h;
  }

  @ParameterizedTest
  @CsvSource({
    // fraction, young chunks, who goes, who waits
    "0, 3, svr1.1/young0, svr1.3/old", // the writer needs its link for longer than all the network
    "0, 1, svr1.3/old, svr1.1/young0", // the network needs longer
    "0.5, 3, svr1.3/old, svr1.1/young0" // timesteps of the paper
  })
  void inTurn_onePlaceFree_goesToWhoWouldBeLeftOverElseToTheOldest(
      double fraction, int chunks, String goes, String waits) {
    Harness h = afterTheFirstOf(fraction, chunks);
    assertEquals(List.of("granted"), h.said(goes));
    assertEquals(List.of(), h.said(waits));
  }

  @Test
  void inTurn_olderOneHasWaitedForHalfOfTheLongestDeferral_isOvertakenNoMore() {
    Harness h = new Harness(TWO_AT_A_TIME, 0);
    Ticket first = submit(h, "svr1.4/first");
    submit(h, "svr1.5/second");
    submit(h, "svr1.3/old");
    h.clock.set(30_000);
    for (int i = 0; i < 3; i++) {
      submit(h, "svr1.1/young" + i);
    }
    h.coordinator.done(first, true);
    assertEquals(List.of("granted"), h.said("svr1.3/old"));
    assertEquals(List.of(), h.said("svr1.1/young0"));
  }

  @Test
  void inTurn_allHaveWaitedLong_nextChunkOfTheOneBeingServedIsStillFirst() {
    Harness h = new Harness(TWO_AT_A_TIME, 0);
    Ticket first = submit(h, "svr1.4/first");
    submit(h, "svr1.5/second");
    submit(h, "svr1.3/old");
    h.clock.set(40_000);
    submit(h, "svr1.4/first");
    assertEquals(List.of("granted", "granted"), h.said("svr1.4/first"));
    assertEquals(List.of(), h.said("svr1.3/old"));
    assertTrue(first.compareRequests(h.coordinator.inFlight().get(1).ticket()) == 0);
  }

  @Test
  void inTurn_itsLinkIsInUse_othersGo() {
    Harness h = afterTheFirstOf(0, 3);
    h.coordinator.done(h.coordinator.inFlight().get(0).ticket(), true);
    assertEquals(List.of(), h.said("svr1.1/young1"));
    assertEquals(List.of("granted"), h.said("svr1.3/old"));
  }

  @Test
  void inTurn_modelExchanged_queuesAreWhatTheyWere() {
    Harness h = afterTheFirstOf(0, 3);
    h.coordinator.exchange(TWO_AT_A_TIME, Set.of("svr1.1", "svr1.3", "svr2.1"));
    assertTrue(h.coordinator.balances());
    h.coordinator.dismissAll("test");
    assertTrue(h.coordinator.balances());
  }
}
