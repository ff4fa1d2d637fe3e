package org.peacescheduler.forecast;

import java.util.List;

/**
 * How long some files took: on average, and from the first one's begin to the last one's end, in
 * seconds. Immutable.
 */
record Times(double mean, double last) {
  /** What is shorter than a trace can say: a millisecond. */
  private static final double LEAST = 1e-3;

  /** From when to when a file was written, in seconds. */
  record Span(double begins, double ends) {
    double seconds() {
      return ends - begins;
    }
  }

  /** Those of some files, at least one. */
  static Times of(List<Span> files) {
    double first = files.stream().mapToDouble(Span::begins).min().orElseThrow();
    return new Times(
        files.stream().mapToDouble(Span::seconds).average().orElseThrow(),
        files.stream().mapToDouble(Span::ends).max().orElseThrow() - first);
  }

  /** How many times as long they are as others. */
  Times over(Times others) {
    return new Times(mean / Math.max(LEAST, others.mean), last / Math.max(LEAST, others.last));
  }
}
