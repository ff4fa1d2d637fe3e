package org.peacescheduler.coordinate;

import java.util.Optional;

/**
 * Up to where a client's words change what is planned, and how much of it is done under the
 * coordinator's lock for one event. What goes over a bound gains nothing by it: an ordinary chunk
 * of the same writer waits instead of it, and has its turn in its user's share. Then the stock
 * policy places it, and it is load in the place of the ordinary one, which has held the capacity
 * until then.
 *
 * <table>
 * <caption>What a client says, and its bound</caption>
 * <tr><th>word</th><th>bound</th><th>beyond it</th></tr>
 * <tr><td>replication</td><td>{@value #MOST_REPLICAS}: a plan takes a search a replica</td>
 *     <td>{@link FallbackReason#TOO_LARGE}</td></tr>
 * <tr><td>excluded nodes</td><td>{@value #MOST_EXCLUDED}; who is no server of the network does not
 *     count and is not kept</td><td>{@link FallbackReason#TOO_LARGE}</td></tr>
 * <tr><td>favored nodes</td><td>none: where they are is the stock policy's choice</td>
 *     <td>{@link FallbackReason#FAVORED_NODES}</td></tr>
 * <tr><td>kinds of chunks that wait</td><td>{@value #MOST_KINDS} a user ({@link Kinds})</td>
 *     <td>{@link FallbackReason#TOO_DIVERSE}</td></tr>
 * <tr><td>files that a client writes at a time</td><td>{@value #MOST_TOGETHER} go together ({@link
 *     Independence})</td><td>the others take their turn</td></tr>
 * <tr><td>datanodes that it could not write to</td><td>those of two hosts count for others, of one
 *     user's for one datanode in {@value #QUARANTINED_ONE_IN} ({@link Suspects})</td>
 *     <td>only the client's own chunks avoid them</td></tr>
 * <tr><td>chunks that are late, of writers that were not late before</td><td>one user's count for
 *     one server in {@value #SLOW_ONE_IN} ({@link SlowServers})</td>
 *     <td>the other servers are as they were</td></tr>
 * </table>
 *
 * <p>Example: a file of replication 400 waits as one of replication 3 does. When there is room for
 * three replicas, stock HDFS places it, and its 400 replicas are load. Immutable.
 */
public final class Bounds {
  /** HDFS's own clients ask for 3, and for 10 where many read. */
  public static final int MOST_REPLICAS = 32;

  /** A client excludes who it could not write to within the last ten minutes. */
  public static final int MOST_EXCLUDED = 64;

  /** Ordinary users have one or two, and one for each datanode that has failed. */
  public static final int MOST_KINDS = 64;

  /** So many chunks of one client go together at most; by turns, programs write a few files. */
  static final int MOST_TOGETHER = 16;

  /** An ordinary chunk, which waits instead of one that goes over a bound, has no more. */
  static final int ORDINARY_REPLICAS = 3;

  /** One of so many datanodes, but one at least, is in quarantine by one user's words. */
  public static final int QUARANTINED_ONE_IN = 16;

  /** One of so many servers, but one at least, is taken to be slow by one user's chunks. */
  static final int SLOW_ONE_IN = 16;

  /** One of so many datanodes is in quarantine at most: the others must suffice. */
  static final int QUARANTINED_BY_ALL_ONE_IN = 4;

  /**
   * So many replicas are planned with one event, but a chunk at least: 32 chunks of three, some 10
   * microseconds each.
   */
  static final int PLANNED_AN_EVENT = 96;

  /** So many chunks or files end with one event, some 8 microseconds each. */
  static final int ENDED_AN_EVENT = 64;

  /** So many chunks in flight are looked at with one event, a tenth of a microsecond each. */
  static final int LOOKED_AT_AN_EVENT = 1_000;

  /**
   * So many chunks in flight are copied, a tenth of a microsecond each, for whoever watches them.
   */
  static final int COPIED_A_LOOK = 256;

  /** A poll goes on for so many events' work, the lock let go in between. */
  static final int EVENTS_A_POLL = 8;

  private Bounds() {}

  /** Why the stock policy is to place a chunk, whoever waits; empty if that need not be. */
  public static Optional<Outcome.Fallback> refusal(ChunkRequest request) {
    if (request.replication() > MOST_REPLICAS) {
      return tooLarge("replication is %d".formatted(request.replication()), MOST_REPLICAS);
    }
    if (request.excluded().size() > MOST_EXCLUDED) {
      return tooLarge(
          "its client excludes %d nodes".formatted(request.excluded().size()), MOST_EXCLUDED);
    }
    return request.isFavored()
        ? Optional.of(
            new Outcome.Fallback(FallbackReason.FAVORED_NODES, "its client has named datanodes"))
        : Optional.empty();
  }

  private static Optional<Outcome.Fallback> tooLarge(String what, int most) {
    String detail = "%s; up to %d are scheduled".formatted(what, most);
    return Optional.of(new Outcome.Fallback(FallbackReason.TOO_LARGE, detail));
  }

  /** Why a chunk may not wait of which its user has too many kinds. */
  static Outcome.Fallback tooDiverse(ChunkRequest request) {
    return new Outcome.Fallback(
        FallbackReason.TOO_DIVERSE,
        "%d kinds of chunks of user '%s' wait; that many are scheduled"
            .formatted(MOST_KINDS, request.origin().userName()));
  }
}
