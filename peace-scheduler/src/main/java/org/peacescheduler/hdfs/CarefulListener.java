package org.peacescheduler.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps to Peace what goes wrong in Peace: some threads of the NameNode end it when a listener
 * throws. Capacity of which the word is lost comes back by time. Thread-safe.
 */
final class CarefulListener implements NewBlockListener {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulListener.class);

  private final NewBlockListener listener;

  CarefulListener(NewBlockListener listener) {
    this.listener = listener;
  }

  private static void carefully(Runnable word) {
    try {
      word.run();
    } catch (RuntimeException | Error e) {
      LOG.error("Peace could not take in what the NameNode said of a block", e);
    }
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
