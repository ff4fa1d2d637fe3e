package org.peacescheduler.coordinate.order;

import java.util.List;

/**
 * An order at work: it is told what becomes of groups, and says where they stand ({@link Ranks}).
 * Confined to the coordinator's lock.
 */
interface Ranking {
  /** Takes ranks. */
  @FunctionalInterface
  interface Ranks {
    /** A group that has not ended has this rank now. */
    void set(Group group, double rank);
  }

  /** A group has come; its size is known as far as it can be. */
  void arrived(Group group);

  /** Groups that have been there before this order was, the oldest first. */
  default void takeOver(List<Group> groups) {
    groups.forEach(this::arrived);
  }

  /** What a group is ranked by is another size than before. */
  default void resized(Group group) {}

  /** What a group's members have asked for and not written is another amount than before. */
  default void asked(Group group) {}

  /** So many seconds of a group's bottleneck have been written. */
  default void served(Group group, double seconds) {}

  /** Nobody writes for a group any more; its size is what was written. */
  default void ended(Group group) {}

  /**
   * Where a group stands among those of all shares; its rank says so among those of its own. Cheap:
   * asked for with each chunk that is let in.
   */
  default double standing(Group group) {
    return group.rank();
  }

  /** The same, for whoever looks on: nothing is changed by that, not even a digit. */
  default double sight(Group group) {
    return standing(group);
  }
}
