package org.peacescheduler.coordinate.order;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Groups of which all are to be ranked again at times, a few with each event, however many there
 * are.
 *
 * <p>Example: 20,000 groups, {@value #RANKED_AN_EVENT} an event: the round is over 625 events after
 * it was begun. Up to {@value #RANKED_AN_EVENT} groups are ranked at once. A round that begins
 * before the last one is over takes its place. Cost: a step for each group that is ranked. Confined
 * to the coordinator's lock.
 */
final class Round {
  /** Ranking a group again takes 3 to 5 microseconds among 20,000. */
  static final int RANKED_AN_EVENT = 32;

  /** Those that this round has not come to are the first ones. */
  final Set<Group> groups = new LinkedHashSet<>();

  private int left;

  boolean add(Group group) {
    return groups.add(group);
  }

  boolean remove(Group group) {
    return groups.remove(group);
  }

  boolean has(Group group) {
    return groups.contains(group);
  }

  int size() {
    return groups.size();
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  /** All are to be ranked again. */
  void begin() {
    left = groups.size();
  }

  /** Ranks the next ones; whether any are left. */
  boolean goOn(Consumer<Group> rankAgain) {
    left = Math.min(left, groups.size());
    for (int most = RANKED_AN_EVENT; most > 0 && left > 0; most--) {
      Group next = groups.iterator().next();
      groups.remove(next);
      groups.add(next);
      left--;
      rankAgain.accept(next);
    }
    return left > 0;
  }
}
