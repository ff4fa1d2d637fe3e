package org.peacescheduler.hdfs.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class HandlerHoldTest {
  private static final long FIRST_PAUSE = 400;

  /** How long a called client may take beyond its pause. */
  private static final long SLACK = 1_000;

  private final FakeClock clock = new FakeClock();
  private final List<String> answered = new ArrayList<>();

  /** Room for one chunk at a time. */
  private final Coordinator coordinator =
      new Coordinator(
          TestNetworks.star(2, 6, 9, 1),
          new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1),
          clock,
          event -> {});

  private HandlerHold hold;
  private Ticket writing;

  @BeforeEach
  void oneChunkIsWritten() {
    limits(1, 5);
    Wait granted = submit("svr1.6");
    assertInstanceOf(Outcome.Granted.class, granted.now());
    writing = granted.ticket();
  }

  private void limits(int places, int clientRetries) {
    hold = new HandlerHold(new HandlerHold.Limits(places, clientRetries, FIRST_PAUSE), clock);
  }

  /** A file of a host of its own, and so a request of its own. */
  private Wait submit(String host) {
    ChunkRequest request =
        ChunkRequest.of("/" + host, 1, PlacementTemplate.strict(List.of(Constraint.OTHER_RACK)))
            .writer(host)
            .build();
    Wait wait = new Wait(request);
    wait.ticket(coordinator.submit(request, wait::accept));
    return wait;
  }

  private Wait enter(String host) {
    Wait wait = submit(host);
    hold.enter(wait, coordinator);
    return wait;
  }

  private boolean delay(Wait wait) {
    String path = wait.ticket().chunk().path();
    return hold.delay(wait, () -> answered.add(path));
  }

  private static void assertSentAway(Wait wait) {
    assertInstanceOf(Outcome.AskAgain.class, wait.now());
  }

  private void assertWaits(Wait wait) {
    assertNull(wait.now());
  }

  @Test
  void forget_anAnswerIsStillDelayed_itIsSent() {
    enter("svr1.1");
    Wait away = enter("svr1.2");
    assertTrue(delay(away));
    hold.forget(away.ticket());
    assertEquals(List.of("/svr1.2"), answered);
    assertEquals(0, hold.delayed());
  }

  /** Another call for a chunk that waits. */
  private Wait again(Wait wait) {
    Wait again = new Wait(wait.wanted());
    again.ticket(coordinator.submit(wait.wanted(), again::accept));
    assertEquals(wait.ticket(), again.ticket());
    return again;
  }

  @Test
  void enter_callIsRepeatedWhileItHolds_eachGetsItsAnswerAndOnlyTheLastIsDelayed() {
    limits(2, 5);
    enter("svr1.1");
    Wait first = enter("svr1.2");
    Wait second = again(first);
    hold.enter(second, coordinator);
    assertSentAway(first);
    assertSentAway(second);
    assertTrue(delay(second));
    assertFalse(delay(first), "its answer would take the place of the other one's");
    hold.callAll();
    assertEquals(List.of("/svr1.2"), answered);
  }

  @Test
  void enter_placesFree_waits() {
    limits(2, 5);
    Wait a = enter("svr1.1");
    Wait b = enter("svr1.2");
    assertEquals(2, hold.size());
    assertWaits(a);
    assertWaits(b);
  }

  @Test
  void enter_noPlaceAndNewest_isSentAway() {
    Wait older = enter("svr1.1");
    Wait newer = enter("svr1.2");
    assertSentAway(newer);
    assertWaits(older);
    assertEquals(1, hold.size());
  }

  @Test
  void enter_noPlaceButOlder_newestLosesItsPlace() {
    Wait older = submit("svr1.1");
    Wait newer = enter("svr1.2");
    hold.enter(older, coordinator);
    assertSentAway(newer);
    assertWaits(older);
    assertEquals(1, hold.size());
  }

  @Test
  void enter_clientForTheLastTime_takesThePlaceOfAnOlderOneThatCanAskAgain() {
    limits(1, 1);
    Wait older = enter("svr1.1");
    assertSentAway(enter("svr1.2"));
    Wait lastTime = enter("svr1.2");
    assertWaits(lastTime);
    assertSentAway(older);
  }

  @Test
  void enter_everyPlaceIsForTheLastTime_newcomerGoesToStock() {
    limits(1, 0);
    Wait first = enter("svr1.1");
    Wait second = enter("svr1.2");
    assertEquals(
        new Outcome.Fallback(
            FallbackReason.NO_HANDLER,
            "1 handlers wait already, and the client will not ask again"),
        second.now());
    assertWaits(first);
    assertEquals(1, hold.size());
  }

  @Test
  void enter_noPlacesAtAll_isSentAway() {
    limits(0, 5);
    assertSentAway(enter("svr1.1"));
    assertEquals(0, hold.size());
  }

  @Test
  void delay_notSentAway_answerIsToLeaveAtOnce() {
    assertFalse(delay(enter("svr1.1")));
    assertEquals(0, hold.delayed());
  }

  @Test
  void leave_clientsDelayed_oldestIsCalledToThePlace() {
    Wait holder = enter("svr1.1");
    Wait second = enter("svr1.2");
    Wait third = enter("svr1.3");
    assertTrue(delay(third));
    assertTrue(delay(second));
    assertEquals(2, hold.delayed());
    hold.leave(holder);
    assertEquals(List.of("/svr1.2"), answered);
    assertEquals(1, hold.delayed());
  }

  @Test
  void fill_calledClientIsOnItsWay_placeIsKeptForIt() {
    Wait holder = enter("svr1.1");
    Wait second = enter("svr1.2");
    Wait third = enter("svr1.3");
    delay(second);
    delay(third);
    hold.leave(holder);
    clock.advance(FIRST_PAUSE + SLACK - 1);
    hold.fill();
    assertEquals(List.of("/svr1.2"), answered);
    clock.advance(1);
    hold.fill();
    assertEquals(List.of("/svr1.2", "/svr1.3"), answered);
  }

  @Test
  void enter_calledClientIsBack_holdsItsPlace() {
    Wait holder = enter("svr1.1");
    delay(enter("svr1.2"));
    hold.leave(holder);
    Wait back = enter("svr1.2");
    assertWaits(back);
    assertEquals(1, hold.size());
    clock.advance(FIRST_PAUSE + SLACK);
    hold.fill();
    assertEquals(List.of("/svr1.2"), answered);
  }

  @Test
  void fill_answerDelayedForAsLongAsClientsWait_isSent() {
    enter("svr1.1");
    delay(enter("svr1.2"));
    clock.advance(HandlerHold.LONGEST_DELAY_MILLIS - 1);
    hold.fill();
    assertEquals(List.of(), answered);
    clock.advance(1);
    hold.fill();
    assertEquals(List.of("/svr1.2"), answered);
  }

  @Test
  void recall_roomForTheAbsentOne_isCalledThoughThePlacesAreTaken() {
    limits(0, 5);
    Wait away = enter("svr1.1");
    delay(away);
    hold.fill();
    assertEquals(List.of(), answered);
    coordinator.done(writing, true);
    assertEquals(List.of("/svr1.1"), answered);
    assertEquals(0, hold.delayed());
  }

  @Test
  void delay_calledBeforeItsAnswerIsThere_answerLeavesAtOnce() {
    limits(0, 5);
    Wait away = enter("svr1.1");
    coordinator.done(writing, true);
    assertFalse(delay(away));
  }

  @Test
  void forget_chunkGranted_answerIsNotDelayed() {
    enter("svr1.1");
    Wait away = enter("svr1.2");
    hold.forget(away.ticket());
    assertFalse(delay(away));
  }

  /** As a chunk of the only user waits in a NameNode. */
  private Wait enterCounted(WaitingRoom room, String host) {
    Wait wait = submit(host);
    wait.take((WaitingRoom.Place) room.enter(wait.ticket(), "ann"));
    hold.enter(wait, coordinator);
    return wait;
  }

  @Test
  void waitingRoom_clientIsAway_isCountedUntilItIsBackAndGranted() {
    WaitingRoom room = new WaitingRoom(new WaitingRoom.Limits(10, 10));
    limits(0, 5);
    assertSentAway(enterCounted(room, "svr1.1"));
    assertEquals(1, room.size());
    Wait back = enterCounted(room, "svr1.1");
    assertEquals(1, room.size());
    coordinator.done(writing, true);
    assertSentAway(back);
    Wait again = submit("svr1.1");
    assertInstanceOf(Outcome.Granted.class, again.now());
    hold.forget(again.ticket());
    assertEquals(0, room.size());
  }

  @Test
  void waitingRoom_clientsDoNotComeBackOrAllAreCalled_areCountedNoMore() {
    WaitingRoom room = new WaitingRoom(new WaitingRoom.Limits(10, 10));
    limits(0, 5);
    enterCounted(room, "svr1.1");
    clock.advance(119_999);
    hold.fill();
    assertEquals(1, room.size());
    clock.advance(1);
    hold.fill();
    assertEquals(0, room.size());
    enterCounted(room, "svr1.2");
    assertEquals(1, room.size());
    hold.callAll();
    assertEquals(0, room.size());
  }

  @Test
  void callAll_severalDelayed_allAnswersAreSent() {
    enter("svr1.1");
    delay(enter("svr1.2"));
    delay(enter("svr1.3"));
    hold.callAll();
    assertEquals(Set.of("/svr1.2", "/svr1.3"), Set.copyOf(answered));
    assertEquals(0, hold.delayed());
  }
}
