package org.peacescheduler.coordinate.order;

/**
 * Ranks groups by what they have had: least attained service, for which no size need be known. The
 * classes double, and within one the oldest goes first, so that groups of one size are not served
 * by turns. Confined to the coordinator's lock.
 */
final class Attained implements Ranking {
  private final Ranks ranks;

  Attained(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    ranks.set(group, Math.getExponent(group.served()));
  }

  @Override
  public void served(Group group, double seconds) {
    ranks.set(group, Math.getExponent(group.served()));
  }
}
