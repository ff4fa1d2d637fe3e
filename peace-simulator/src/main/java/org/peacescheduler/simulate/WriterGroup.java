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
 * @param flushed whether a file's client flushes each chunk as soon as it has begun it
 * @param ownDisk whether the first replica is on the writer's own disk
 * @param startAt when the group begins, after the burst's beginning
 * @param startWithin all its files begin within that time
 * @param pause between a chunk that is written and the file's next request
 * @param job whose completion is counted
 * @param tellJob whether its writers say which job they write for, and for which of its instances
 * @param tellSize whether they say how much they write
 * @param says what else they say of themselves
 * @param user who runs them
 * @param path the folder of its files, with names in braces for what differs; see {@link #folder}
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
    boolean flushed,
    boolean ownDisk,
    int replication,
    double startAt,
    double startWithin,
    double pause,
    Optional<String> job,
    boolean tellJob,
    boolean tellSize,
    Says says,
    Optional<String> user,
    Optional<String> path,
    Arrivals arrivals) {
  /** What a path can have in braces. */
  static final List<String> NAMES = List.of("job", "n", "host", "writer");

  /**
   * What writers say of themselves beside {@code job}. Immutable.
   *
   * @param client what tells their client from others; all of the same host and name are one
   * @param group what they say that they write for
   * @param bytes how much they say that their client writes for it
   */
  record Says(Optional<String> client, Optional<String> group, OptionalDouble bytes) {
    /** They say nothing. */
    static final Says NOTHING =
        new Says(Optional.empty(), Optional.empty(), OptionalDouble.empty());
  }

  WriterGroup {
    hosts = List.copyOf(hosts);
  }

  /** The same with other arrivals. */
  WriterGroup withArrivals(Arrivals other) {
    return new WriterGroup(
        count,
        hosts,
        files,
        byTurns,
        turn,
        sizes,
        chunk,
        rate,
        writerRate,
        log,
        flushed,
        ownDisk,
        replication,
        startAt,
        startWithin,
        pause,
        job,
        tellJob,
        tellSize,
        says,
        user,
        path,
        other);
  }

  /** Whether these and those are members of a job that come by the same rule. */
  boolean comesWith(WriterGroup other) {
    return job.isPresent() && job.equals(other.job) && arrivals.isAlike(other.arrivals);
  }

  /**
   * What a writer writes for when it comes: a checkpoint of its job, or one of its own if it has a
   * phase of its own. The letter tells operators apart for who takes names that differ in digits
   * alone for those of a series.
   *
   * @param group the number of this group, from 1
   * @param writer from 0
   * @param instance which time it is, from 1
   */
  Optional<String> checkpoint(int group, int writer, int instance) {
    char operator = (char) ('a' + group % 26);
    String own = arrivals.ownPhase() ? "/%c%d.%d".formatted(operator, group, writer + 1) : "";
    return job.map(name -> name + own + "/chk-" + instance);
  }

  /**
   * The folder of a writer's files when it comes. Example: with {@code /ckpt/{job}/{n}/{host}} it
   * is {@code /ckpt/a/3/h1} for the third checkpoint.
   *
   * @param writer from 0
   * @param instance which time it is, from 1
   */
  Optional<String> folder(String host, int writer, int instance) {
    return path.map(
        text ->
            text.replace("{job}", job.orElse(""))
                .replace("{n}", String.valueOf(instance))
                .replace("{host}", host)
                .replace("{writer}", String.valueOf(writer + 1)));
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
