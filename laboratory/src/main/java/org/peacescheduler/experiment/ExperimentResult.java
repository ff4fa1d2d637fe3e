package org.peacescheduler.experiment;

import java.util.List;
import java.util.Optional;
import org.peacescheduler.measure.Cores;

/**
 * All rounds of an experiment, in the order in which they ran, and what they were run on.
 *
 * <p>Immutable.
 *
 * @param topology the topology file's text
 */
record ExperimentResult(
    ExperimentOptions options, List<Round> rounds, String topology, Setup setup) {
  ExperimentResult {
    rounds = List.copyOf(rounds);
  }

  List<Round> measured() {
    return rounds.stream().filter(round -> !round.warmUp()).toList();
  }

  Optional<Ratios> ratios() {
    return Ratios.of(options.sides(), rounds);
  }

  double lowerBoundSeconds() {
    return LowerBound.compSeconds(options.burst(), options.cluster());
  }

  /** What went wrong, warm-up included, one line each; empty if nothing did. */
  List<String> failures() {
    return rounds.stream()
        .flatMap(
            round ->
                round.writers().stream()
                    .filter(WriterTimes::failed)
                    .map(
                        w ->
                            "%s, %s, %s: %s"
                                .formatted(
                                    Experiment.name(round.number(), round.warmUp(), options),
                                    round.side().label(),
                                    w.path(),
                                    w.failure())))
        .toList();
  }

  /**
   * Whether the cores were so busy in a measured round that they, and not the datanodes, may have
   * been the limit.
   */
  boolean processorTooBusy() {
    return measured().stream().anyMatch(round -> Cores.tooBusy(round.cores().machine()));
  }
}
