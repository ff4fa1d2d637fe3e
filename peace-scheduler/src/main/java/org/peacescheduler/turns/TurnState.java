package org.peacescheduler.turns;

/** How far a request for a turn is. */
public enum TurnState {
  /** It waits. */
  QUEUED,
  /** The asker may take its snapshot. */
  TURN,
  /** The snapshot is taken, or its first chunk was asked for. */
  WRITING,
  /** The asker has said that all is written. */
  DONE,
  /** The asker has cancelled, or is gone. */
  CANCELLED,
  /** It has waited until its deadline, or missed its turn too often. */
  EXPIRED,
  /** The answer to who does not want to wait; nothing of it was kept. */
  LATER;

  /** Whether nothing comes after it. */
  public boolean isOver() {
    return this != QUEUED && this != TURN && this != WRITING;
  }
}
