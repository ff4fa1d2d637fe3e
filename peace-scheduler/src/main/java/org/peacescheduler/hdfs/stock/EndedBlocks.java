package org.peacescheduler.hdfs.stock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Remembered;
import org.peacescheduler.coordinate.Ticket;

/**
 * The blocks of chunks that ended when their file asked for its next one, until HDFS has them
 * complete and says how long they are.
 *
 * <p>What a client says of a block's length is not believed: a rate is learnt from what datanodes
 * have reported. HDFS has checked that the block before is the file's own.
 *
 * <p>Example: file 7 asks for the block after block 41, so 41's chunk has ended. A few milliseconds
 * later 41 is complete with 5 MB, and the coordinator learns that its chunk had 5 MB.
 *
 * <p>What is kept: {@value #MOST} blocks, for {@value #KEPT_MILLIS} ms, and the last chunk of
 * {@value #MOST} open files. Cost: a look-up a block and look, of {@value #A_LOOK} blocks at most,
 * with the namespace's read lock. Thread-safe.
 */
final class EndedBlocks {
  static final int MOST = 4_096;
  static final int A_LOOK = 200;
  static final long KEPT_MILLIS = 60_000;

  private final FSNamesystem namesystem;
  private final Coordinator coordinator;
  private final Queue<Ended> ended = new ArrayDeque<>();

  /** The last chunk of each open file. */
  private final Map<Long, Ticket> latest = Remembered.byUse(MOST);

  /** A chunk whose block is to be complete soon. */
  private record Ended(Ticket ticket, long block, long since) {}

  /** A block that is complete. */
  private record Complete(Ticket ticket, long bytes) {}

  EndedBlocks(FSNamesystem namesystem, Coordinator coordinator) {
    this.namesystem = namesystem;
    this.coordinator = coordinator;
  }

  /** A file has a chunk, of which a block is about to be made. */
  synchronized void begins(long file, Ticket ticket) {
    if (file != 0) {
      latest.put(file, ticket);
    }
  }

  /** A file is closed or gone. */
  synchronized void ends(long file) {
    latest.remove(file);
  }

  /**
   * A file asks for its next block.
   *
   * @param before the id of the last one; 0 if there is none
   */
  synchronized void asks(long file, long before, long now) {
    Ticket ticket = latest.remove(file);
    if (ticket != null && before != 0) {
      ended.add(new Ended(ticket, before, now));
      if (ended.size() > MOST) {
        ended.remove();
      }
    }
  }

  /** Tells the coordinator of the lengths that are known by now. */
  void look(long now) {
    List<Ended> some = take();
    if (some.isEmpty()) {
      return;
    }
    List<Complete> complete = new ArrayList<>();
    List<Ended> others = new ArrayList<>();
    namesystem.readLock();
    try {
      for (Ended each : some) {
        BlockInfo block = namesystem.getBlockManager().getStoredBlock(new Block(each.block()));
        if (block != null && block.isComplete()) {
          complete.add(new Complete(each.ticket(), block.getNumBytes()));
        } else if (block != null && now - each.since() < KEPT_MILLIS) {
          others.add(each);
        }
      }
    } finally {
      namesystem.readUnlock("peaceEndedBlocks");
    }
    keep(others);
    complete.forEach(each -> coordinator.learnt(each.ticket(), each.bytes()));
  }

  private synchronized List<Ended> take() {
    List<Ended> some = new ArrayList<>();
    while (some.size() < A_LOOK && !ended.isEmpty()) {
      some.add(ended.remove());
    }
    return some;
  }

  private synchronized void keep(List<Ended> others) {
    ended.addAll(others);
  }
}
