package org.peacescheduler.coordinate;

import org.peacescheduler.network.ResidualNetwork;

/**
 * How many leases that are not known to be stalled have each edge, and how much of it those of them
 * may take that Peace does not schedule: they go at once, whoever waits.
 *
 * <p>Where these may take more than half of what the links that bar a chunk carry, it gains nothing
 * by waiting: their flows have what it leaves. Example: on a link of 10 streams six writers of an
 * excluded path keep writing. Of ten scheduled writers four would be let in at a time, and have
 * four tenths of the link; stock HDFS gives the ten of them ten sixteenths.
 *
 * <p>Cost: an addition an edge; {@link #areMostlyUnscheduled} looks at each edge that it is given.
 * Confined to the coordinator's lock.
 */
final class Movers {
  private final int[] leases;

  /** What unscheduled ones send over each edge if nothing hinders them, in bytes per second. */
  private final double[] unscheduled;

  Movers(int edges) {
    leases = new int[edges];
    unscheduled = new double[edges];
  }

  void join(Lease lease, int edge) {
    leases[edge]++;
    unscheduled[edge] += unscheduled(lease);
  }

  void leave(Lease lease, int edge) {
    leases[edge]--;
    unscheduled[edge] -= unscheduled(lease);
  }

  private static double unscheduled(Lease lease) {
    return lease.ticket().wait.isUnscheduled ? (double) lease.bytesPerSecond() : 0;
  }

  int at(int edge) {
    return leases[edge];
  }

  /** Whether more than half of what these edges carry may be sent by unscheduled ones. */
  boolean areMostlyUnscheduled(int[] edges, ResidualNetwork residual) {
    double carries = 0;
    double sent = 0;
    for (int edge : edges) {
      double capacity = (double) residual.capacity(edge);
      carries += capacity;
      sent += Math.min(capacity, unscheduled[edge]);
    }
    return 2 * sent > carries;
  }
}
