package org.peacescheduler.coordinate.order;

/**
 * Ranks groups by what is left for their bottlenecks. So that a large group is not sorted in again
 * with each chunk, a rank is changed when it is a quarter too high. Confined to the coordinator's
 * lock.
 */
final class SmallestBottleneck implements Ranking {
  private static final double PRECISION = 0.75;

  private final Ranks ranks;

  SmallestBottleneck(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    ranks.set(group, left(group));
  }

  @Override
  public void resized(Group group) {
    ranks.set(group, left(group));
  }

  @Override
  public void served(Group group, double seconds) {
    if (left(group) < PRECISION * group.rank()) {
      ranks.set(group, left(group));
    }
  }

  private static double left(Group group) {
    return Math.max(0, group.seconds() - group.served());
  }
}
