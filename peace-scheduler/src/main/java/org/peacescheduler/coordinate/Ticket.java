package org.peacescheduler.coordinate;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
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

  static final long UNCLAIMED = -1;

  private final long id;
  private final Chunk chunk;
  private final OpenFile file;
  private final long submitted;

  ChunkRequest wanted;

  /** What its plan depends on, as far as it has been asked for. */
  private ChunkRequest.Shape kind;

  /** Told how its wait ends; null if nobody is to be told. */
  Consumer<Outcome> callback;

  State state = State.WAITING;

  boolean deferralSaid;

  /** Whether it was under way before the scheduler knew of it, nobody knows for how long. */
  boolean found;

  /** Whether a part of it may have been written before its lease began. */
  boolean isPartWritten;

  /**
   * Why it cannot be planned as its client asks: HDFS refused a datanode of its plan, or it goes
   * over a bound; null if it can.
   */
  Outcome.Fallback odd;

  /** Why it need not wait any more, if that was seen of what barred it; null if it was not. */
  Exemption passes;

  /** Whether Peace does not schedule it, and it goes at once, whoever waits. */
  boolean isUnscheduled;

  /** Hosts that its client could not write to when it last had a pipeline for it. */
  Set<String> failed = Set.of();

  /** Those that want the same, with which it waits; null if nobody waits for it. */
  WaitingShape shape;

  /** What it was taken to have when it was asked for, in bytes. */
  long askedBytes;

  /** What it claims of its links' time, in bytes; {@link #UNCLAIMED} before its first lease. */
  long claimedBytes = UNCLAIMED;

  /** What it turned out to have, in bytes; 0 if that is not known. */
  long writtenBytes;

  /** Whether HDFS has said what it turned out to have. */
  boolean isMeasured;

  /** Whether its client has flushed what it had written by then. */
  boolean isFlushed;

  /** Whether it is a log's chunk, and takes nothing of its links. */
  boolean rests;

  /** Whether it has been written, as far as that is known. */
  boolean isWritten;

  /** Whether it is in flight since all are let in. */
  boolean isCrowding;

  long granted;
  List<String> nodes = List.of();

  /** What it takes of the network while it is in flight. */
  Lease lease;

  /** On how many servers it was to follow the chunk before it. */
  int led;

  /** The how manieth it is of those that follow each other over the same servers. */
  int inRow;

  /** Which datanodes of its pipeline are known to have their replica. */
  BitSet replicas = new BitSet();

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
    return odd != null && odd.reason() == FallbackReason.INVALID_TARGETS;
  }

  /** Whether an ordinary chunk of its writer's waits instead of it ({@link Bounds}). */
  boolean isStoodInFor() {
    return odd != null && !isRefused();
  }

  /** Whether an ordinary chunk holds the capacity that this one is to take when it is placed. */
  boolean holdsForAnother() {
    return isStoodInFor() && state == State.IN_FLIGHT;
  }

  /** How its wait has ended, if it is in flight. */
  Outcome outcome() {
    return isStoodInFor() && !isTurn() ? odd : new Outcome.Granted(nodes);
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
    odd = isStoodInFor() ? odd : why;
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
    return isFlushed && !member().isOfAnnounced();
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

  /** What it has, or is taken to have, in bytes. */
  long bytes() {
    return writtenBytes > 0 ? writtenBytes : askedBytes;
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
