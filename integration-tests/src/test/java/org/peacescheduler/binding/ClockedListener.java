package org.peacescheduler.binding;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;

/**
 * Passes everything on to Peace, and takes the time of two kinds of words.
 *
 * <p>A class of its own, which no test hands to a NameNode itself: so tests can be looked for where
 * the NameNode has no such listener.
 */
final class ClockedListener implements NewBlockListener {
  private final NewBlockListener peace;
  private volatile CompletableFuture<Long> replica = new CompletableFuture<>();
  private volatile CompletableFuture<Long> allocated = new CompletableFuture<>();

  private ClockedListener(NewBlockListener peace) {
    this.peace = peace;
  }

  /** Listens from now on in place of Peace. */
  static ClockedListener of(BlockPlacementPolicy policy) {
    ClockedListener listener = new ClockedListener(policy.getNewBlockListener());
    policy.setNewBlockListener(listener);
    return listener;
  }

  void reset() {
    replica = new CompletableFuture<>();
    allocated = new CompletableFuture<>();
  }

  /** From the first replica's report to the first allocation since the last reset. */
  double millisFromReportToGrant() throws Exception {
    return (allocated.get() - replica.get()) / 1e6;
  }

  @Override
  public void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
    replica.complete(System.nanoTime());
    peace.replicaReceived(block, storage);
  }

  @Override
  public void replicaBegun(BlockInfo block, DatanodeStorageInfo storage) {
    peace.replicaBegun(block, storage);
  }

  @Override
  public void blockAllocated(
      NewBlockRequest request, BlockInfo block, DatanodeStorageInfo[] targets) {
    allocated.complete(System.nanoTime());
    peace.blockAllocated(request, block, targets);
  }

  @Override
  public void allocationFailed(NewBlockRequest request) {
    peace.allocationFailed(request);
  }

  @Override
  public void blockCompleted(BlockInfo block) {
    peace.blockCompleted(block);
  }

  @Override
  public void blockAbandoned(BlockInfo block) {
    peace.blockAbandoned(block);
  }

  @Override
  public void blockRemoved(BlockInfo block) {
    peace.blockRemoved(block);
  }

  @Override
  public void pipelineUpdated(BlockInfo block, DatanodeStorageInfo[] targets) {
    peace.pipelineUpdated(block, targets);
  }

  @Override
  public void copiesOrdered(
      BlockInfo block, DatanodeDescriptor[] sources, DatanodeStorageInfo[] targets) {
    peace.copiesOrdered(block, sources, targets);
  }

  @Override
  public void copiesGivenUp(BlockInfo block) {
    peace.copiesGivenUp(block);
  }

  @Override
  public void fileEnded(long fileId) {
    peace.fileEnded(fileId);
  }
}
