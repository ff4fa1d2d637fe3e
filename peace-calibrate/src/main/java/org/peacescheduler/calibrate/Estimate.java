package org.peacescheduler.calibrate;

import java.util.Locale;

/**
 * What a calibration will write and how long it will take, before anything is written. Immutable.
 *
 * <p>Example: 11 links with 1, 2, 3, 4, 6 and 8 chunks of 64 MiB at a time, three rounds: 198
 * loads, of which each takes as long as its busiest host needs at 1 Gbit/s, and 2 s until the
 * NameNode has heard that the datanodes are idle again; about a quarter of an hour.
 *
 * @param bytes that all datanodes together write
 * @param seconds where links carry 1 Gbit/s
 */
record Estimate(long bytes, double seconds) {

  /** Payload of a link of 1 Gbit/s; faster ones take less, which harms nobody. */
  private static final double BYTES_PER_SECOND = 110e6;

  /** Files are made and removed, and heartbeats, every 3 s, tell of idle datanodes. */
  private static final double SECONDS_BESIDE = 2;

  private static final double MINUTE = 60;

  static Estimate of(MeasuringPlan plan, CalibrationOptions options) {
    double aRound =
        plan.series().stream()
            .flatMap(series -> series.loads().stream())
            .mapToDouble(load -> seconds(load, options))
            .sum();
    return new Estimate(
        Calibration.bytes(plan, options),
        seconds(Calibration.warmUp(plan), options) + options.rounds() * aRound);
  }

  /** Of one load. */
  static double seconds(Load load, CalibrationOptions options) {
    int chunks = Math.max(load.streams(), load.chunksOfBusiest());
    return chunks * options.chunk().bytes() / BYTES_PER_SECOND + SECONDS_BESIDE;
  }

  /** In whole minutes, rounded up. */
  int minutes() {
    return (int) Math.ceil(seconds / MINUTE);
  }

  /** For people. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%.1f GB, replicas counted, in about %s where links carry 1 Gbit/s",
        bytes / 1e9,
        time(seconds));
  }

  /** A time for people: {@code 40 s}, {@code 7 min}. */
  static String time(double seconds) {
    return seconds < MINUTE
        ? Math.round(seconds) + " s"
        : (int) Math.ceil(seconds / MINUTE) + " min";
  }
}
