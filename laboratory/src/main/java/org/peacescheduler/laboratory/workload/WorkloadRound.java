package org.peacescheduler.laboratory.workload;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.simulate.Figures;

/**
 * What was seen of one burst of a workload. Immutable.
 *
 * @param configuration its name
 * @param round from 1, warm-ups and rounds counted apart
 * @param burst from 1, within its round
 * @param figures of its writers; none if something failed
 * @param busy share of the machine's cores
 * @param failures what went wrong, each with its file
 */
public record WorkloadRound(
    String configuration,
    int round,
    boolean warmUp,
    int burst,
    Optional<Figures> figures,
    double busy,
    List<String> failures) {
  /** Copies the list. */
  public WorkloadRound {
    failures = List.copyOf(failures);
  }

  /** {@code round 1, burst 2, peace}. */
  public String title() {
    return "%s %d, burst %d, %s"
        .formatted(warmUp ? "warm-up" : "round", round, burst, configuration);
  }

  /** As JSON, on one line. */
  public String line() {
    return WorkloadJson.round(this).toString();
  }

  /** For a person: the mean response, and how long all took. */
  public String brief() {
    return String.format(
        Locale.ROOT,
        "%s: %s, cores %.0f %% busy%s, %d failed",
        title(),
        figures.map(WorkloadRound::brief).orElse("no figures"),
        100 * busy,
        Cores.tooBusy(busy) ? " (too busy)" : "",
        failures.size());
  }

  private static String brief(Figures figures) {
    return String.format(
        Locale.ROOT, "response %.2f s, COMP %.2f s", figures.response(), figures.completion());
  }
}
