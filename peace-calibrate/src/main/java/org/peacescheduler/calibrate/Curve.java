package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.peacescheduler.measure.Statistics;

/**
 * Throughput by concurrency: medians over rounds, and over datanodes where several stand for a
 * group. Immutable.
 *
 * <p>Example: 64, 91, 102, 104 MB/s with 1, 2, 4, 8 chunks at a time, and 95 % is enough: 4 chunks
 * bring 98 % of the best, 2 only 87 %, so the capacity is 4 (the client's writes in table 8 of the
 * paper, which takes "the more conservative capacity of 2").
 *
 * @param points in rising concurrency
 */
record Curve(List<Point> points) {

  /**
   * The throughput with one number of chunks at a time.
   *
   * @param load one of the loads that were written
   * @param rate bytes per second of all chunks together
   * @param chunkSeconds time of one chunk
   * @param samples measurements of which these are the medians
   */
  record Point(Load load, double rate, double chunkSeconds, int samples) {
    int concurrency() {
      return load.concurrency();
    }
  }

  /**
   * Where more chunks at a time bring no more.
   *
   * @param point the first one that is good enough
   * @param best the highest throughput, bytes per second
   * @param growing whether only the most chunks at a time were good enough, so that still more
   *     might have brought more
   */
  record Knee(Point point, double best, boolean growing) {
    int capacity() {
      return point.concurrency();
    }
  }

  Curve {
    points = List.copyOf(points);
  }

  /** The curve of all measurements that mean something; it may have no points. */
  static Curve of(List<Measurement> measurements, long chunkBytes) {
    Map<Integer, List<Measurement>> byConcurrency = new TreeMap<>();
    for (Measurement measurement : measurements) {
      if (measurement.isValid()) {
        byConcurrency
            .computeIfAbsent(measurement.load().concurrency(), k -> new ArrayList<>())
            .add(measurement);
      }
    }
    List<Point> points = new ArrayList<>();
    for (List<Measurement> same : byConcurrency.values()) {
      points.add(
          new Point(
              same.get(0).load(),
              Statistics.median(same.stream().mapToDouble(m -> m.rate(chunkBytes)).toArray()),
              Statistics.median(
                  same.stream()
                      .flatMap(m -> m.chunkSeconds().stream())
                      .mapToDouble(Double::doubleValue)
                      .toArray()),
              same.size()));
    }
    return new Curve(points);
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  /**
   * The first point whose throughput is at least {@code enough} of the best.
   *
   * @param enough more than 0, at most 1
   */
  Knee knee(double enough) {
    Point best = points.get(0);
    for (Point point : points) {
      best = point.rate() > best.rate() ? point : best;
    }
    for (Point point : points) {
      if (point.rate() >= enough * best.rate()) {
        boolean last = point.concurrency() == points.get(points.size() - 1).concurrency();
        return new Knee(point, best.rate(), last && points.size() > 1);
      }
    }
    throw new IllegalArgumentException("enough is " + enough + ", more than 1");
  }
}
