package org.peacescheduler.coordinate.order;

/** Where the order has a group; changed by {@link Groups} alone. */
final class GroupPlace {
  /** Smaller goes first. */
  double rank;

  /** What the group is ranked by, in seconds. */
  double seconds;

  /** Whether the order knows of it: from its first chunk until its files have ended. */
  boolean isRanked;

  /** Its place in the fair system, which {@link FairSojourn} alone knows; null outside of it. */
  FairSojourn.Tag fair;
}
