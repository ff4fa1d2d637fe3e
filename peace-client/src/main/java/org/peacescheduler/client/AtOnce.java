package org.peacescheduler.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * The way of file systems without turns: it is always everybody's turn. Thread-safe.
 *
 * <p>Cost: none.
 */
final class AtOnce implements PendingTurn {
  private volatile boolean cancelled;

  /**
   * A turn that asks nothing of anybody.
   *
   * @param inTime false if another way was tried, until its time was over
   */
  record Free(boolean inTime, Duration waited) implements Turn {
    @Override
    public Way way() {
      return Way.AT_ONCE;
    }

    @Override
    public void confirm(long bytes) {
      // Nobody counts on it.
    }

    @Override
    public Optional<FSDataOutputStream> takeStream() {
      return Optional.empty();
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  /** For any request. */
  AtOnce(Request request) {}

  @Override
  public Turn await(Duration longest) {
    if (cancelled) {
      throw new CancellationException("The request for a turn was cancelled.");
    }
    return new Free(true, Duration.ZERO);
  }

  @Override
  public void cancel() {
    cancelled = true;
  }
}
