package org.peacescheduler.testbed;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peacescheduler.measure.Cores;

/**
 * All rounds of a run. Immutable.
 *
 * @param brokenOff why there are not all rounds, if so
 */
record TestbedResult(
    TestbedOptions options,
    List<NetworkPlan.ShapedLink> links,
    List<Round> rounds,
    Optional<String> brokenOff) {

  TestbedResult {
    links = List.copyOf(links);
    rounds = List.copyOf(rounds);
  }

  /** A cell's figures, one row for each configuration. */
  List<CellRow> rows(BurstShape cell) {
    Optional<RoundFigures> stock =
        options.stock().map(configuration -> medians(cell, configuration));
    return options.configurations().stream()
        .map(
            configuration ->
                new CellRow(
                    configuration,
                    medians(cell, configuration),
                    stock,
                    options.bound(cell),
                    measured(cell, configuration).anyMatch(r -> Cores.tooBusy(r.busy()))))
        .toList();
  }

  private RoundFigures medians(BurstShape cell, TestbedConfiguration configuration) {
    return RoundFigures.medians(
        measured(cell, configuration).map(r -> RoundFigures.of(r, links)).toList());
  }

  private Stream<Round> measured(BurstShape cell, TestbedConfiguration configuration) {
    return rounds.stream()
        .filter(r -> !r.warmUp() && r.cell().equals(cell.name()))
        .filter(r -> r.configuration().equals(configuration.name()));
  }

  boolean tooBusy() {
    return rounds.stream().anyMatch(r -> !r.warmUp() && Cores.tooBusy(r.busy()));
  }

  /** What failed, each with its round. */
  List<String> failures() {
    return rounds.stream()
        .flatMap(
            r ->
                r.writers().stream()
                    .filter(Round.Writer::failed)
                    .map(
                        w ->
                            "%s %d, %s, %s, writer %s: %s"
                                .formatted(
                                    r.warmUp() ? "warm-up" : "round",
                                    r.number(),
                                    r.cell(),
                                    r.configuration(),
                                    w.host(),
                                    w.failure())))
        .toList();
  }
}
