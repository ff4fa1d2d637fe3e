package org.peacescheduler.hdfs.patched;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Copy;
import org.peacescheduler.coordinate.Ticket;

/**
 * The blocks that count as load, from the allocation to the end of each, and the copies of blocks.
 *
 * <p>Goals, in order: no capacity lost and none given back twice, whatever the end of a block; a
 * look-up for each word, since the NameNode holds its lock.
 *
 * <p>Each word is looked up at once and told to the coordinator later, in order ({@link Events}). A
 * block that ends is forgotten at once, so that only the first of its ends is told; the end of a
 * file is its latest block's.
 *
 * <p>Example: block 41 of file 7 has ticket 3. Datanode a has received it: ticket 3's hop to a is
 * free. It is complete: ticket 3 is done. File 7 is closed: ticket 3 is released, which has no
 * effect any more, except that the file is known to have ended.
 *
 * <p>Bound: a number for each block under way and for the latest of each open file, and the copies
 * that HDFS has ordered; lengths are those of the NameNode's block map.
 *
 * <p>Thread-safe.
 */
final class BlockTracker {
  private final Coordinator coordinator;
  private final Events events;
  private final LongPredicate isAsking;
  private final Map<Long, Placed> blocks = new ConcurrentHashMap<>();
  private final Map<Long, Placed> latestOfFile = new ConcurrentHashMap<>();
  private final Map<Long, Set<Copy>> copies = new ConcurrentHashMap<>();

  /** Blocks that were under way before; datanodes tell their pipelines bit by bit. */
  private final Set<Long> found = ConcurrentHashMap.newKeySet();

  /**
   * A block that counts as load. Its ticket is for entries of {@link Events} only: that of a block
   * of which nobody has asked Peace is drawn by one.
   */
  private static final class Placed {
    private Optional<Ticket> ticket;

    Placed(Optional<Ticket> ticket) {
      this.ticket = ticket;
    }
  }

  /**
   * Nothing counts yet.
   *
   * @param isAsking whether a file's writer asks for its next block
   */
  BlockTracker(Coordinator coordinator, Events events, LongPredicate isAsking) {
    this.coordinator = coordinator;
    this.events = events;
    this.isAsking = isAsking;
  }

  /** A chunk that Peace knows has become a block. */
  void allocated(long block, long file, Ticket ticket) {
    place(block, file, new Placed(Optional.of(ticket)));
  }

  private Placed place(long block, long file, Placed placed) {
    blocks.put(block, placed);
    latestOfFile.put(file, placed);
    return placed;
  }

  /**
   * A block is written of which nobody has asked Peace: an append, or one begun elsewhere.
   *
   * @param count counts it as load
   */
  void appeared(long block, long file, Supplier<Ticket> count) {
    Placed placed = place(block, file, new Placed(Optional.empty()));
    events.say(
        () -> {
          // Else it has ended already, or is forgotten, or its writer is at the next one.
          if (blocks.get(block) == placed
              && latestOfFile.get(file) == placed
              && !isAsking.test(file)) {
            placed.ticket = Optional.of(count.get());
          }
        });
  }

  /**
   * A block is under way that was begun before Peace was told; it may be found again, with more
   * datanodes that have reported it.
   *
   * @return whether this is the first time: then it has {@link #appeared}
   */
  boolean found(long block) {
    return found.add(block);
  }

  /**
   * What is known by now of a block that was found.
   *
   * @param nodes its pipeline
   * @param there the datanodes that have all of it
   */
  void seen(long block, List<String> nodes, List<String> there) {
    Placed placed = blocks.get(block);
    if (placed != null) { // Else all is forgotten, in this moment.
      say(placed, ticket -> coordinator.seen(ticket, nodes));
      there.forEach(node -> say(placed, ticket -> coordinator.replicaDone(ticket, node)));
    }
  }

  /** Whether a block counts that was not merely found: all that becomes of it is told. */
  boolean isFollowed(long block) {
    return blocks.containsKey(block) && !found.contains(block);
  }

  /** Whether a block, or a copy of it, counts. */
  boolean isKnown(long block) {
    return blocks.containsKey(block) || copies.containsKey(block);
  }

  /** How many blocks count. */
  int size() {
    return blocks.size();
  }

  /** A datanode has all of a block. */
  void received(long block, String node) {
    Placed placed = blocks.get(block);
    if (placed != null) {
      say(placed, ticket -> coordinator.replicaDone(ticket, node));
    }
    endCopies(block, copy -> copy.to().equals(node));
  }

  /**
   * A block has another pipeline from now on.
   *
   * @return false if it does not count
   */
  boolean rerouted(long block, List<String> nodes) {
    found.remove(block);
    Placed placed = blocks.get(block);
    if (placed == null) {
      return false;
    }
    say(placed, ticket -> coordinator.reroute(ticket, nodes));
    return true;
  }

  /** Its client has flushed a block, and may go on writing to it. */
  void flushed(long block) {
    Placed placed = blocks.get(block);
    if (placed != null) {
      say(placed, coordinator::flushed);
    }
  }

  /** A block is written. */
  void completed(long block, long bytes) {
    end(block, ticket -> coordinator.done(ticket, false, bytes));
  }

  /** A block will not be written. */
  void released(long block, String reason) {
    end(block, ticket -> coordinator.release(ticket, reason, false));
  }

  private void end(long block, Consumer<Ticket> how) {
    found.remove(block);
    Placed placed = blocks.remove(block);
    if (placed != null) {
      say(placed, how);
    }
  }

  /** A file is closed or gone. */
  void fileEnded(long file) {
    Placed placed = latestOfFile.remove(file);
    if (placed != null) {
      say(placed, ticket -> coordinator.release(ticket, "file-gone", true));
    }
  }

  /** Tells the coordinator about a block that counts, in turn. */
  private void say(Placed placed, Consumer<Ticket> what) {
    events.say(() -> placed.ticket.ifPresent(what));
  }

  /** HDFS has ordered copies of a block: load from now on. */
  void copiesOrdered(long block, Set<Copy> ordered) {
    copies.merge(
        block,
        ordered,
        (before, more) -> {
          Set<Copy> all = new LinkedHashSet<>(before);
          all.addAll(more);
          return all;
        });
    ordered.forEach(copy -> events.say(() -> coordinator.copyOrdered(copy)));
  }

  /** No copies of a block are to be expected any more. */
  void copiesGivenUp(long block) {
    endCopies(block, copy -> true);
  }

  private void endCopies(long block, Predicate<Copy> which) {
    copies.computeIfPresent(
        block,
        (id, ordered) -> {
          Set<Copy> left = new LinkedHashSet<>();
          for (Copy copy : ordered) {
            if (which.test(copy)) {
              events.say(() -> coordinator.copyEnded(copy));
            } else {
              left.add(copy);
            }
          }
          return left.isEmpty() ? null : left;
        });
  }

  /** Nothing counts any more; what it was counted for is the coordinator's business. */
  void clear() {
    found.clear();
    blocks.clear();
    latestOfFile.clear();
    copies.clear();
  }
}
