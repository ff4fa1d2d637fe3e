package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.net.Node;

/**
 * Peace's policy, which lets a test do something while a call of addBlock holds no lock: between
 * its checks and the choice of targets.
 */
public final class PolicyWithAPause extends BlockPlacementPolicyPeace {
  /** What to do in the next pause; only once. */
  public static final AtomicReference<Runnable> NEXT_PAUSE = new AtomicReference<>();

  /** How often a placement was asked for. */
  public static final AtomicInteger ASKED = new AtomicInteger();

  @Override
  DatanodeStorageInfo[] chooseTarget(
      String src,
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      List<DatanodeDescriptor> favoredNodes,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    ASKED.incrementAndGet();
    Runnable pause = NEXT_PAUSE.getAndSet(null);
    if (pause != null) {
      pause.run();
    }
    return super.chooseTarget(
        src, numOfReplicas, writer, excludedNodes, blocksize, favoredNodes, storagePolicy, flags);
  }
}
