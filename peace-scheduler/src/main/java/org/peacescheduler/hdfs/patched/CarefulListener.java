package org.peacescheduler.hdfs.patched;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.peacescheduler.hdfs.telemetry.FaultLog;

/**
 * Keeps to Peace what goes wrong in Peace: some threads of the NameNode end it when a listener
 * throws. Capacity of which the word is lost comes back by time. Thread-safe.
 */
final class CarefulListener implements NewBlockListener {
  private final NewBlockListener listener;
  private final FaultLog faults;

  CarefulListener(NewBlockListener listener, FaultLog faults) {
    this.listener = listener;
    this.faults = faults;
  }

  private void carefully(Runnable word) {
    faults.guard("take in what the NameNode said of a block", word);
  }

  @Override
  public void blockAllocated(
      NewBlockRequest request, BlockInfo block, DatanodeStorageInfo[] targets) {
    carefully(() -> listener.blockAllocated(request, block, targets));
  }

  @Override
  public void allocationFailed(NewBlockRequest request) {
    carefully(() -> listener.allocationFailed(request));
  }

  @Override
  public void replicaBegun(BlockInfo block, DatanodeStorageInfo storage) {
    carefully(() -> listener.replicaBegun(block, storage));
  }

  @Override
  public void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
    carefully(() -> listener.replicaReceived(block, storage));
  }

  @Override
  public void blockCompleted(BlockInfo block) {
    carefully(() -> listener.blockCompleted(block));
  }

  @Override
  public void blockFlushed(BlockInfo block) {
    carefully(() -> listener.blockFlushed(block));
  }

  @Override
  public void blockAbandoned(BlockInfo block) {
    carefully(() -> listener.blockAbandoned(block));
  }

  @Override
  public void blockRemoved(BlockInfo block) {
    carefully(() -> listener.blockRemoved(block));
  }

  @Override
  public void pipelineUpdated(BlockInfo block, DatanodeStorageInfo[] targets) {
    carefully(() -> listener.pipelineUpdated(block, targets));
  }

  @Override
  public void copiesOrdered(
      BlockInfo block, DatanodeDescriptor[] sources, DatanodeStorageInfo[] targets) {
    carefully(() -> listener.copiesOrdered(block, sources, targets));
  }

  @Override
  public void copiesGivenUp(BlockInfo block) {
    carefully(() -> listener.copiesGivenUp(block));
  }

  @Override
  public void fileEnded(long fileId) {
    carefully(() -> listener.fileEnded(fileId));
  }
}
