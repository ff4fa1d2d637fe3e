package org.peacescheduler.coordinate;

import java.util.function.Consumer;
import org.peacescheduler.coordinate.order.Member;

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
  private final OpenFile file;
  private final long submitted;

  final ChunkBytes size = new ChunkBytes();
  final ChunkWait wait = new ChunkWait();
  final Flight flight = new Flight();

  ChunkRequest wanted;

  /** What its plan depends on, as far as it has been asked for. */
  private ChunkRequest.Shape kind;

  /** Told how its wait ends; null if nobody is to be told. */
  Consumer<Outcome> callback;

  State state = State.WAITING;

  Ticket(long id, Chunk chunk, OpenFile file, ChunkRequest wanted, long submitted) {
    this.id = id;
    this.chunk = chunk;
    this.file = file;
    this.wanted = wanted;
    this.submitted = submitted;
  }

  /** Which chunk this is. */
  public Chunk chunk() {
    return chunk;
  }

  /** Tells it from all others of its coordinator: they are counted from 0. */
  public long id() {
    return id;
  }

  /** What its plan depends on, beside the network. */
  ChunkRequest.Shape kind() {
    if (kind == null || !kind.isOf(wanted)) {
      kind = wanted.shape();
    }
    return kind;
  }

  /** Whether HDFS refused a datanode that was planned for it. */
  boolean isRefused() {
    return wait.odd != null && wait.odd.reason() == FallbackReason.INVALID_TARGETS;
  }

  /** Whether an ordinary chunk of its writer's waits instead of it ({@link Bounds}). */
  boolean isStoodInFor() {
    return wait.odd != null && !isRefused();
  }

  /** Whether an ordinary chunk holds the capacity that this one is to take when it is placed. */
  boolean holdsForAnother() {
    return isStoodInFor() && isInFlight();
  }

  boolean isInFlight() {
    return state == State.IN_FLIGHT;
  }

  /** What it takes of the network while it is in flight. */
  Lease lease() {
    return flight.lease;
  }

  /** How its wait has ended, if it is in flight. */
  Outcome outcome() {
    return isStoodInFor() && !isTurn() ? wait.odd : new Outcome.Granted(flight.nodes);
  }

  /**
   * From now on an ordinary chunk of its writer's waits instead of it: of three replicas, or of one
   * if that could never fit.
   *
   * @return whether there is one that it has not tried
   */
  boolean standIn(Outcome.Fallback why) {
    int replicas = isStoodInFor() ? 1 : Math.min(Bounds.ORDINARY_REPLICAS, wanted.replication());
    boolean isAnother = !isStoodInFor() || wanted.replication() > replicas;
    wait.odd = isStoodInFor() ? wait.odd : why;
    wanted = wanted.ordinary(replicas);
    return isAnother;
  }

  /** Its file, which is open as long as it waits or is in flight. */
  OpenFile file() {
    return file;
  }

  /**
   * Whether its client flushes and is done when it likes, as a log's. Whoever has said how much it
   * writes keeps no log: it may have flushed to learn that its first block is placed.
   */
  boolean isFlushedByLog() {
    return flight.isFlushed && !member().isOfAnnounced();
  }

  /** Whether it stands for a turn that is asked for, and nothing is written. */
  boolean isTurn() {
    return wanted.isTurn();
  }

  /** Whose it is. */
  Member member() {
    return file.member;
  }

  Writers.Writer writer() {
    return file.writer;
  }

  long submitted() {
    return submitted;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public String toString() {
    return "ticket " + id + " for chunk " + chunk.number() + " of " + chunk.path() + ", " + state;
  }
}
