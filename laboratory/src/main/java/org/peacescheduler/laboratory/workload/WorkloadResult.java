package org.peacescheduler.laboratory.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peacescheduler.laboratory.Cores;
import org.peacescheduler.simulate.Comparison;

/**
 * All bursts of a workload. Immutable.
 *
 * @param workload its name
 * @param stock the configuration that the others are compared with
 */
public record WorkloadResult(String workload, String stock, List<WorkloadRound> rounds) {
  /** Copies the list. */
  public WorkloadResult {
    rounds = List.copyOf(rounds);
  }

  /** Each burst under each configuration beside stock HDFS, by what it is called. */
  Map<String, Comparison> comparisons() {
    int bursts = rounds.stream().mapToInt(WorkloadRound::burst).max().orElse(0);
    Map<String, Comparison> comparisons = new LinkedHashMap<>();
    for (String configuration :
        rounds.stream().map(WorkloadRound::configuration).distinct().toList()) {
      for (int burst = 1; burst <= bursts && !configuration.equals(stock); burst++) {
        List<WorkloadRound> without = measured(stock, burst);
        List<WorkloadRound> with = measured(configuration, burst);
        List<Comparison.Round> both = new ArrayList<>();
        for (int round = 0; round < with.size(); round++) {
          both.add(new Comparison.Round(without.get(round).figures(), with.get(round).figures()));
        }
        comparisons.put(
            configuration + (bursts == 1 ? "" : ", burst " + burst), new Comparison(both));
      }
    }
    return comparisons;
  }

  private List<WorkloadRound> measured(String configuration, int burst) {
    return rounds.stream()
        .filter(r -> !r.warmUp() && r.burst() == burst)
        .filter(r -> r.configuration().equals(configuration))
        .toList();
  }

  /** The table of {@code ./peace simulate}, a line for each configuration and burst. */
  public String table() {
    return Comparison.table(workload, comparisons());
  }

  /** One JSON document: the medians, named as {@code ./peace simulate} does, and all bursts. */
  public String json() {
    return WorkloadJson.result(this);
  }

  /** Whether the cores, and not what should, may have limited some burst. */
  public boolean tooBusy() {
    return rounds.stream().anyMatch(r -> !r.warmUp() && Cores.tooBusy(r.busy()));
  }

  /** What failed, each with its burst. */
  public List<String> failures() {
    return rounds.stream()
        .flatMap(r -> r.failures().stream().map(failure -> r.title() + ": " + failure))
        .toList();
  }
}
