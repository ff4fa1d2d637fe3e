package org.peacescheduler.client.checkpoint;

/**
 * How far an attempt to write a checkpoint is. Immutable.
 *
 * @param phase what it does
 * @param written bytes that the streams have taken
 * @param bytes of the snapshot; 0 before it is taken
 */
public record WriteProgress(Phase phase, long written, long bytes) {
  /** The phases, in their order. */
  public enum Phase {
    /** It waits for its turn; nothing is frozen. */
    WAITING,
    /** The snapshot is taken, or being written. */
    WRITING,
    /** All bytes are written, and the checkpoint is being published; it cannot be cancelled now. */
    PUBLISHING,
    /** It is over. */
    DONE
  }
}
