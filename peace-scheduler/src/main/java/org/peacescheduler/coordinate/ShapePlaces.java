package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.WaitingShape.Place;
import org.peacescheduler.coordinate.order.Group;

/**
 * Where each shape of chunks waits, and which one is to be tried next.
 *
 * <p>A shape is ready to be tried; or it is barred by full edges, and is not looked at before one
 * of them is free; or it is open: not all that bars it is known. Open ones are tried in turn, all
 * of them if they are few, some of them otherwise. Of many shares that wait, {@value
 * #MOST_CONTENDERS} contend at a time, by turns.
 *
 * <p>Example: 20,000 chunks of 2,000 servers whose own links are full: when a chunk ends, one shape
 * is tried, that of its writer. Cost: the logarithm of the shapes, for each that moves. Confined to
 * the coordinator's lock.
 */
final class ShapePlaces {
  /** So many shapes of which not all bars are known are tried each time. */
  private static final int FEW = 16;

  /** Of more than a few, so many are tried when something becomes free. */
  private static final int SOME = 2;

  /** To find out where a share stands takes a fifth of a microsecond. */
  static final int MOST_CONTENDERS = 64;

  private static final int[] NO_EDGES = {};

  /** The lanes of which shapes are ready, and those of which shapes are tried in turn. */
  final Set<Lane> ready = new LinkedHashSet<>();

  final Set<Lane> open = new LinkedHashSet<>();
  int shapesReady;
  int shapesOpen;

  FullEdges edges = new FullEdges();

  /** Which network the edges are of. */
  int network;

  private final List<Lane> contenders = new ArrayList<>();

  /** How many are ready to be tried. */
  int ready() {
    return shapesReady;
  }

  /** Other chunks of a shape wait than before: its first may be another one. */
  void settle(WaitingShape shape, Place place) {
    if (shape.place != place || !ShapeTurn.of(shape).equals(shape.turn)) {
      move(shape, place);
    }
  }

  /** It waits there from now on; nowhere if it waits no more. */
  void move(WaitingShape shape, Place place) {
    leave(shape);
    // Edges of another network say nothing.
    boolean isOfAnother = place == Place.BARRED && shape.barrier.network != network;
    shape.place = isOfAnother ? Place.READY : place;
    if (place != Place.NOWHERE) {
      shape.turn = ShapeTurn.of(shape);
      shape.group = shape.inOrder.first().member.group();
      enter(shape);
    }
  }

  private void leave(WaitingShape shape) {
    Lane lane = shape.lane;
    switch (shape.place) {
      case READY -> {
        shapesReady--;
        lane.ready.remove(shape.turn);
        if (lane.ready.isEmpty()) {
          ready.remove(lane);
        }
      }
      case OPEN -> {
        shapesOpen--;
        lane.open.remove(shape.turn);
        if (lane.open.isEmpty()) {
          open.remove(lane);
        }
      }
      case BARRED -> {
        for (FullEdges.Spot spot : shape.barrier.spots) {
          spot.remove(shape);
        }
      }
      default -> {}
    }
  }

  private void enter(WaitingShape shape) {
    Lane lane = shape.lane;
    switch (shape.place) {
      case READY -> {
        shapesReady++;
        lane.ready.put(shape.turn, shape);
        ready.add(lane);
      }
      case OPEN -> {
        shapesOpen++;
        lane.open.put(shape.turn, shape);
        open.add(lane);
      }
      case BARRED -> {
        shape.barrier.spots = new FullEdges.Spot[shape.barrier.numbers.length];
        for (int i = 0; i < shape.barrier.numbers.length; i++) {
          shape.barrier.spots[i] = edges.spot(lane, shape.barrier.numbers[i]);
          shape.barrier.spots[i].add(shape);
        }
      }
      default -> {}
    }
  }

  /**
   * A shape did not fit.
   *
   * @param bars full edges, of which one at least has to become free
   * @param numbers by which it waits for them
   * @param areAll whether it is known that there are no other edges of which that is true
   */
  void bar(WaitingShape shape, int[] bars, int[] numbers, boolean areAll) {
    move(shape, Place.NOWHERE);
    setBars(shape, bars);
    shape.barrier.numbers = numbers;
    move(shape, areAll && bars.length > 0 ? Place.BARRED : Place.OPEN);
  }

  /** These bar it from now on, in its share's account, too. */
  private void setBars(WaitingShape shape, int[] bars) {
    Guarantees.Account account = shape.lane.account;
    if (account != null) {
      account.wait(bars(shape), -1);
      account.wait(bars, 1);
    }
    shape.barrier.edges = bars;
    shape.barrier.network = network;
  }

  /** Nobody waits for what it wants any more. */
  void remove(WaitingShape shape) {
    move(shape, Place.NOWHERE);
    setBars(shape, NO_EDGES);
  }

  /** Full edges of the network of now that bar it, as far as they are known. */
  int[] bars(WaitingShape shape) {
    return shape.barrier.network == network ? shape.barrier.edges : NO_EDGES;
  }

  /** An edge is full no more. */
  void free(int number) {
    edges.free(number);
  }

  /** The network is another one: what they wait at is nothing. */
  void beginAnew() {
    network++;
    edges = new FullEdges();
  }

  /** Readies shapes of which not all bars are known: all if they are few. */
  void tryOpen() {
    tryOpen(shapesOpen <= FEW ? shapesOpen : SOME);
  }

  /** As {@link #tryOpen()}, more of them: to be called now and then, whatever becomes free. */
  void tryMoreOpen() {
    tryOpen(FEW);
  }

  /** Those of each share in turn, and the shares by turns. */
  private void tryOpen(int tries) {
    for (int left = tries; left > 0 && !open.isEmpty(); left--) {
      Lane lane = open.iterator().next();
      open.remove(lane);
      tryOpen(lane);
      if (!lane.open.isEmpty()) {
        open.add(lane);
      }
    }
  }

  /** Readies the next one of a lane, if there is any. */
  void tryOpen(Lane lane) {
    if (!lane.open.isEmpty()) {
      WaitingShape next = lane.nextOpen();
      lane.lastTried = next.turn;
      move(next, Place.READY);
    }
    if (lane.open.isEmpty()) {
      lane.lastTried = null;
    }
  }

  /** Whether {@link #next} may have somebody to be tried. */
  boolean isAnyToBeTried() {
    return !ready.isEmpty() || edges.isAnyFreed();
  }

  /**
   * The next shape to be tried: the first one that is owed an edge, or else the first of all; null
   * if there is none. Who asks either grants its first chunk ({@link WaitingLine#remove}) or says
   * that it does not fit ({@link #bar}).
   *
   * @param isFree whether an edge is not full
   * @param standing where groups stand among those of all shares
   */
  WaitingShape next(IntPredicate isFree, ToDoubleFunction<Group> standing) {
    edges.dropWhatIsFullAgain(isFree);
    if (!isAnyToBeTried()) {
      return null;
    }
    WaitingShape owed = null;
    for (Lane lane : ready) {
      if (contenders.size() >= MOST_CONTENDERS) {
        break;
      }
      owed = contend(lane.ready.firstEntry().getValue(), owed);
    }
    for (FullEdges.Edge edge : edges.freed()) {
      int most = edge.beginTurn(MOST_CONTENDERS - contenders.size());
      for (int i = 0; i < most; i++) {
        owed = contend(edge.nextInTurn(), owed);
      }
    }
    WaitingShape first = first(standing);
    contenders.forEach(lane -> lane.candidate = null);
    contenders.clear();
    return owed == null ? first : owed;
  }

  private static boolean isOwed(WaitingShape shape) {
    Guarantees.Account account = shape.lane.account;
    return account != null && account.isOwedAny(shape.barrier.edges);
  }

  /** It may be the next one of its lane; who is the first one that is owed an edge now. */
  private WaitingShape contend(WaitingShape shape, WaitingShape owed) {
    Lane lane = shape.lane;
    if (lane.candidate == null) {
      contenders.add(lane);
    }
    lane.candidate = earlier(lane.candidate, shape);
    return isOwed(shape) ? earlier(owed, shape) : owed;
  }

  /** Of the candidates of some lanes, the one whose group stands before the others'. */
  private WaitingShape first(ToDoubleFunction<Group> standing) {
    WaitingShape first = null;
    double least = 0;
    for (Lane lane : contenders) {
      WaitingShape own = lane.candidate;
      double stands = contenders.size() == 1 ? 0 : standing.applyAsDouble(own.group);
      if (first == null || stands < least || (stands == least && isOlder(own, first))) {
        first = own;
        least = stands;
      }
    }
    return first;
  }

  private static boolean isOlder(WaitingShape a, WaitingShape b) {
    return a.group.number() < b.group.number();
  }

  /** Whose turn is before the other's; either may be null. */
  static WaitingShape earlier(WaitingShape a, WaitingShape b) {
    return a == null || (b != null && b.turn.compareTo(a.turn) < 0) ? b : a;
  }
}
