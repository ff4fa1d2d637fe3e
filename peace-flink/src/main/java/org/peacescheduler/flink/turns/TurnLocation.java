package org.peacescheduler.flink.turns;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.runtime.state.CheckpointMetadataOutputStream;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStorageLocation;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * Where a checkpoint goes in the job manager, which tells when it is complete: Flink writes {@code
 * _metadata} last. As thread-safe as the location behind it.
 *
 * @param completed is run when it is complete
 * @param failed is run when it has failed
 */
record TurnLocation(CheckpointStorageLocation location, Runnable completed, Runnable failed)
    implements CheckpointStorageLocation {
  @Override
  public CheckpointMetadataOutputStream createMetadataOutputStream() throws IOException {
    return new Metadata(location.createMetadataOutputStream(), completed);
  }

  @Override
  public void disposeOnFailure() throws IOException {
    failed.run();
    location.disposeOnFailure();
  }

  @Override
  public CheckpointStorageLocationReference getLocationReference() {
    return location.getLocationReference();
  }

  @Override
  public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope)
      throws IOException {
    return location.createCheckpointStateOutputStream(scope);
  }

  @Override
  public boolean canFastDuplicate(StreamStateHandle handle, CheckpointedStateScope scope)
      throws IOException {
    return location.canFastDuplicate(handle, scope);
  }

  @Override
  public List<StreamStateHandle> duplicate(
      List<StreamStateHandle> handles, CheckpointedStateScope scope) throws IOException {
    return location.duplicate(handles, scope);
  }

  @Override
  public void reusePreviousStateHandle(Collection<? extends StreamStateHandle> handles) {
    location.reusePreviousStateHandle(handles);
  }

  @Override
  public boolean couldReuseStateHandle(StreamStateHandle handle) {
    return location.couldReuseStateHandle(handle);
  }

  private static final class Metadata extends CheckpointMetadataOutputStream {
    private final CheckpointMetadataOutputStream out;
    private final Runnable completed;

    Metadata(CheckpointMetadataOutputStream out, Runnable completed) {
      this.out = out;
      this.completed = completed;
    }

    @Override
    public CompletedCheckpointStorageLocation closeAndFinalizeCheckpoint() throws IOException {
      CompletedCheckpointStorageLocation complete = out.closeAndFinalizeCheckpoint();
      completed.run();
      return complete;
    }

    @Override
    public void write(int oneByte) throws IOException {
      out.write(oneByte);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
    }

    @Override
    public long getPos() throws IOException {
      return out.getPos();
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void sync() throws IOException {
      out.sync();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
