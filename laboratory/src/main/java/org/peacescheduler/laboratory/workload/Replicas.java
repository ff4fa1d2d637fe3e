package org.peacescheduler.laboratory.workload;

import java.util.Optional;

/**
 * The replicas of each chunk. Immutable.
 *
 * @param count how many
 * @param ownDisk whether the first one goes to the writer's own disk, as HDFS clients have it
 *     unless they say otherwise; else none does
 */
public record Replicas(int count, boolean ownDisk) {
  /** Those that come over a link. */
  public int received() {
    return ownDisk ? count - 1 : count;
  }

  /** What is wrong with them on so many hosts, with a remedy. */
  public Optional<String> problem(int hosts) {
    int least = ownDisk ? 2 : 1;
    int most = ownDisk ? hosts : hosts - 1;
    if (count >= least && count <= most) {
      return Optional.empty();
    }
    return Optional.of(
        "--replication is %d; with %d servers, of which the writer %s, at least %d and at most %d."
            .formatted(
                count, hosts, ownDisk ? "takes one over no link" : "takes none", least, most));
  }

  @Override
  public String toString() {
    return count + (ownDisk ? " replicas, the first on the writer's own disk" : " replicas");
  }
}
