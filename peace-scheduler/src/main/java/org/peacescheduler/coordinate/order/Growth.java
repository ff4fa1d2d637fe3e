package org.peacescheduler.coordinate.order;

import java.util.function.Consumer;

/**
 * How many times as large as their last instances the groups of a share are this time.
 *
 * <p>Goal: what grows together keeps its order. If one of them outgrows what is known of it, all
 * are taken to have grown as much; otherwise each would stand behind all others as soon as it had
 * had what it had the last time, and all of them would be complete at the end. If one ends, as many
 * times as large as it was are the others.
 *
 * <p>Example: 16 checkpoints that had 4 chunks each have 8 now. The first one asks for its fifth
 * chunk: all 16 are taken to have 8, and it goes on. Had one of them alone grown, the others would
 * wait for its other chunks too, and be ranked as before when the next one ends with 4.
 *
 * <p>Cost: {@value #RANKED_AN_EVENT} groups that are ranked again for each chunk and each end, on
 * average, and never more than a {@link Round} does. Confined to the coordinator's lock.
 */
final class Growth {
  private static final int RANKED_AN_EVENT = 16;

  final Round groups = new Round();
  private final Consumer<Round> rankAgain;
  private final double slack;
  private double factor = 1;

  /** Since all have been ranked again. */
  private int events;

  /**
   * Nothing has grown.
   *
   * @param rankAgain ranks those of a round, now or bit by bit
   */
  Growth(double slack, Consumer<Round> rankAgain) {
    this.slack = slack;
    this.rankAgain = rankAgain;
  }

  /** A group begins to write of which the last instances are known. */
  void add(Group group) {
    groups.add(group);
  }

  boolean has(Group group) {
    return groups.has(group);
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  /** What one of them is expected to need in all, in seconds. */
  double needed(Group group) {
    return Math.max(group.needed(), factor * group.expected());
  }

  /** One of them asks for a chunk. */
  void asks(Group group) {
    grow(Math.max(factor, growth(group, group.needed())));
  }

  /** One of them has ended; the others may be as large. */
  void ended(Group group) {
    groups.remove(group);
    grow(growth(group, group.lifeSeconds()));
  }

  private static double growth(Group group, double seconds) {
    return Math.max(1, seconds / group.expected());
  }

  private void grow(double now) {
    events++;
    boolean isOther = Math.abs(Math.log(now / factor)) > Math.log(slack);
    if (isOther && (long) events * RANKED_AN_EVENT >= groups.size()) {
      events = 0;
      factor = now;
      rankAgain.accept(groups);
    }
  }
}
