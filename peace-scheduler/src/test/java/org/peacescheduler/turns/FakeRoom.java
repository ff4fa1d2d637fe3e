package org.peacescheduler.turns;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A room with so many places, first come first served; it knows what is asked for and held, and who
 * keeps others waiting.
 */
final class FakeRoom implements Room {
  int places;

  /** How many hold capacity. */
  int held;

  /** How many keep others from their turns. */
  int taken;

  /** What is left of each request that has its turn. */
  long leftMillis = 10_000;

  /** The requests that have not ended. */
  final Set<String> groups = new HashSet<>();

  /** All that have ever asked, in their order. */
  final List<String> asked = new ArrayList<>();

  Answer otherwise;
  private final Map<FakePlace, Consumer<Answer>> waiting = new LinkedHashMap<>();

  FakeRoom(int places) {
    this.places = places;
  }

  final class FakePlace implements Place {
    private final String group;
    private boolean isHeld;
    private boolean isTaken;

    FakePlace(Wish wish) {
      group = wish.user() + "/" + wish.id();
      groups.add(group);
    }

    @Override
    public void leave() {
      waiting.remove(this);
      standAside();
      if (isTaken) {
        isTaken = false;
        taken--;
        letIn();
      }
    }

    @Override
    public void standAside() {
      held -= isHeld ? 1 : 0;
      isHeld = false;
    }

    @Override
    public long leftMillis(long bytes) {
      return leftMillis;
    }

    @Override
    public void begun() {
      standAside();
    }

    @Override
    public void end() {
      leave();
      groups.remove(group);
    }

    @Override
    public List<String> blockedBy() {
      return List.of("link");
    }
  }

  @Override
  public Place ask(Wish wish, Consumer<Answer> answer) {
    FakePlace place = new FakePlace(wish);
    asked.add(place.group);
    waiting.put(place, answer);
    letIn();
    return place;
  }

  void letIn() {
    for (FakePlace place : new ArrayList<>(waiting.keySet())) {
      if (otherwise != null) {
        waiting.remove(place).accept(otherwise);
      } else if (taken < places && waiting.containsKey(place)) {
        place.isHeld = true;
        place.isTaken = true;
        held++;
        taken++;
        waiting.remove(place).accept(Answer.FREE);
      }
    }
  }

  int waiting() {
    return waiting.size();
  }
}
