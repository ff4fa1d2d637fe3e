package org.peacescheduler.simulate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.network.NetworkModel;

/**
 * Writers that are alike, as the scenario's file has them. Immutable. Times are seconds, sizes
 * bytes, rates bytes/s.
 *
 * @param count of writers
 * @param hosts where they are, evenly; empty: on all
 * @param files of each writer
 * @param byTurns whether one thread writes all files of a writer, one buffer after the other
 * @param turn how much a file gets by turns
 * @param sizes of a file of writer 1, 2, …
 * @param chunk the size of a full chunk
 * @param rate the most that a file's writer sends
 * @param writerRate the most that a writer sends to all its files together
 * @param log whether its files stay open for ever: with a {@code rate} they are written to, without
 *     one they get a chunk and no bytes
 * @param ownDisk whether the first replica is on the writer's own disk
 * @param startAt when the group begins, after the burst's beginning
 * @param startWithin all its files begin within that time
 * @param pause between a chunk that is written and the file's next request
 * @param job whose completion is counted
 * @param tellJob whether its writers say which job they write for, and for which of its instances
 * @param tellSize whether they say how much they write
 * @param user who runs them
 * @param arrivals how often and when they come in a burst
 */
record WriterGroup(
    int count,
    List<String> hosts,
    int files,
    boolean byTurns,
    double turn,
    FileSizes sizes,
    double chunk,
    OptionalDouble rate,
    OptionalDouble writerRate,
    boolean log,
    boolean ownDisk,
    int replication,
    double startAt,
    double startWithin,
    double pause,
    Optional<String> job,
    boolean tellJob,
    boolean tellSize,
    Optional<String> user,
    Arrivals arrivals) {

  WriterGroup {
    hosts = List.copyOf(hosts);
  }

  /** The host of one of its writers. */
  String host(int writer, NetworkModel model) {
    return hosts.isEmpty()
        ? model.serverName((int) ((long) writer * model.servers() / count))
        : hosts.get((int) ((long) writer * hosts.size() / count));
  }

  /** What a writer of files of a size would take over a link of its own, and nothing else. */
  double alone(double size, double link) {
    int threads = byTurns ? 1 : files;
    double most = Math.min(link, threads * rate.orElse(link));
    return files * size / Math.min(most, writerRate.orElse(link));
  }

  /** Whether its files stay open and get no bytes. */
  boolean isIdle() {
    return log && rate.isEmpty();
  }
}
