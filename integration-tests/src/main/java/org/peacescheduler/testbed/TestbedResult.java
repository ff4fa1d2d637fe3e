package org.peacescheduler.testbed;

import java.util.List;
import java.util.Optional;
import org.peacescheduler.measure.Cores;

/** All rounds of a run. Immutable. */
record TestbedResult(
    TestbedOptions options, List<NetworkPlan.ShapedLink> links, List<Round> rounds) {

  TestbedResult {
    links = List.copyOf(links);
    rounds = List.copyOf(rounds);
  }

  /** Medians of a configuration's measured rounds. */
  RoundFigures medians(TestbedConfiguration configuration) {
    return RoundFigures.medians(
        rounds.stream()
            .filter(r -> !r.warmUp() && r.configuration().equals(configuration.name()))
            .map(r -> RoundFigures.of(r, links))
            .toList());
  }

  /** The configuration that the others are compared with: stock, if it took part. */
  Optional<TestbedConfiguration> baseline() {
    return options.configurations().stream()
        .filter(c -> c.base() == TestbedConfiguration.Base.STOCK)
        .findFirst();
  }

  CutBound bound() {
    return CutBound.of(options.shape(), options.burst());
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
                            "%s %d, %s, writer %s: %s"
                                .formatted(
                                    r.warmUp() ? "warm-up" : "round",
                                    r.number(),
                                    r.configuration(),
                                    w.host(),
                                    w.failure())))
        .toList();
  }
}
