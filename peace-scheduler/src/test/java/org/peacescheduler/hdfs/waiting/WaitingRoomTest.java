package org.peacescheduler.hdfs.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class WaitingRoomTest {
  private final WaitingRoom room = new WaitingRoom(new WaitingRoom.Limits(4, 2));
  private final Coordinator coordinator =
      new Coordinator(
          TestNetworks.star(2, 6, 9, 1),
          new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1),
          Ends.FOUND_OUT,
          new FakeClock(),
          event -> {});
  private int files;

  private Ticket chunk() {
    return coordinator.submit(request(), outcome -> {});
  }

  private ChunkRequest request() {
    files++;
    return ChunkRequest.of("/" + files, 1, PlacementTemplate.strict(List.of(Constraint.ANY)))
        .build();
  }

  private WaitingRoom.Place enter(String user) {
    return enter(chunk(), user);
  }

  private WaitingRoom.Place enter(Ticket chunk, String user) {
    return assertInstanceOf(WaitingRoom.Place.class, room.enter(chunk, user, 100));
  }

  private void assertCrowded(String detail, String user) {
    assertEquals(new WaitingRoom.Crowded(detail), room.enter(chunk(), user, 100));
  }

  @Test
  void enter_asManyOfAUserAsMay_refusesHisNextAndNobodyElses() {
    enter("ann");
    WaitingRoom.Place second = enter("ann");
    assertCrowded("2 of the 2 places of user 'ann' are taken", "ann");
    enter("bob");
    assertEquals(3, room.size());
    second.leave();
    enter("ann");
    assertEquals(3, room.size());
  }

  @Test
  void enter_asManyAsMay_refusesAllUntilOneLeaves() {
    WaitingRoom.Place first = enter("ann");
    enter("ann");
    enter("bob");
    enter("bob");
    assertCrowded("4 of the 4 places are taken", "carl");
    first.leave();
    enter("carl");
    assertCrowded("4 of the 4 places are taken", "dora");
  }

  @Test
  void leave_twice_countsOnce() {
    WaitingRoom.Place place = enter("ann");
    enter("ann");
    place.leave();
    place.leave();
    assertEquals(1, room.size());
    enter("ann");
    assertCrowded("2 of the 2 places of user 'ann' are taken", "ann");
  }

  @Test
  void enter_chunkThatWaitsAlready_isOneChunkUntilBothHaveLeft() {
    Ticket chunk = chunk();
    WaitingRoom.Place call = enter(chunk, "ann");
    enter("ann");
    WaitingRoom.Place other = enter(chunk, "ann");
    assertEquals(2, room.size());
    call.leave();
    assertEquals(2, room.size());
    other.leave();
    assertEquals(1, room.size());
  }

  @Test
  void enter_longRequests_takeAPlaceForEach8KiB() {
    WaitingRoom roomy = new WaitingRoom(new WaitingRoom.Limits(7, 5));
    WaitingRoom.Entry twoPlaces = roomy.enter(chunk(), "ann", 2 * WaitingRoom.BYTES_A_PLACE);
    Ticket chunk = chunk();
    WaitingRoom.Entry three = roomy.enter(chunk, "ann", 2 * WaitingRoom.BYTES_A_PLACE + 1);
    assertEquals(2, roomy.size());
    assertEquals(
        new WaitingRoom.Crowded("5 of the 5 places of user 'ann' are taken"),
        roomy.enter(chunk(), "ann", 1));
    assertEquals(
        new WaitingRoom.Crowded("5 of the 7 places are taken, and its request needs 3"),
        roomy.enter(chunk(), "bob", 20_000));
    assertInstanceOf(WaitingRoom.Place.class, roomy.enter(chunk, "ann", 100)); // Asked once more.
    ((WaitingRoom.Place) three).leave();
    assertInstanceOf(WaitingRoom.Place.class, roomy.enter(chunk(), "ann", 10_000));
    ((WaitingRoom.Place) twoPlaces).leave();
    assertInstanceOf(WaitingRoom.Place.class, roomy.enter(chunk(), "bob", 20_000));
    assertEquals(3, roomy.size());
  }

  @Test
  void wait_outcomeComes_leavesItsPlace() {
    Wait wait = new Wait(request());
    wait.take(enter("ann"));
    wait.accept(new Outcome.Withdrawn());
    assertEquals(0, room.size());
  }

  @Test
  void wait_outcomeCameBefore_takesNoPlace() {
    Wait wait = new Wait(request());
    wait.accept(new Outcome.Withdrawn());
    wait.take(enter("ann"));
    assertEquals(0, room.size());
  }

  @Test
  void wait_hasPlace_untilItsOutcomeIsThere() {
    Wait wait = new Wait(request());
    assertEquals(false, wait.hasPlace());
    wait.take(enter("ann"));
    assertEquals(true, wait.hasPlace());
    wait.accept(new Outcome.Withdrawn());
    assertEquals(false, wait.hasPlace());
    assertEquals(0, room.size());
  }

  /** Against a list of who waits: the number that wait is bounded, in total and of each user. */
  @Property
  void enterAndLeave_anyOrder_neverMoreThanTheLimitsAndNobodyRefusedBelowThem(
      @ForAll @Size(max = 80) List<@IntRange(max = 999) Integer> steps) {
    WaitingRoom few = new WaitingRoom(new WaitingRoom.Limits(4, 2));
    List<Ticket> chunks = IntStream.range(0, 9).mapToObj(i -> chunk()).toList();
    Map<Ticket, WaitingRoom.Place> inside = new LinkedHashMap<>();
    for (int step : steps) {
      Ticket chunk = chunks.get(step % 9);
      long ofUser = inside.keySet().stream().filter(c -> chunks.indexOf(c) % 3 == step % 3).count();
      if (inside.containsKey(chunk)) {
        inside.remove(chunk).leave();
      } else if (few.enter(chunk, "user" + step % 3, 1) instanceof WaitingRoom.Place place) {
        assertTrue(inside.size() < 4 && ofUser < 2);
        inside.put(chunk, place);
      } else {
        assertTrue(inside.size() == 4 || ofUser == 2);
      }
      assertEquals(inside.size(), few.size());
    }
    inside.values().forEach(WaitingRoom.Place::leave);
    assertEquals(0, few.users());
  }

  @Test
  void enterAndLeave_byManyThreads_keepsWithinTheLimitAndEndsEmpty() {
    AtomicInteger most = new AtomicInteger();
    List<Ticket> chunks = IntStream.range(0, 8).mapToObj(i -> chunk()).toList();
    IntStream.range(0, 20_000)
        .parallel()
        .forEach(
            i -> {
              if (room.enter(chunks.get(i % 8), "user" + i % 3, i % 2 * 10_000)
                  instanceof WaitingRoom.Place place) {
                most.accumulateAndGet(room.size(), Math::max);
                place.leave();
                place.leave();
              }
            });
    assertEquals(0, room.size());
    assertEquals(0, room.users());
    assertEquals(true, most.get() <= 4, "most at a time: " + most);
  }
}
