package org.peacescheduler.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** 100,000 random calls of many clients: nothing that has ended waits or holds anything. */
class TurnQueuePropertyTest {
  private static final int CALLS = 500;

  private long now;
  private final List<FakePoll> polls = new ArrayList<>();

  private static final class FakePoll implements TurnQueue.Poll {
    int answers;
    boolean open = true;

    @Override
    public void answer(TurnStatus status) {
      answers++;
    }

    @Override
    public boolean isOpen() {
      return open;
    }
  }

  @Property(tries = 200)
  void calls_anyOrder_nothingLeftWhenClientsAreGone(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int places) {
    now = 1_000_000;
    polls.clear();
    Random random = new Random(seed);
    FakeRoom room = new FakeRoom(places);
    TurnQueue queue = new TurnQueue(room, () -> Instant.ofEpochMilli(now), 8, 5);
    for (int i = 0; i < CALLS; i++) {
      call(queue, room, random);
      assertTrue(room.taken <= Math.max(3, places), "taken " + room.taken);
      assertTrue(room.held <= room.taken, "held " + room.held);
      assertTrue(queue.size() <= 8);
      polls.forEach(poll -> assertTrue(poll.answers <= 1));
    }
    polls.forEach(poll -> poll.open = false);
    for (int i = 0; i < 2 * TurnQueue.GONE_MILLIS / TurnQueue.LOOK_MILLIS; i++) {
      now += TurnQueue.LOOK_MILLIS;
      queue.tick();
    }
    assertEquals(0, queue.size());
    assertEquals(0, room.held);
    assertEquals(0, room.taken);
    assertEquals(0, room.waiting());
    assertEquals(Set.of(), room.groups);
  }

  private void call(TurnQueue queue, FakeRoom room, Random random) {
    String user = "u" + random.nextInt(3);
    String id = "r" + random.nextInt(4);
    switch (random.nextInt(12)) {
      case 0, 1 -> submit(queue, user, id, random);
      case 2 -> queue.confirm(user, id, random.nextInt(1000));
      case 3 -> queue.finish(user, id);
      case 4 -> queue.cancel(user, id);
      case 5 ->
          queue
              .writer(user, "/p/" + id + "/f", "f" + random.nextInt(3))
              .ifPresent(writer -> writer.place().begun());
      case 6 -> {
        room.leftMillis = random.nextInt(3_000);
        room.places = random.nextInt(3);
        room.letIn();
      }
      case 7 -> {
        FakePoll poll = new FakePoll();
        if (queue.await(user, id, TurnState.QUEUED, random.nextInt(40_000), poll)) {
          polls.add(poll);
        }
      }
      case 8 -> {
        if (!polls.isEmpty()) {
          polls.get(random.nextInt(polls.size())).open = false;
        }
      }
      case 9 -> {
        if (random.nextInt(20) == 0) {
          queue.dismissAll("standby");
        } else if (random.nextInt(20) == 0) {
          queue.begin();
        }
      }
      default -> {
        now += random.nextInt(3_000);
        queue.tick();
      }
    }
  }

  private static void submit(TurnQueue queue, String user, String id, Random random) {
    try {
      queue.submit(
          new Wish(
              id,
              user,
              "/p/" + id,
              "h",
              Collections.nCopies(
                  1 + random.nextInt(2), new Wish.Member("h", 10, 1 + random.nextInt(2))),
              3,
              64,
              Optional.empty(),
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextInt(5_000),
              random.nextInt(5_000),
              random.nextBoolean() ? 0 : random.nextLong()));
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains("requests for turns have"));
    }
  }
}
