package org.peacescheduler.coordinate;

import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * A chunk's way through the scheduler: waiting, in flight, ended.
 *
 * <p>Confined to the coordinator's lock, but for what never changes: {@link #chunk}.
 */
public final class Ticket {
  enum State {
    WAITING,
    IN_FLIGHT,
    ENDED
  }

  private final long id;
  private final Chunk chunk;
  private final RequestOrder.Standing request;
  private final long submitted;

  ChunkRequest wanted;
  State state = State.WAITING;

  /** Whether somebody waits for the grant now; otherwise the client has been told to ask again. */
  boolean attended = true;

  boolean deferralSaid;

  /** Whether it is known to fit into an idle network. */
  boolean judgedFeasible;

  /** Whether it was under way before the scheduler knew of it, nobody knows for how long. */
  boolean found;

  /** Whether HDFS refused a datanode that was planned for it. */
  boolean refused;

  /** Hosts that its client could not write to when it last had a pipeline for it. */
  Set<String> failed = Set.of();

  long unattendedSince;
  int timesSentAway;

  /** Calls the absent client back before its time; null once it has been called. */
  Runnable recall;

  long recalled;

  /** All full edges that keep the chunk from its first replica; empty if not known. */
  int[] barredBy = new int[0];

  /**
   * The server in whose queue this chunk waits; -1 if it does not wait, or is sent from elsewhere.
   */
  int queue = -1;

  /** Whether this chunk, while it waits, will soon need the way out of the server it queues at. */
  boolean awaits;

  long granted;
  List<String> nodes = List.of();

  /** The edges of each hop of its pipeline. */
  int[][] hops = new int[0][];

  /** How many of its hops, from the writer on, have been given back. */
  int hopsGiven;

  /** Whether its place has gone to others though it is not known to be done. */
  boolean lags;

  /** How many chunks of its writer before it began on the same servers, one behind the other. */
  int followed;

  /** Which datanodes of its pipeline are known to have their replica. */
  BitSet replicas = new BitSet();

  Ticket(long id, Chunk chunk, RequestOrder.Standing request, ChunkRequest wanted, long submitted) {
    this.id = id;
    this.chunk = chunk;
    this.request = request;
    this.wanted = wanted;
    this.submitted = submitted;
  }

  /** Which chunk this is. */
  public Chunk chunk() {
    return chunk;
  }

  /** Negative if this chunk's request came before the other's. */
  public int compareRequests(Ticket other) {
    return Long.compare(request.number(), other.request.number());
  }

  long id() {
    return id;
  }

  /** What was found out about it holds no more: it wants something else, or the network is. */
  void judgeAnew() {
    barredBy = new int[0];
    judgedFeasible = false;
  }

  /** What tells its file from all others. */
  String file() {
    return wanted.file();
  }

  RequestOrder.Standing request() {
    return request;
  }

  long submitted() {
    return submitted;
  }

  @Override
  public String toString() {
    return "ticket " + id + " for chunk " + chunk.number() + " of " + chunk.path() + ", " + state;
  }
}
