package org.peacescheduler.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * A request that waits for its turn.
 *
 * <p>It ends by {@link #await} or by {@link #cancel}, whichever is first; after either nothing
 * waits any more, and after {@code cancel} nothing is left on the file system.
 *
 * <p>Thread-safe: one thread awaits, any thread cancels.
 */
public interface PendingTurn {
  /**
   * Waits for the turn. To be called once.
   *
   * <p>When the time is over the request is cancelled, and what is returned is a turn that nobody
   * gave: {@link Turn#inTime} is false. The writer may go all the same, as on stock HDFS.
   *
   * @param longest how long at most; zero asks whether it is the turn already
   * @throws IOException if this writer could not write either: no right to write below the prefix,
   *     a prefix that is a file, a full quota. The request is cancelled then
   * @throws InterruptedException if this thread is interrupted. The request is cancelled then
   * @throws CancellationException after {@link #cancel}
   */
  Turn await(Duration longest) throws IOException, InterruptedException;

  /** Ends the wait. Without effect once {@link #await} has returned a turn. */
  void cancel();
}
