package org.peacescheduler.client.checkpoint;

import java.io.IOException;

/** Freezes the state of a unit, when the unit's turn has come. Called once, by one thread. */
@FunctionalInterface
public interface SnapshotSource {
  /**
   * Freezes the state and returns at once.
   *
   * @throws IOException if there can be no snapshot now; the checkpoint fails with it
   */
  Snapshot take() throws IOException;
}
