package org.peacescheduler.experiment;

/**
 * The least time in which the datanodes can take in a burst, whoever places it.
 *
 * <p>Three things bound it: all replicas over all datanodes; the datanode with the most replicas,
 * which are whole and of different chunks (8 chunks of 3 replicas on 7 datanodes: one takes 4); and
 * a file's chunks, which follow each other, each no faster than one datanode. A throttle lets
 * through what it saved up while idle, which the bound leaves out: at most three of its periods.
 */
final class LowerBound {
  private LowerBound() {}

  static double compSeconds(BurstShape burst, ClusterShape cluster) {
    double chunkSeconds = (double) burst.chunkSize().bytes() / cluster.rate().bytes();
    int busiest = (burst.replicas() + cluster.datanodes() - 1) / cluster.datanodes();
    return Math.max(busiest, burst.chunks()) * chunkSeconds;
  }
}
