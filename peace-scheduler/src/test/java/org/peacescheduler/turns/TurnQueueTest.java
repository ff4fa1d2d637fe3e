package org.peacescheduler.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TurnQueueTest {
  private long now = 1_000_000;
  private final FakeRoom room = new FakeRoom(1);
  private final TurnQueue queue = new TurnQueue(room, () -> Instant.ofEpochMilli(now), 10, 6);

  private static final class Heard implements TurnQueue.Poll {
    final List<TurnState> states = new ArrayList<>();
    boolean open = true;
    boolean again;

    @Override
    public void answer(TurnStatus status) {
      assertTrue(states.isEmpty(), "one answer only");
      states.add(status.state());
      again = status.again();
    }

    @Override
    public boolean isOpen() {
      return open;
    }
  }

  private static Wish wish(
      String user, String id, boolean isToWait, boolean begins, long deadline) {
    return wish(user, id, isToWait, begins, deadline, 0, 0);
  }

  private static Wish wish(
      String user,
      String id,
      boolean isToWait,
      boolean begins,
      long deadline,
      long waited,
      long first) {
    return new Wish(
        id,
        user,
        "/ckpt/" + id,
        "h1",
        List.of(new Wish.Member("h1", 100, 1)),
        3,
        64,
        Optional.empty(),
        isToWait,
        begins,
        deadline,
        waited,
        first);
  }

  private static Wish wish(String id) {
    return wish("ann", id, true, false, 0);
  }

  private static Wish writer(String id) {
    return wish("ann", id, true, true, 0);
  }

  private void pass(long millis) {
    for (long end = now + millis; now < end; ) {
      now = Math.min(end, now + TurnQueue.LOOK_MILLIS);
      queue.tick();
    }
  }

  /** Time passes, and the clients of these requests go on asking. */
  private void pass(long millis, String... ids) {
    for (long end = now + millis; now < end; ) {
      pass(Math.min(1_000, end - now));
      for (String id : ids) {
        queue.await("ann", id, TurnState.QUEUED, 0, new Heard());
      }
    }
  }

  private TurnState state(String id) {
    return queue.list(user -> true, 100).stream()
        .filter(status -> status.wish().id().equals(id))
        .map(TurnStatus::state)
        .findFirst()
        .orElse(null);
  }

  @Test
  void submit_room_isTheTurnAndHoldsNothingForOthers() {
    assertEquals(TurnState.TURN, queue.submit(wish("a")).state());
    assertEquals(0, room.held);
  }

  @Test
  void submit_roomForTheWriterItself_heldForASecond() {
    assertEquals(TurnState.TURN, queue.submit(writer("a")).state());
    assertEquals(1, room.held);
    pass(TurnQueue.HELD_MILLIS - 1);
    assertEquals(1, room.held);
    pass(1 + TurnQueue.LOOK_MILLIS);
    assertEquals(0, room.held);
    assertEquals(TurnState.TURN, state("a"));
  }

  /** Each that leaves lets the next one answer; one within the other would be too deep. */
  @Test
  void answered_thousandsWaitAndRoomIsFree_oneHasItsTurnAndTheOthersGoOnWaiting() {
    TurnQueue large = new TurnQueue(room, () -> Instant.ofEpochMilli(now), 20_000, 20_000);
    room.held = 1;
    for (int i = 0; i < 5_000; i++) {
      large.submit(wish("job-" + i));
    }
    room.held = 0;
    room.letIn();
    large.tick();
    List<TurnStatus> all = large.list(user -> true, 20_000);
    assertEquals(1, all.stream().filter(s -> s.state() == TurnState.TURN).count());
    assertEquals(4_999, all.stream().filter(s -> s.state() == TurnState.QUEUED).count());
    assertTrue(room.waiting() > 4_900, "most keep their place");
  }

  @Test
  void submit_sameIdAgain_isTheSameRequest() {
    queue.submit(wish("a"));
    queue.submit(wish("a"));
    assertEquals(1, queue.size());
    assertEquals(Set.of("ann/a"), room.groups);
  }

  private void begin(String id) {
    assertEquals(id, queue.writer("ann", "/ckpt/" + id + "/part", "f").orElseThrow().wish().id());
  }

  @Test
  void tick_anotherWrites_waitsUntilWhatIsLeftTakesLessThanBeginning() {
    queue.submit(wish("a"));
    assertEquals(TurnState.QUEUED, queue.submit(wish("b")).state());
    pass(200);
    begin("a");
    room.leftMillis = 810; // Beginning has taken 1 s, it was thought, and then 0.2 s.
    pass(TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.QUEUED, state("b"));
    room.leftMillis = 800;
    pass(TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.TURN, state("b"));
    assertEquals(TurnState.WRITING, state("a"));
  }

  @Test
  void tick_anotherHasMoreLeftThanItCanWrite_waitsNoLongerThanAMissedTurnTakes() {
    queue.submit(wish("a"));
    queue.submit(wish("b"));
    begin("a");
    room.leftMillis = Long.MAX_VALUE;
    pass(TurnQueue.TURN_MILLIS - TurnQueue.LOOK_MILLIS, "a", "b");
    assertEquals(TurnState.QUEUED, state("b"));
    pass(2 * TurnQueue.LOOK_MILLIS, "a", "b");
    assertEquals(TurnState.TURN, state("b"));
  }

  /** What the one user's requests take says nothing of the other's. */
  @Test
  void tick_usersThatBeginSlowlyAndQuickly_nextOneIsTakenToBeQuick() {
    queue.submit(wish("bob", "slow", true, false, 0));
    pass(1_900);
    queue.writer("bob", "/ckpt/slow/part", "f");
    queue.submit(wish("b"));
    room.leftMillis = 1_100; // Of bob's, beginning takes 1.225 s.
    pass(TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.QUEUED, state("b"));
    room.leftMillis = 1_000;
    pass(TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.TURN, state("b"));
  }

  @Test
  void finish_anotherWaits_hasItsTurn() {
    queue.submit(wish("a"));
    queue.submit(wish("b"));
    queue.finish("ann", "a");
    assertEquals(TurnState.TURN, state("b"));
  }

  @Test
  void submit_anotherDoesNotBegin_waitsNoLongerThanBeginningTakes() {
    queue.submit(wish("a"));
    queue.submit(wish("b"));
    pass(1_900);
    assertEquals(TurnState.QUEUED, state("b"));
    pass(200);
    assertEquals(TurnState.TURN, state("b"));
  }

  @Test
  void submit_refuseAndNoRoom_isLaterAndNothingIsKept() {
    room.places = 0;
    TurnStatus status = queue.submit(wish("ann", "a", false, false, 0));
    assertEquals(TurnState.LATER, status.state());
    assertEquals(0, queue.size());
    assertEquals(Set.of(), room.groups);
    assertEquals(0, room.waiting());
  }

  @Test
  void submit_tooManyOfAUser_isRefusedAndOthersAreNot() {
    for (int i = 0; i < 6; i++) {
      queue.submit(wish("a" + i));
    }
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> queue.submit(wish("a6")));
    assertEquals(
        "requests for turns have 6 members already, those of user 'ann' 6; with 1 more it would be"
            + " over 10 or 6. Maybe ask later, or go without a turn.",
        e.getMessage());
    queue.submit(wish("bob", "b", true, false, 0));
    assertEquals(7, queue.size());
  }

  @Test
  void await_stateChanges_isAnsweredOnce() {
    room.places = 0;
    queue.submit(wish("a"));
    Heard heard = new Heard();
    assertTrue(queue.await("ann", "a", TurnState.QUEUED, 30_000, heard));
    assertEquals(List.of(), heard.states);
    room.places = 1;
    room.letIn();
    assertEquals(List.of(TurnState.TURN), heard.states);
  }

  @Test
  void await_noNews_isAnsweredInTime() {
    room.places = 0;
    queue.submit(wish("a"));
    Heard heard = new Heard();
    queue.await("ann", "a", TurnState.QUEUED, 500, heard);
    pass(500 + TurnQueue.LOOK_MILLIS);
    assertEquals(List.of(TurnState.QUEUED), heard.states);
  }

  @Test
  void await_anothersRequest_isNotThere() {
    queue.submit(wish("a"));
    assertFalse(queue.await("bob", "a", TurnState.QUEUED, 0, new Heard()));
    assertEquals(Optional.empty(), queue.cancel("bob", "a"));
    assertEquals(Optional.empty(), queue.writer("bob", "/ckpt/a/x", "f"));
    assertEquals(List.of(), queue.list("bob"::equals, 100));
  }

  @Test
  void tick_pollClosed_clientIsGone() {
    room.places = 0;
    queue.submit(wish("a"));
    Heard heard = new Heard();
    queue.await("ann", "a", TurnState.QUEUED, 30_000, heard);
    pass(10_000);
    assertEquals(TurnState.QUEUED, state("a"));
    heard.open = false;
    pass(TurnQueue.GONE_MILLIS + 2 * TurnQueue.LOOK_MILLIS);
    assertEquals(0, queue.size());
    assertEquals(0, room.waiting());
    assertEquals(Set.of(), room.groups);
  }

  /** Nobody closes the connection: an answer is due first, and then nobody asks. */
  @Test
  void tick_connectionLostInSilence_isGoneAfter34s() {
    room.places = 0;
    queue.submit(wish("a"));
    queue.await("ann", "a", TurnState.QUEUED, Long.MAX_VALUE, new Heard());
    pass(TurnQueue.LONGEST_POLL_MILLIS + TurnQueue.GONE_MILLIS - 1);
    assertEquals(TurnState.QUEUED, state("a"));
    pass(4 * TurnQueue.LOOK_MILLIS);
    assertEquals(0, queue.size());
    assertEquals(Set.of(), room.groups);
  }

  @Test
  void tick_deadline_isExpired() {
    room.places = 0;
    queue.submit(wish("ann", "a", true, false, 2_000));
    pass(2_000 + TurnQueue.LOOK_MILLIS);
    assertEquals(0, queue.size());
    TurnStatus status = queue.cancel("ann", "a").orElseThrow();
    assertEquals(TurnState.EXPIRED, status.state());
    assertFalse(status.again());
  }

  @Test
  void tick_turnMissedTooOften_isExpired() {
    queue.submit(wish("a"));
    for (int i = 0; i <= TurnQueue.MOST_MISSED; i++) {
      assertEquals(TurnState.TURN, state("a"));
      pass(TurnQueue.TURN_MILLIS + 4 * TurnQueue.LOOK_MILLIS, "a");
    }
    TurnStatus status = queue.cancel("ann", "a").orElseThrow();
    assertEquals(TurnState.EXPIRED, status.state());
    assertEquals("it has missed its turn 4 times", status.reason());
    assertFalse(status.again());
    assertEquals(0, queue.size());
    assertEquals(Set.of(), room.groups);
  }

  @Test
  void confirm_inTurn_isWritingWithItsBytes() {
    queue.submit(writer("a"));
    TurnStatus status = queue.confirm("ann", "a", 77).orElseThrow();
    assertEquals(TurnState.WRITING, status.state());
    assertEquals(77, status.bytes());
    assertEquals(77, queue.writer("ann", "/ckpt/a/d/part", "f").orElseThrow().bytes());
  }

  @Test
  void finish_writing_isDoneAndForgottenLater() {
    queue.submit(wish("a"));
    assertEquals(TurnState.DONE, queue.finish("ann", "a").orElseThrow().state());
    assertEquals(Set.of(), room.groups);
    pass(TurnQueue.REMEMBERED_MILLIS + TurnQueue.LOOK_MILLIS);
    assertEquals(Optional.empty(), queue.finish("ann", "a"));
  }

  @Test
  void submit_nobodyElseDecides_isTheTurn() {
    room.otherwise = Room.Answer.ANYWAY;
    assertEquals(TurnState.TURN, queue.submit(wish("a")).state());
  }

  @Test
  void submit_askedToAskAgain_asksAgainUntilThereIsRoom() {
    room.otherwise = Room.Answer.ASK_AGAIN;
    queue.submit(wish("a"));
    pass(5 * TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.QUEUED, state("a"));
    room.otherwise = null;
    pass(2 * TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.TURN, state("a"));
  }

  @Test
  void dismissAll_someWait_areToldAndForgotten() {
    room.places = 0;
    queue.submit(wish("a"));
    Heard heard = new Heard();
    queue.await("ann", "a", TurnState.QUEUED, 30_000, heard);
    queue.dismissAll("standby");
    assertEquals(List.of(TurnState.CANCELLED), heard.states);
    assertTrue(heard.again);
    assertEquals(Optional.empty(), queue.cancel("ann", "a"));
    assertEquals(Set.of(), room.groups);
  }

  @Test
  void submit_requestOfManyMembers_takesThePlacesOfThem() {
    Wish large =
        new Wish(
            "large",
            "ann",
            "/ckpt/large",
            "h1",
            Collections.nCopies(6, new Wish.Member("h1", 100, 1)),
            3,
            64,
            Optional.empty(),
            true,
            false,
            0,
            0,
            0);
    queue.submit(large);
    assertThrows(IllegalArgumentException.class, () -> queue.submit(wish("a")));
    queue.cancel("ann", "large");
    pass(TurnQueue.REMEMBERED_MILLIS + TurnQueue.LOOK_MILLIS);
    assertEquals(TurnState.TURN, queue.submit(wish("a")).state());
  }

  private static Wish waited(String user, String id, long millis) {
    return wish(user, id, true, false, 0, millis, 0);
  }

  private TurnStatus again(String id, TurnStatus before, long waitedByItsClient) {
    return queue.submit(wish("ann", id, true, false, 0, waitedByItsClient, before.firstMillis()));
  }

  @Test
  void begin_callOfTheFirstOneTakesLong_orderAsTheOtherNameNodeSaid() {
    TurnStatus first = queue.submit(wish("first"));
    pass(5);
    TurnStatus second = queue.submit(wish("second"));
    queue.dismissAll("standby");
    room.asked.clear();

    queue.begin();
    pass(100);
    again("second", second, 100);
    pass(300);
    TurnStatus came = again("first", first, 105); // Counted before the call, which took 300 ms.
    assertEquals(405, came.ageMillis());
    pass(TurnQueue.GATHERED_MILLIS);
    assertEquals(List.of("ann/first", "ann/second"), room.asked);
  }

  @Test
  void submit_firstAskedInTheFutureOrLongAgo_withinADayBeforeNow() {
    now = 3 * Wish.LONGEST_MILLIS;
    TurnStatus asked = queue.submit(wish("a"));
    TurnStatus future = again("b", status(asked, now + 1), 0);
    TurnStatus past = again("c", status(asked, 1), 0);
    assertEquals(0, future.ageMillis());
    assertEquals(Wish.LONGEST_MILLIS, past.ageMillis());
  }

  private static TurnStatus status(TurnStatus like, long firstMillis) {
    return new TurnStatus(
        like.wish(),
        like.state(),
        like.bytes(),
        like.reason(),
        like.again(),
        like.position(),
        like.blockedBy(),
        like.expectedMillis(),
        firstMillis,
        like.ageMillis());
  }

  @Test
  void begin_requestsThatWaitedElsewhereCome_eachUsersAskInTheOrderOfTheirWaits() {
    queue.begin();
    queue.submit(waited("bob", "new", 0));
    queue.submit(waited("ann", "a-short", 1_000));
    pass(500);
    queue.submit(waited("bob", "old", 9_000));
    queue.submit(waited("ann", "a-long", 60_000));
    queue.submit(wish("ann", "a-new", true, false, 0));
    assertEquals(List.of(), room.asked);
    assertEquals(
        List.of("requests that waited before this NameNode began"),
        queue.list("ann"::equals, 100).get(0).blockedBy());
    pass(TurnQueue.GATHERED_MILLIS - 500 + TurnQueue.LOOK_MILLIS);
    assertEquals(
        List.of("bob/old", "ann/a-long", "bob/new", "ann/a-short", "ann/a-new"), room.asked);
    queue.submit(waited("ann", "late", 90_000));
    assertEquals("ann/late", room.asked.get(5));
  }

  @Test
  void begin_oneDoesNotWantToWait_hasItsAnswerAtOnce() {
    queue.begin();
    room.places = 0;
    assertEquals(TurnState.LATER, queue.submit(wish("ann", "a", false, false, 0)).state());
  }

  @Test
  void begin_gatheredOneIsCancelled_neverAsks() {
    queue.begin();
    queue.submit(wish("a"));
    queue.cancel("ann", "a");
    pass(TurnQueue.GATHERED_MILLIS + TurnQueue.LOOK_MILLIS);
    assertEquals(List.of(), room.asked);
    assertEquals(0, queue.size());
  }

  @Test
  void list_someWait_saysPositionAndWhatBlocks() {
    room.places = 0;
    queue.submit(wish("a"));
    queue.submit(wish("b"));
    List<TurnStatus> list = queue.list("ann"::equals, 100);
    assertEquals(List.of(1, 2), list.stream().map(TurnStatus::position).toList());
    assertEquals(List.of("link"), list.get(1).blockedBy());
    assertEquals(2_000, list.get(1).expectedMillis().orElseThrow());
  }

  /** Of each word that is refused, one more than may be. */
  static Stream<Arguments> wordsOutOfBounds() {
    Wish.Member one = new Wish.Member("svr1", 0, 1);
    return Stream.of(
        arguments(
            "characters of an id: 129. Maybe 1 to 128",
            (Executable) () -> bounded("x".repeat(129), "/a", List.of(one), 3)),
        arguments(
            "characters of a prefix: 1025. Maybe 1 to 1024",
            (Executable) () -> bounded("x", "/" + "a".repeat(1024), List.of(one), 3)),
        arguments(
            "members: 257. Maybe 1 to 256",
            (Executable) () -> bounded("x", "/a", Collections.nCopies(257, one), 3)),
        arguments(
            "files of a member: 1025. Maybe 1 to 1024",
            (Executable) () -> new Wish.Member("svr1", 0, 1025)),
        arguments(
            "host: 129. Maybe 0 to 128", (Executable) () -> new Wish.Member("h".repeat(129), 0, 1)),
        arguments(
            "replication: 513. Maybe 1 to 512",
            (Executable) () -> bounded("x", "/a", List.of(one), 513)));
  }

  private static Wish bounded(
      String id, String prefix, List<Wish.Member> members, int replication) {
    long longer = Wish.LONGEST_MILLIS + 1;
    return new Wish(
        id,
        "ann",
        prefix,
        "svr1",
        members,
        replication,
        1,
        Optional.empty(),
        true,
        false,
        longer,
        longer,
        0);
  }

  @ParameterizedTest
  @MethodSource("wordsOutOfBounds")
  void wish_outOfBounds_saysTheBound(String bound, Executable wish) {
    assertEquals(
        bound + ", which is what Peace takes.",
        assertThrows(IllegalArgumentException.class, wish).getMessage());
  }

  @Test
  void wish_atItsBounds_isTakenAndWaitsForADay() {
    Wish.Member largest = new Wish.Member("h".repeat(128), Long.MAX_VALUE / 256, 1024);
    Wish wish =
        bounded("x".repeat(128), "/" + "a".repeat(1023), Collections.nCopies(256, largest), 512);
    assertEquals(256 * 1024, wish.files());
    assertTrue(wish.bytes() > 0, "no overflow");
    assertEquals(86_400_000, wish.deadlineMillis());
    assertEquals(86_400_000, wish.waitedMillis());
  }
}
