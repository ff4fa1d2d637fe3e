package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes everything that the plan says, round by round. In a round, all links are measured with one
 * number of chunks before the next number comes, so that whatever else happens in the cluster meets
 * all alike, and a datanode is left alone for a while after each load.
 *
 * <p>Confined to one thread.
 */
final class Calibration {
  private static final double NANOS = 1e9;

  private final MeasuringPlan plan;
  private final CalibrationOptions options;
  private final Writer writer;
  private final Consumer<String> progress;
  private final double mostSeconds;
  private final LongSupplier nanos;

  /**
   * Of a plan.
   *
   * @param mostSeconds after which no further load begins
   * @param nanos the time, as {@link System#nanoTime} tells it
   */
  Calibration(
      MeasuringPlan plan,
      CalibrationOptions options,
      Writer writer,
      Consumer<String> progress,
      double mostSeconds,
      LongSupplier nanos) {
    this.plan = plan;
    this.options = options;
    this.writer = writer;
    this.progress = progress;
    this.mostSeconds = mostSeconds;
    this.nanos = nanos;
  }

  /** Writes a load and measures it. */
  @FunctionalInterface
  interface Writer {
    /** Writes one load of a series. */
    Measurement write(Series series, Load load) throws CalibrationException, InterruptedException;
  }

  /** How many bytes all datanodes together write in all rounds and before them. */
  static long bytes(MeasuringPlan plan, CalibrationOptions options) {
    long warmUp = warmUp(plan).replicas();
    return (plan.replicas() * options.rounds() + warmUp) * options.chunk().bytes();
  }

  static Load warmUp(MeasuringPlan plan) {
    List<Load> loads = plan.series().get(0).loads();
    return loads.get(loads.size() - 1);
  }

  /** Writes all, or as much as there is time for, and tells how far it is. */
  List<Measurement> run() throws CalibrationException, InterruptedException {
    long begun = nanos.getAsLong();
    double all = Estimate.of(plan, options).seconds();
    progress.accept("warm-up");
    writer.write(plan.series().get(0), warmUp(plan));
    double done = Estimate.seconds(warmUp(plan), options);
    List<Measurement> measurements = new ArrayList<>();
    for (int round = 1; round <= options.rounds(); round++) {
      for (int i = 0; i < options.concurrency().size(); i++) {
        double part = done / all;
        progress.accept(
            "%2.0f %%, about %s left: round %d/%d, %d at a time"
                .formatted(
                    100 * part,
                    Estimate.time(seconds(begun) * (1 - part) / part),
                    round,
                    options.rounds(),
                    options.concurrency().get(i)));
        for (Series series : plan.series()) {
          if (seconds(begun) > mostSeconds) {
            progress.accept(timeIsOver(done / all, begun));
            return measurements;
          }
          Load load = series.loads().get(i);
          measurements.add(writer.write(series, load));
          done += Estimate.seconds(load, options);
        }
      }
    }
    return measurements;
  }

  private double seconds(long begun) {
    return (nanos.getAsLong() - begun) / NANOS;
  }

  private String timeIsOver(double part, long begun) {
    return "The time is over, %.0f %% is measured. Maybe --minutes %d has time for all."
        .formatted(100 * part, (int) Math.ceil(seconds(begun) / part / 60));
  }
}
