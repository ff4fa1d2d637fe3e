package org.peacescheduler.flink.turns;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.flink.runtime.checkpoint.filemerging.FileMergingSnapshotManager;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStateToolset;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CheckpointStorageLocation;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointStorageWorkerView;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.peacescheduler.client.Turn;

/**
 * A job's checkpoint storage, which waits for a turn before a checkpoint begins. Savepoints do not
 * wait: somebody waits for them.
 *
 * <p>As thread-safe as the storage behind it.
 */
final class GatedStorage implements CheckpointStorageAccess {
  private final CheckpointStorageAccess storage;
  private final TurnGate gate;
  private final TurnFigures figures;
  private final LongSupplier nanos;

  GatedStorage(
      CheckpointStorageAccess storage, TurnGate gate, TurnFigures figures, LongSupplier nanos) {
    this.storage = storage;
    this.gate = gate;
    this.figures = figures;
    this.nanos = nanos;
  }

  @Override
  public CheckpointStorageLocation initializeLocationForCheckpoint(long checkpoint)
      throws IOException {
    Optional<Turn> turn = gate.pass(checkpoint);
    long began = nanos.getAsLong();
    boolean located = false;
    try {
      CheckpointStorageLocation location = storage.initializeLocationForCheckpoint(checkpoint);
      located = true;
      return new TurnLocation(
          location,
          () -> {
            figures.completed(Duration.ofNanos(nanos.getAsLong() - began));
            turn.ifPresent(Turn::close);
          },
          () -> turn.ifPresent(Turn::close));
    } finally {
      if (!located) {
        turn.ifPresent(Turn::close);
      }
    }
  }

  @Override
  public CheckpointStorageLocation initializeLocationForSavepoint(long checkpoint, String location)
      throws IOException {
    return storage.initializeLocationForSavepoint(checkpoint, location);
  }

  @Override
  public boolean supportsHighlyAvailableStorage() {
    return storage.supportsHighlyAvailableStorage();
  }

  @Override
  public boolean hasDefaultSavepointLocation() {
    return storage.hasDefaultSavepointLocation();
  }

  @Override
  public CompletedCheckpointStorageLocation resolveCheckpoint(String pointer) throws IOException {
    return storage.resolveCheckpoint(pointer);
  }

  @Override
  public void initializeBaseLocationsForCheckpoint() throws IOException {
    storage.initializeBaseLocationsForCheckpoint();
  }

  @Override
  public CheckpointStreamFactory resolveCheckpointStorageLocation(
      long checkpoint, CheckpointStorageLocationReference reference) throws IOException {
    return storage.resolveCheckpointStorageLocation(checkpoint, reference);
  }

  @Override
  public CheckpointStateOutputStream createTaskOwnedStateStream() throws IOException {
    return storage.createTaskOwnedStateStream();
  }

  @Override
  public CheckpointStateToolset createTaskOwnedCheckpointStateToolset() {
    return storage.createTaskOwnedCheckpointStateToolset();
  }

  @Override
  public CheckpointStorageWorkerView toFileMergingStorage(
      FileMergingSnapshotManager manager, Environment environment) throws IOException {
    return storage.toFileMergingStorage(manager, environment);
  }
}
