package org.peacescheduler.hdfs.patched;

import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.waiting.Wait;

/**
 * What a patched NameNode does for Peace and a stock one cannot: calls wait without a handler, and
 * every chunk's end is told.
 *
 * <p>Names no class of the patches, so that it can be loaded without them. Thread-safe.
 */
public interface PatchedBinding extends AutoCloseable {

  /** What is thrown to let the current call wait without its handler: not an error. */
  interface Parked {}

  /** The NameNode has started. */
  void attach(FSNamesystem namesystem);

  /** Is told, through this policy, what becomes of blocks. */
  void listenThrough(BlockPlacementPolicy policy);

  /** Which file the call of this thread is for, whatever its path; empty if HDFS does not say. */
  Optional<String> file();

  /** Who holds the lease of the file that the call of this thread is for, if HDFS says it. */
  Optional<String> leaseHolder();

  /** The wait that the call of this thread began when it ran before. */
  Optional<Wait> resumed();

  /**
   * Submits the chunk that the call of this thread asks for. If another call of the same client
   * asks for it already, this one takes its place.
   */
  Ticket submit(ChunkRequest request, Wait wait);

  /** HDFS accepts the nodes that the chunk was granted. */
  void accepted(Ticket ticket);

  /** The stock policy places the block that the call of this thread asks for. */
  void placed(ChunkRequest request, Ticket ticket);

  /** Whether the call of this thread may be parked. */
  boolean canPark();

  /** What to throw so that the call of this thread waits, and runs again when it has an outcome. */
  RuntimeException park(Wait wait);

  /** How many calls are parked. */
  int parked();

  /**
   * Wakes parked calls that should run already. Nobody but Peace would answer them, whatever it was
   * that went wrong.
   *
   * @param longestMillis how long a call may wait
   */
  void wakeOverdue(long longestMillis);

  /** Takes in what the NameNode has said so far. While calls are parked, that is done at once. */
  void takeIn();

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
