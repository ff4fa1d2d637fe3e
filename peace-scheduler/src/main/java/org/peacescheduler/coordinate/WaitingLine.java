package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.WaitingShape.Place;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;

/**
 * The chunks that wait, in the order of their groups, and who is to be tried when an edge becomes
 * free.
 *
 * <p>Goals, in order: whose share is owed a part of an edge first ({@link Guarantees}); the first
 * group in the order first; in it the member first whose own link takes longest, and of each member
 * what was asked for first; work that does not grow with the number that wait. Chunks that want the
 * same are one {@link WaitingShape}: of them only the first is tried. Where a shape that did not
 * fit waits, {@link ShapePlaces} says. Shares to which a part is guaranteed have a lane each, all
 * others one together.
 *
 * <p>Of a shape, each member's chunks are a queue, and these are in order. So a group that moves in
 * the order moves a queue for each host, not its chunks.
 *
 * <p>What concerns all that wait is done in slices, a few with each event: {@link
 * QueueRows#MOVED_AN_EVENT} queues of groups that moved in the order, {@value #READIED_AN_EVENT}
 * shapes when datanodes or the network are others.
 *
 * <p>Example: 20,000 chunks of 2,000 servers whose own links are full: when a chunk ends, one shape
 * is tried, that of its writer. Confined to the coordinator's lock.
 */
final class WaitingLine {
  /** Each of them is planned, which takes some 10 microseconds. */
  static final int READIED_AN_EVENT = 32;

  private static final int[] NO_EDGES = {};

  final ByNumber tickets = new ByNumber();
  final Map<Share, Lane> lanes = new LinkedHashMap<>();
  final Kinds kinds = new Kinds();
  final ShapePlaces places = new ShapePlaces();
  final QueueRows queues = new QueueRows(shape -> places.settle(shape, shape.place));

  /** All shapes, those first that have been readied for the oldest epoch. */
  final Set<WaitingShape> byEpoch = new LinkedHashSet<>();

  private final Guarantees guarantees;
  private int epoch;
  private boolean anyFreed;

  WaitingLine(Guarantees guarantees) {
    this.guarantees = guarantees;
  }

  /** To be told of what stands elsewhere in the order. */
  Groups.Listener queues() {
    return queues;
  }

  int size() {
    return tickets.size();
  }

  boolean isEmpty() {
    return tickets.size() == 0;
  }

  /** Those that have waited longest, the oldest first. */
  List<Ticket> oldest(int most) {
    return tickets.oldest(most);
  }

  /** Whether one more may wait: its user has not too many kinds of chunks that do. */
  boolean mayAdd(Ticket ticket) {
    Lane lane = lanes.get(ticket.member().group().share());
    return ticket.wait.odd != null
        || (lane != null && lane.shapes.containsKey(ticket.kind()))
        || kinds.isRoomFor(ticket.wanted);
  }

  /**
   * One waits from now on.
   *
   * @return whether others that want the same did not fit and are before it
   */
  boolean add(Ticket ticket) {
    tickets.add(ticket);
    Lane lane = lanes.computeIfAbsent(ticket.member().group().share(), this::lane);
    WaitingShape shape = lane.shapes.get(ticket.kind());
    if (shape == null) {
      // Neither HDFS's refusals nor ordinary chunks are of the client's choice.
      shape =
          new WaitingShape(
              lane, ticket.kind(), ticket.wait.odd != null ? null : kinds.add(ticket.wanted));
      shape.epoch = epoch;
      lane.shapes.put(ticket.kind(), shape);
      byEpoch.add(shape);
    }
    ticket.wait.shape = shape;
    boolean isBehind = shape.place == Place.BARRED || shape.place == Place.OPEN;
    queues.queue(ticket.member(), shape).tickets.add(ticket);
    places.settle(shape, isBehind ? shape.place : Place.READY);
    return isBehind;
  }

  private Lane lane(Share share) {
    return new Lane(share, guarantees.of(share));
  }

  /** One waits no more, if it ever did. */
  void remove(Ticket ticket) {
    if (tickets.remove(ticket)) {
      leaveShape(ticket);
    }
  }

  private void leaveShape(Ticket ticket) {
    WaitingShape shape = ticket.wait.shape;
    if (shape == null) {
      return;
    }
    ticket.wait.shape = null;
    MemberQueue queue = shape.queues.get(ticket.member());
    queue.tickets.remove(ticket);
    if (queue.tickets.isEmpty()) {
      queues.end(queue);
    }
    if (shape.queues.isEmpty()) {
      places.remove(shape);
      byEpoch.remove(shape);
      if (shape.kind != null) {
        kinds.remove(shape.kind);
      }
      shape.lane.shapes.remove(shape.wanted);
      if (shape.lane.shapes.isEmpty()) {
        lanes.remove(shape.lane.share);
      }
    } else {
      places.settle(shape, shape.place);
    }
  }

  /** A shape did not fit, as {@link ShapePlaces#bar} says. */
  void bar(WaitingShape shape, int[] bars, int[] numbers, boolean areAll) {
    places.bar(shape, bars, numbers, areAll);
  }

  /** Other parts are guaranteed from now on. */
  void guarantee(Shares shares) {
    guarantees.set(shares);
    lanes.values().forEach(lane -> lane.account = guarantees.of(lane.share));
    for (WaitingShape shape : byEpoch) {
      if (shape.lane.account != null) {
        shape.lane.account.wait(places.bars(shape), 1);
      }
    }
    freeAll();
  }

  /** Full edges of the network of now that bar one that waits, as far as they are known. */
  int[] bars(Ticket ticket) {
    return ticket.wait.shape == null ? NO_EDGES : places.bars(ticket.wait.shape);
  }

  /** An edge is full no more. */
  void free(int number) {
    anyFreed = true;
    places.free(number);
  }

  /** An edge may be full no more for those that wait for it by this number. */
  void look(int number) {
    places.free(number);
  }

  /** Other hosts have a datanode: all are to be tried, bit by bit ({@link #readyMore}). */
  void freeAll() {
    anyFreed = true;
    epoch++;
  }

  /** The network is another one: all are to be tried, and what they wait at is nothing. */
  void beginAnew() {
    places.beginAnew();
    guarantees.forget();
    freeAll();
  }

  /**
   * Readies some of those that are to be tried since datanodes or network are others, if few are
   * ready; to be called with each event.
   *
   * @return whether any are left
   */
  boolean readyMore() {
    while (!byEpoch.isEmpty()) {
      WaitingShape oldest = byEpoch.iterator().next();
      if (oldest.epoch == epoch) {
        return false;
      }
      if (places.ready() >= READIED_AN_EVENT) {
        return true;
      }
      byEpoch.remove(oldest);
      byEpoch.add(oldest);
      oldest.epoch = epoch;
      oldest.isFeasible = false;
      places.move(oldest, Place.READY);
    }
    return false;
  }

  /** Who fits may not have been found, for there are only so many tries. */
  void lookAgain() {
    anyFreed = true;
  }

  /** Whether anything has become free since this was asked last. */
  boolean takeFreed() {
    boolean any = anyFreed;
    anyFreed = false;
    return any;
  }

  /** Readies shapes of which not all bars are known, of each guaranteed share one at least. */
  void tryOpen() {
    places.tryOpen();
    for (Share share : guarantees.shares()) {
      Lane lane = lanes.get(share);
      if (lane != null) {
        places.tryOpen(lane);
      }
    }
  }

  /** As {@link ShapePlaces#tryMoreOpen}. */
  void tryMoreOpen() {
    places.tryMoreOpen();
  }

  /** As {@link QueueRows#moveMore}. */
  boolean moveMore() {
    return queues.moveMore();
  }

  /** Whether {@link #next} may have somebody to be tried. */
  boolean isAnyToBeTried() {
    return places.isAnyToBeTried();
  }

  /** The next shape to be tried, as {@link ShapePlaces#next} says; null if there is none. */
  WaitingShape next(IntPredicate isFree, ToDoubleFunction<Group> standing) {
    return places.next(isFree, standing);
  }
}
