package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes everything that the plan says, round by round. In a round, all links are measured with one
 * number of chunks before the next number comes, so that whatever else happens in the cluster meets
 * all alike, and a datanode is left alone for a while after each load.
 *
 * <p>Confined to one thread.
 */
final class Calibration {
  private final MeasuringPlan plan;
  private final CalibrationOptions options;
  private final ChunkWriter writer;
  private final Consumer<String> progress;

  Calibration(
      MeasuringPlan plan,
      CalibrationOptions options,
      ChunkWriter writer,
      Consumer<String> progress) {
    this.plan = plan;
    this.options = options;
    this.writer = writer;
    this.progress = progress;
  }

  /** How many bytes all datanodes together write in all rounds and before them. */
  static long bytes(MeasuringPlan plan, CalibrationOptions options) {
    long warmUp = warmUp(plan).replicas();
    return (plan.replicas() * options.rounds() + warmUp) * options.chunk().bytes();
  }

  private static Load warmUp(MeasuringPlan plan) {
    List<Load> loads = plan.series().get(0).loads();
    return loads.get(loads.size() - 1);
  }

  List<Measurement> run() throws CalibrationException, InterruptedException {
    progress.accept("warm-up");
    writer.write(plan.series().get(0), warmUp(plan));
    List<Measurement> measurements = new ArrayList<>();
    for (int round = 1; round <= options.rounds(); round++) {
      for (int i = 0; i < options.concurrency().size(); i++) {
        progress.accept(
            "round %d/%d, %d at a time"
                .formatted(round, options.rounds(), options.concurrency().get(i)));
        for (Series series : plan.series()) {
          measurements.add(writer.write(series, series.loads().get(i)));
        }
      }
    }
    return measurements;
  }
}
