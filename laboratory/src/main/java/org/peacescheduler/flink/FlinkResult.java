package org.peacescheduler.flink;

import java.util.List;
import java.util.Optional;

/**
 * All that a run measured. Immutable.
 *
 * @param version of Flink
 * @param brokenOff why there are not all rounds, if so
 */
record FlinkResult(
    FlinkOptions options, String version, List<Wave> waves, Optional<String> brokenOff) {

  FlinkResult {
    waves = List.copyOf(waves);
  }

  CheckpointFigures figures(FlinkConfiguration configuration, int together) {
    return CheckpointFigures.of(waves, configuration.name(), together);
  }

  /** What a configuration is compared with; NaN everywhere if stock did not take part. */
  CheckpointFigures stock(int together) {
    return CheckpointFigures.of(waves, "stock", together);
  }

  long failed() {
    return waves.stream()
        .flatMap(wave -> wave.checkpoints().stream())
        .filter(Checkpoint::failed)
        .count();
  }

  boolean tooBusy() {
    return options.configurations().stream()
        .anyMatch(c -> options.together().stream().anyMatch(n -> figures(c, n).tooBusy()));
  }
}
