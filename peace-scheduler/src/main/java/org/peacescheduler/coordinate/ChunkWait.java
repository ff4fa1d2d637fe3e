package org.peacescheduler.coordinate;

import java.util.Set;

/** How a chunk waits, and why it may not. Confined to the coordinator's lock. */
final class ChunkWait {
  boolean isDeferralSaid;

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
}
