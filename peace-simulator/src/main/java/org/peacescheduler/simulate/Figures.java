package org.peacescheduler.simulate;

import java.util.List;

/**
 * How a burst went. Immutable.
 *
 * @param writers how long each took from its first request to its last end, in seconds; in the same
 *     order under each placement
 * @param completion from the first request of all to the last end
 * @param slowdown the mean of the responses over what each writer would take on an idle network
 *     with endless datanodes: its bytes over its own link, or over what it sends at most
 * @param jobs how long each job took, each time that it came; empty without jobs
 * @param fallbacks chunks that Peace left to stock HDFS
 * @param longestWait the longest time from a request to its datanodes
 */
record Figures(
    List<Double> writers,
    double completion,
    double slowdown,
    List<Double> jobs,
    int fallbacks,
    double longestWait) {
  private static final double MOST = 0.95;

  Figures {
    writers = List.copyOf(writers);
    jobs = List.copyOf(jobs);
  }

  /** What a writer takes on average. */
  double response() {
    return mean(writers);
  }

  boolean hasJobs() {
    return !jobs.isEmpty();
  }

  /** What a job takes on average. */
  double job() {
    return mean(jobs);
  }

  /** What 19 of 20 jobs take at most. */
  double slowJob() {
    double[] sorted = jobs.stream().mapToDouble(seconds -> seconds).sorted().toArray();
    return sorted[(int) Math.ceil(MOST * sorted.length) - 1];
  }

  private static double mean(List<Double> seconds) {
    return seconds.stream().mapToDouble(s -> s).average().orElseThrow();
  }
}
