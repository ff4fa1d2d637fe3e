package org.peacescheduler.client.checkpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** An attempt to write a checkpoint, which goes on in the background. Thread-safe. */
public interface CheckpointWrite {
  /** How far it is. */
  WriteProgress progress();

  /**
   * Ends the attempt. A wait for the turn ends at once, a wait of HDFS when the NameNode has
   * deleted the file.
   *
   * @return false if it is being published, or over; its outcome says which
   */
  boolean cancel();

  /** Waits for the end. */
  WriteOutcome await() throws InterruptedException;

  /** Waits for the end at most so long; empty if it has not come. */
  Optional<WriteOutcome> await(Duration longest) throws InterruptedException;

  /** Tells the end, when nothing of a failed attempt is left, or cannot be removed now. */
  CompletionStage<WriteOutcome> outcome();
}
