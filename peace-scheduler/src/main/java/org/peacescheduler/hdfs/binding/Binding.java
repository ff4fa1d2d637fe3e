package org.peacescheduler.hdfs.binding;

import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.PeaceCall.Asked;

/**
 * What differs between NameNodes: a stock one tells nothing of the chunks that it places, so that
 * their ends are looked for; a patched one tells each.
 *
 * <p>Names no class of the patches, so that it can be loaded without them. Thread-safe.
 */
public interface Binding extends AutoCloseable {

  /** Whether ends are told. */
  boolean isPatched();

  /** The NameNode has started. */
  void attach(NameNode nameNode);

  /** Is told, through this policy, what becomes of blocks, if the NameNode tells. */
  void listenThrough(BlockPlacementPolicy policy);

  /** What the client of the call of this thread asks with; empty if the call is no client's. */
  Optional<Asked> asked();

  /** A call is about to submit its chunk. */
  void begins(Ask ask);

  /** A call waits from now on, without its handler. */
  void parked(Ask ask);

  /** HDFS accepts the nodes that a call's chunk was granted, and is about to make its block. */
  void accepted(Ask ask);

  /** The stock policy has placed the chunk of a call, which counts as load from now on. */
  void placed(Ask ask);

  /** Takes in what the NameNode has said so far. */
  void takeIn();

  /**
   * Looks for chunks that have ended, where that is not told.
   *
   * @param now on Peace's clock, in milliseconds
   */
  void look(long now);

  /** Looks for files whose calls wait and that take no more blocks, where that is not told. */
  void lookAtWaiting();

  /**
   * A NameNode tells of what begins from now on; what began before is in its block map. Finds that,
   * unless it has, and forgets all that was known.
   */
  void catchUp();

  /** Whether all that is in flight is known. */
  boolean isCaughtUp();

  /** Something may have happened of which nobody was told: to be found out anew. */
  void catchUpAgain();

  /** Forgets all blocks: somebody else looks after them now. */
  void forget();

  @Override
  void close();
}
