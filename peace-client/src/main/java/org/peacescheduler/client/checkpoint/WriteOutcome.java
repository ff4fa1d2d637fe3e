package org.peacescheduler.client.checkpoint;

import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.client.Turn;

/** How an attempt to write a checkpoint ended. Immutable. */
public sealed interface WriteOutcome {
  /**
   * The checkpoint is there for readers, whole.
   *
   * @param directory where it is
   * @param bytes of the snapshot
   * @param way how the turn was got
   * @param inTime whether the turn came in time; if not, the writer went without one
   * @param waited for the turn
   * @param frozen from the turn, when the snapshot was taken, until it was closed
   * @param written from the turn until the checkpoint was published
   */
  record Published(
      Path directory,
      long bytes,
      Turn.Way way,
      boolean inTime,
      Duration waited,
      Duration frozen,
      Duration written)
      implements WriteOutcome {}

  /**
   * Another attempt has published this checkpoint before. Nothing of this attempt is left.
   *
   * @param directory where the other one's checkpoint is
   * @param winner the other attempt
   */
  record Lost(Path directory, String winner) implements WriteOutcome {}

  /** It was cancelled before it was published. */
  record Cancelled() implements WriteOutcome {}

  /**
   * It is not published, as far as this writer can tell.
   *
   * <p>One case is not certain: the connection broke while the NameNode published, and stayed
   * broken when the writer looked. The next attempt with the same number then ends as {@link Lost}.
   *
   * @param cause what went wrong
   */
  record Failed(Exception cause) implements WriteOutcome {}
}
