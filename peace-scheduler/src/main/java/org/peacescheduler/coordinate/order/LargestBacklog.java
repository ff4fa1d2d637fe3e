package org.peacescheduler.coordinate.order;

/**
 * Ranks groups by the member that has most left to write: what a node needs that keeps in memory
 * what it has not written. If each chunk goes to the largest backlog, none is ever more than 3 +
 * ⌈log2 N⌉ times as large as it has to be, N the number of members. Confined to the coordinator's
 * lock.
 */
final class LargestBacklog implements Ranking {
  private final Ranks ranks;

  LargestBacklog(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    rank(group);
  }

  @Override
  public void resized(Group group) {
    rank(group);
  }

  @Override
  public void asked(Group group) {
    rank(group);
  }

  private void rank(Group group) {
    ranks.set(group, -group.members().stream().mapToDouble(Member::backlog).max().orElse(0));
  }
}
