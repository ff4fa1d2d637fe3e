package org.peacescheduler.coordinate;

import java.util.BitSet;
import java.util.List;

/**
 * A chunk on its way through the network: where it goes, and what has been seen of it. Confined to
 * the coordinator's lock.
 */
final class Flight {
  /** When it was let in, in milliseconds. */
  long granted;

  /** The datanodes of its pipeline, in its order; empty before it is in flight. */
  List<String> nodes = List.of();

  /** What it takes of the network while it is in flight. */
  Lease lease;

  /** Which datanodes of its pipeline are known to have their replica. */
  BitSet replicas = new BitSet();

  /** On how many servers it was to follow the chunk before it. */
  int led;

  /** The how manieth it is of those that follow each other over the same servers. */
  int inRow;

  /** Whether it was under way before the scheduler knew of it, nobody knows for how long. */
  boolean found;

  /** Whether a part of it may have been written before its lease began. */
  boolean isPartWritten;

  /** Whether its client has flushed what it had written by then. */
  boolean isFlushed;

  /** Whether it is a log's chunk, and takes nothing of its links. */
  boolean rests;

  /** Whether it has been written, as far as that is known. */
  boolean isWritten;

  /** Whether it is in flight since all are let in. */
  boolean isCrowding;

  /** It goes to these datanodes now, and none of them has its replica yet. */
  void goesTo(List<String> pipeline) {
    nodes = List.copyOf(pipeline);
    replicas = new BitSet();
  }
}
