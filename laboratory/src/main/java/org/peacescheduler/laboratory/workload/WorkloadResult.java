package org.peacescheduler.laboratory.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.Count;
import org.peacescheduler.simulate.Comparison;

/**
 * All bursts of a workload. Immutable.
 *
 * @param workload its name
 * @param stock the configuration that the others are compared with
 * @param brokenOff why there are not all rounds, if so
 */
public record WorkloadResult(
    String workload, String stock, List<WorkloadRound> rounds, Optional<String> brokenOff) {
  /** Copies the list. */
  public WorkloadResult {
    rounds = List.copyOf(rounds);
  }

  /** The same burst of a round under two configurations. */
  private record Pair(WorkloadRound without, WorkloadRound with) {
    /** Both figures; none if one is missing, for half of a pair says nothing. */
    Optional<Comparison.Round> figures() {
      return without
          .figures()
          .flatMap(stock -> with.figures().map(peace -> new Comparison.Round(stock, peace)));
    }
  }

  /**
   * Each burst under each configuration beside stock HDFS, by what it is called; those of which no
   * round has figures are not there.
   */
  Map<String, Comparison> comparisons() {
    Map<String, Comparison> comparisons = new LinkedHashMap<>();
    pairs()
        .forEach(
            (name, pairs) -> {
              List<Comparison.Round> both =
                  pairs.stream().flatMap(pair -> pair.figures().stream()).toList();
              if (!both.isEmpty()) {
                comparisons.put(name, new Comparison(both));
              }
            });
    return comparisons;
  }

  /** How many rounds comparisons do without, since a write failed in them. */
  Map<String, Long> leftOut() {
    Map<String, Long> leftOut = new LinkedHashMap<>();
    pairs()
        .forEach(
            (name, pairs) ->
                leftOut.put(name, pairs.stream().filter(p -> p.figures().isEmpty()).count()));
    leftOut.values().removeIf(count -> count == 0);
    return leftOut;
  }

  private Map<String, List<Pair>> pairs() {
    int bursts = rounds.stream().mapToInt(WorkloadRound::burst).max().orElse(0);
    Map<String, List<Pair>> pairs = new LinkedHashMap<>();
    for (String configuration :
        rounds.stream().map(WorkloadRound::configuration).distinct().toList()) {
      for (int burst = 1; burst <= bursts && !configuration.equals(stock); burst++) {
        pairs.put(
            configuration + (bursts == 1 ? "" : ", burst " + burst), pairs(configuration, burst));
      }
    }
    return pairs;
  }

  /** A run that broke off has rounds of one configuration and not of another. */
  private List<Pair> pairs(String configuration, int burst) {
    List<Pair> pairs = new ArrayList<>();
    for (WorkloadRound with : measured(configuration, burst)) {
      measured(stock, burst).stream()
          .filter(without -> without.round() == with.round())
          .forEach(without -> pairs.add(new Pair(without, with)));
    }
    return pairs;
  }

  private List<WorkloadRound> measured(String configuration, int burst) {
    return rounds.stream()
        .filter(r -> !r.warmUp() && r.burst() == burst)
        .filter(r -> r.configuration().equals(configuration))
        .toList();
  }

  /** The table of {@code ./peace simulate}, a line for each configuration and burst. */
  public String table() {
    StringBuilder table = new StringBuilder(Comparison.table(workload, comparisons()));
    leftOut()
        .forEach(
            (name, count) ->
                table.append(
                    "%s: rounds left out on both sides, since a write failed in them: %d%n"
                        .formatted(name, count)));
    return table.toString();
  }

  /**
   * One JSON document: the medians, named as {@code ./peace simulate} does, and all bursts.
   *
   * @param options what was asked for
   */
  public String json(ObjectNode options) {
    return WorkloadJson.result(this, options);
  }

  /** Whether the cores, and not what should, may have limited some burst. */
  public boolean tooBusy() {
    return rounds.stream().anyMatch(r -> !r.warmUp() && Cores.tooBusy(r.busy()));
  }

  /** What failed, each with its burst, and what broke the run off. */
  public List<String> problems() {
    Stream<String> failures =
        rounds.stream()
            .flatMap(r -> r.failures().stream().map(failure -> r.title() + ": " + failure));
    Stream<String> end =
        brokenOff.stream()
            .map(
                why ->
                    "%s%nThe run broke off after %s; the figures are of what was written before."
                        .formatted(why, Count.of(rounds.size(), "burst")));
    return Stream.concat(failures, end).toList();
  }
}
