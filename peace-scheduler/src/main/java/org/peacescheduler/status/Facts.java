package org.peacescheduler.status;

import java.util.List;
import java.util.Map;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * What is known of Peace in a NameNode besides its scheduler. Immutable.
 *
 * @param version of Peace
 * @param mode as in {@code dfs.namenode.peace.mode}
 * @param binding {@code stock} or {@code patched}
 * @param state of the NameNode: {@code active}, {@code standby} or {@code observer}
 * @param order as in {@code dfs.namenode.peace.order}
 * @param deferralMaxMillis the longest deferral of a chunk
 * @param topology where the network comes from
 * @param notUsed datanodes that get no chunks, by their names, and why
 * @param metrics numbers of the metrics source, by their names
 * @param fallbacks the last chunks that the stock policy placed instead, the last one first
 */
public record Facts(
    String version,
    String mode,
    String binding,
    String state,
    String order,
    long deferralMaxMillis,
    TopologyFacts topology,
    Map<String, String> notUsed,
    Map<String, Number> metrics,
    List<SchedulerEvent.Fallback> fallbacks) {

  /** Copies the collections. */
  public Facts {
    notUsed = Map.copyOf(notUsed);
    metrics = Map.copyOf(metrics);
    fallbacks = List.copyOf(fallbacks);
  }

  /**
   * Where the network comes from.
   *
   * @param source the file, or what else it was made from
   * @param loadedAt when, in milliseconds since 1970
   * @param sha256 of the file as it was then; empty without a file
   * @param unit of the capacities: {@code bits}, {@code bytes}, or {@code chunks}, which is a
   *     number of streams at a time, as where there is no file
   */
  public record TopologyFacts(String source, long loadedAt, String sha256, String unit) {}

  /** A number of the metrics; 0 if there is none of that name. */
  long metric(String name) {
    Number value = metrics.get(name);
    return value == null ? 0 : value.longValue();
  }
}
