package org.peacescheduler.coordinate.order;

/** What a group has done since it began, or began anew. */
final class GroupLife {
  /** What it has written and asked for, in bytes. */
  double bytes;

  /** What it has written, in seconds of its bottleneck. */
  double served;

  /** How often all its files had ended before. */
  private int before;

  boolean isFirst() {
    return before == 0;
  }

  void beginsAnew() {
    before++;
    bytes = 0;
    served = 0;
  }
}
