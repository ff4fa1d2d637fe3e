package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 * @param bound the least that these writers can take; empty where nobody knows it
 */
public record Figures(
    List<Double> writers,
    double completion,
    double slowdown,
    List<Double> jobs,
    int fallbacks,
    double longestWait,
    Optional<Bound> bound) {
  private static final double MOST = 0.95;

  /** Those of a burst whose bound nobody knows. */
  public Figures(
      List<Double> writers,
      double completion,
      double slowdown,
      List<Double> jobs,
      int fallbacks,
      double longestWait) {
    this(writers, completion, slowdown, jobs, fallbacks, longestWait, Optional.empty());
  }

  /** Copies the lists. */
  public Figures {
    writers = List.copyOf(writers);
    jobs = List.copyOf(jobs);
  }

  /**
   * What became of a writer. Times are seconds, from any moment that is the same for all.
   *
   * @param job the instance of the job that it wrote for
   */
  public record Written(double begins, double ends, double aloneSeconds, Optional<String> job) {}

  /**
   * Those of a burst.
   *
   * @param burst its writers, at least one
   */
  public static Figures of(List<Written> burst, int fallbacks, double longestWait) {
    return of(burst, fallbacks, longestWait, Optional.empty());
  }

  /**
   * Those of a burst.
   *
   * @param burst its writers, at least one
   * @param bound the least that they can take, if it is known
   */
  static Figures of(List<Written> burst, int fallbacks, double longestWait, Optional<Bound> bound) {
    Map<String, List<Written>> jobs = new LinkedHashMap<>();
    for (Written writer : burst) {
      writer.job().ifPresent(j -> jobs.computeIfAbsent(j, n -> new ArrayList<>()).add(writer));
    }
    return new Figures(
        burst.stream().map(writer -> writer.ends() - writer.begins()).toList(),
        span(burst),
        burst.stream()
            .mapToDouble(writer -> (writer.ends() - writer.begins()) / writer.aloneSeconds())
            .average()
            .orElseThrow(),
        jobs.values().stream().map(Figures::span).toList(),
        fallbacks,
        longestWait,
        bound);
  }

  private static double span(List<Written> writers) {
    double first = writers.stream().mapToDouble(Written::begins).min().orElseThrow();
    return writers.stream().mapToDouble(Written::ends).max().orElseThrow() - first;
  }

  /** What a writer takes on average. */
  public double response() {
    return mean(writers);
  }

  /** Whether somebody wrote for a job. */
  public boolean hasJobs() {
    return !jobs.isEmpty();
  }

  /** What a job takes on average. */
  public double job() {
    return mean(jobs);
  }

  /** What 19 of 20 jobs take at most. */
  public double slowJob() {
    return jobWithin(MOST);
  }

  /**
   * What a part of the jobs takes at most.
   *
   * @param part more than 0; 1 for all of them
   */
  double jobWithin(double part) {
    double[] sorted = jobs.stream().mapToDouble(seconds -> seconds).sorted().toArray();
    return sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  private static double mean(List<Double> seconds) {
    return seconds.stream().mapToDouble(s -> s).average().orElseThrow();
  }
}
