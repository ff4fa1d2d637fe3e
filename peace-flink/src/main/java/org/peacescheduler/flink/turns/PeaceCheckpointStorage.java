package org.peacescheduler.flink.turns;

import java.io.IOException;
import java.io.Serializable;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.peacescheduler.client.Turns;

/**
 * Another checkpoint storage, whose checkpoints begin in their turn. Immutable.
 *
 * <p>Cost: none before the first checkpoint, and none in task managers.
 */
public final class PeaceCheckpointStorage implements CheckpointStorage {
  private static final long serialVersionUID = 1;

  private final CheckpointStorage storage;
  private final TurnOptions options;
  private final TurnsSource turns;

  /** Where turns come from, once they are needed. */
  interface TurnsSource extends Supplier<Turns>, Serializable {}

  PeaceCheckpointStorage(CheckpointStorage storage, TurnOptions options, TurnsSource turns) {
    this.storage = storage;
    this.options = options;
    this.turns = turns;
  }

  @Override
  public CompletedCheckpointStorageLocation resolveCheckpoint(String pointer) throws IOException {
    return storage.resolveCheckpoint(pointer);
  }

  @Override
  public CheckpointStorageAccess createCheckpointStorage(JobID job) throws IOException {
    TurnFigures figures = TurnFigures.of(job);
    TurnGate gate = new TurnGate(job, options, turns, figures, System::currentTimeMillis);
    return new GatedStorage(storage.createCheckpointStorage(job), gate, figures, System::nanoTime);
  }
}
