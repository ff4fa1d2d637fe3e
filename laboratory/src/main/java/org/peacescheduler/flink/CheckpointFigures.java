package org.peacescheduler.flink;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.Statistics;

/**
 * What a configuration reached. Times are seconds, over the checkpoints that did not fail; NaN
 * without one. Immutable.
 *
 * @param count checkpoints that did not fail
 * @param fromBarrier mean time from the first barrier until the last task was done
 * @param last mean over the waves of the time until all jobs are done
 * @param stateBytes mean of a checkpoint
 * @param unaligned in how many of all tasks barriers overtook records
 * @param tooBusy whether the cores were too busy in some wave
 */
record CheckpointFigures(
    int count,
    double mean,
    double median,
    double p95,
    double worst,
    double last,
    double fromBarrier,
    double stateBytes,
    long failed,
    long unaligned,
    double busy,
    double trunk,
    double deferred,
    double fallbacks,
    boolean tooBusy) {

  /** Those of the measured waves of so many jobs under a configuration. */
  static CheckpointFigures of(List<Wave> all, String configuration, int together) {
    List<Wave> waves =
        all.stream()
            .filter(w -> !w.warmUp() && w.together() == together)
            .filter(w -> w.configuration().equals(configuration))
            .toList();
    List<Checkpoint> checkpoints = waves.stream().flatMap(w -> w.checkpoints().stream()).toList();
    List<Checkpoint> fine = checkpoints.stream().filter(c -> !c.failed()).toList();
    double[] seconds = fine.stream().mapToDouble(Checkpoint::seconds).toArray();
    return new CheckpointFigures(
        fine.size(),
        Statistics.mean(seconds),
        Statistics.median(seconds),
        Statistics.quantile(seconds, 0.95),
        Statistics.max(seconds),
        mean(waves, Wave::seconds),
        Statistics.mean(fine.stream().mapToDouble(Checkpoint::fromBarrierSeconds).toArray()),
        Statistics.mean(fine.stream().mapToDouble(Checkpoint::stateBytes).toArray()),
        checkpoints.size() - fine.size(),
        fine.stream().mapToLong(checkpoint -> checkpoint.tasks().unaligned()).sum(),
        mean(waves, Wave::busy),
        mean(waves, Wave::trunk),
        mean(waves, Wave::deferred),
        mean(waves, Wave::fallbacks),
        waves.stream().anyMatch(w -> Cores.tooBusy(w.busy())));
  }

  private static double mean(List<Wave> waves, ToDoubleFunction<Wave> figure) {
    return Statistics.mean(waves.stream().mapToDouble(figure).toArray());
  }
}
