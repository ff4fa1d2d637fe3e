package org.peacescheduler.client;

import java.io.IOException;
import java.time.Duration;

/**
 * A request that could not even be asked; who awaits it is told. Immutable.
 *
 * @param reason why
 */
record Failed(IOException reason) implements PendingTurn {
  @Override
  public Turn await(Duration longest) throws IOException {
    throw new IOException(reason.getMessage(), reason);
  }

  @Override
  public void cancel() {
    // Nothing waits.
  }
}
