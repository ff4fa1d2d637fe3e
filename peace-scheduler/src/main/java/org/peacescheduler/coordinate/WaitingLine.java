package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Member;
import org.peacescheduler.coordinate.order.Share;

/**
 * The chunks that wait, in the order of their groups, and who is to be tried when an edge becomes
 * free.
 *
 * <p>Goals, in order: whose share is owed a part of an edge first ({@link Guarantees}); the first
 * group in the order first; in it the member first whose own link takes longest, and of each member
 * what was asked for first; work that does not grow with the number that wait. Chunks that want the
 * same are one {@link Shape}: of them only the first is tried. A shape that did not fit waits at
 * the full edges that bar it, and is not looked at before one of them is free. Where it is not
 * known that these are all that bar it, it is tried in turn with others of which that is not known:
 * all of them if they are few, some of them otherwise. Shares to which a part is guaranteed have a
 * lane each, all others one together.
 *
 * <p>Of a shape, each member's chunks are a queue, and these are in order. So a group that moves in
 * the order moves a queue for each host, not its chunks.
 *
 * <p>Example: 20,000 chunks of 2,000 servers whose own links are full: when a chunk ends, one shape
 * is tried, that of its writer. Confined to the coordinator's lock.
 */
final class WaitingLine implements Groups.Listener {
  /** So many shapes of which not all bars are known are tried each time. */
  private static final int FEW = 16;

  /** Of more than a few, so many are tried when something becomes free. */
  private static final int SOME = 2;

  private static final Comparator<Ticket> BY_AGE = (a, b) -> Long.compare(a.id(), b.id());

  /** The chunks of one member that want the same. */
  private static final class Queue {
    final Member member;
    final Shape shape;
    final TreeSet<Ticket> tickets = new TreeSet<>(BY_AGE);
    final long group;

    // As the indexes know them.
    double rank;
    double ownSeconds;

    Queue(Member member, Shape shape) {
      this.member = member;
      this.shape = shape;
      this.group = member.group().number();
      look();
    }

    static int inOrder(Queue a, Queue b) {
      int order = Double.compare(a.rank, b.rank);
      order = order == 0 ? Long.compare(a.group, b.group) : order;
      order = order == 0 ? Double.compare(b.ownSeconds, a.ownSeconds) : order;
      return order == 0 ? Integer.compare(a.member.number(), b.member.number()) : order;
    }

    final void look() {
      rank = member.group().rank();
      ownSeconds = member.ownSeconds();
    }
  }

  /** The chunks that want the same. */
  static final class Shape {
    private final Lane lane;
    private final ChunkRequest.Shape wanted;
    private final Map<Member, Queue> queues = new HashMap<>();
    private final TreeSet<Queue> inOrder = new TreeSet<>(Queue::inOrder);

    /** Where it is in the indexes. */
    private Turn turn;

    /** Whether it is known to fit into an idle network. */
    boolean isFeasible;

    private int[] bars = new int[0];
    private Place place = Place.NOWHERE;

    Shape(Lane lane, ChunkRequest.Shape wanted) {
      this.lane = lane;
      this.wanted = wanted;
    }

    /** Whose turn it is. */
    Ticket first() {
      return inOrder.first().tickets.first();
    }

    Group group() {
      return inOrder.first().member.group();
    }

    /** Full edges that bar it, as far as they are known. */
    int[] bars() {
      return bars;
    }
  }

  /**
   * Where a shape stands: its first chunk's place in the order, as it was when it was put there.
   */
  private record Turn(double rank, long group, double ownSeconds, int member, long id)
      implements Comparable<Turn> {
    static Turn of(Shape shape) {
      Queue queue = shape.inOrder.first();
      return new Turn(
          queue.rank,
          queue.group,
          queue.ownSeconds,
          queue.member.number(),
          queue.tickets.first().id());
    }

    @Override
    public int compareTo(Turn other) {
      int order = Double.compare(rank, other.rank);
      order = order == 0 ? Long.compare(group, other.group) : order;
      order = order == 0 ? Double.compare(other.ownSeconds, ownSeconds) : order;
      order = order == 0 ? Integer.compare(member, other.member) : order;
      return order == 0 ? Long.compare(id, other.id) : order;
    }
  }

  /** The shapes of one share. */
  private static final class Lane {
    final Share share;

    /** Null if nothing is guaranteed. */
    final Guarantees.Account account;

    final Map<ChunkRequest.Shape, Shape> shapes = new HashMap<>();
    final NavigableSet<Shape> ready = inTurn();
    final NavigableSet<Shape> open = inTurn();
    final Map<Integer, NavigableSet<Shape>> barredAt = new HashMap<>();

    /** Behind whose turn to go on trying; null to begin with the first. */
    Turn lastTried;

    /** Whose turn it is of those that can be tried; null outside of {@link #next}. */
    Shape candidate;

    Lane(Share share, Guarantees.Account account) {
      this.share = share;
      this.account = account;
    }

    /** The first one that waits at an edge where any does. */
    Shape first(int edge) {
      return barredAt.get(edge).first();
    }

    void setBars(Shape shape, int[] bars) {
      if (account != null) {
        account.wait(shape.bars, -1);
        account.wait(bars, 1);
      }
      shape.bars = bars;
    }

    Shape nextOpen() {
      Shape probe = new Shape(this, null);
      probe.turn = lastTried;
      Shape next = lastTried == null ? null : open.higher(probe);
      return next == null ? open.first() : next;
    }
  }

  private enum Place {
    NOWHERE,
    READY,
    BARRED,
    OPEN
  }

  private final Set<Ticket> tickets = new LinkedHashSet<>();
  private final Map<Share, Lane> lanes = new LinkedHashMap<>();
  private final Map<Group, Set<Queue>> ofGroup = new HashMap<>();
  private final Map<Member, Set<Queue>> ofMember = new HashMap<>();
  private final Set<Integer> freed = new LinkedHashSet<>();

  /** The lanes of which shapes are ready, and those of which shapes wait at an edge. */
  private final Set<Lane> ready = new LinkedHashSet<>();

  private final Map<Integer, Set<Lane>> waitingAt = new HashMap<>();

  private final Guarantees guarantees;

  /** Counts lanes by turns. */
  private int nextLane;

  private boolean anyFreed;

  WaitingLine(Guarantees guarantees) {
    this.guarantees = guarantees;
  }

  private static NavigableSet<Shape> inTurn() {
    return new TreeSet<>((a, b) -> a.turn.compareTo(b.turn));
  }

  /** All that wait, the one first that has waited longest. */
  Collection<Ticket> tickets() {
    return Collections.unmodifiableSet(tickets);
  }

  /**
   * One waits from now on.
   *
   * @return whether others that want the same did not fit and are before it
   */
  boolean add(Ticket ticket) {
    tickets.add(ticket);
    Lane lane = lanes.computeIfAbsent(ticket.member().group().share(), this::lane);
    Shape shape = lane.shapes.computeIfAbsent(ticket.kind(), wanted -> new Shape(lane, wanted));
    ticket.shape = shape;
    boolean isBehind = shape.place == Place.BARRED || shape.place == Place.OPEN;
    Queue queue = shape.queues.computeIfAbsent(ticket.member(), key -> begin(key, shape));
    queue.tickets.add(ticket);
    settle(shape, isBehind ? shape.place : Place.READY);
    return isBehind;
  }

  private Lane lane(Share share) {
    return new Lane(share, guarantees.of(share));
  }

  private Queue begin(Member member, Shape shape) {
    Queue queue = new Queue(member, shape);
    shape.inOrder.add(queue);
    ofGroup.computeIfAbsent(member.group(), key -> new LinkedHashSet<>()).add(queue);
    ofMember.computeIfAbsent(member, key -> new LinkedHashSet<>()).add(queue);
    return queue;
  }

  /** One waits no more, if it ever did. */
  void remove(Ticket ticket) {
    if (tickets.remove(ticket)) {
      leaveShape(ticket);
    }
  }

  private void leaveShape(Ticket ticket) {
    Shape shape = ticket.shape;
    if (shape == null) {
      return;
    }
    ticket.shape = null;
    Queue queue = shape.queues.get(ticket.member());
    queue.tickets.remove(ticket);
    if (queue.tickets.isEmpty()) {
      end(queue);
    }
    if (shape.queues.isEmpty()) {
      move(shape, Place.NOWHERE);
      shape.lane.setBars(shape, new int[0]);
      shape.lane.shapes.remove(shape.wanted);
      if (shape.lane.shapes.isEmpty()) {
        lanes.remove(shape.lane.share);
      }
    } else {
      settle(shape, shape.place);
    }
  }

  private void end(Queue queue) {
    queue.shape.queues.remove(queue.member);
    queue.shape.inOrder.remove(queue);
    remove(queue, ofGroup, queue.member.group());
    remove(queue, ofMember, queue.member);
  }

  private static <K> void remove(Queue queue, Map<K, Set<Queue>> from, K key) {
    Set<Queue> queues = from.get(key);
    queues.remove(queue);
    if (queues.isEmpty()) {
      from.remove(key);
    }
  }

  @Override
  public void moved(Group group) {
    ofGroup.getOrDefault(group, Set.of()).forEach(this::move);
  }

  @Override
  public void moved(Member member) {
    ofMember.getOrDefault(member, Set.of()).forEach(this::move);
  }

  private void move(Queue queue) {
    Shape shape = queue.shape;
    shape.inOrder.remove(queue);
    queue.look();
    shape.inOrder.add(queue);
    settle(shape, shape.place);
  }

  /** Other chunks of a shape wait than before: its first may be another one. */
  private void settle(Shape shape, Place place) {
    if (shape.place != place || !Turn.of(shape).equals(shape.turn)) {
      move(shape, place);
    }
  }

  private void move(Shape shape, Place to) {
    Lane lane = shape.lane;
    switch (shape.place) {
      case READY -> {
        lane.ready.remove(shape);
        if (lane.ready.isEmpty()) {
          ready.remove(lane);
        }
      }
      case OPEN -> lane.open.remove(shape);
      case BARRED -> {
        for (int edge : shape.bars) {
          leaveEdge(shape, edge);
        }
      }
      default -> {}
    }
    shape.place = to;
    if (to == Place.NOWHERE) {
      return;
    }
    shape.turn = Turn.of(shape);
    switch (to) {
      case READY -> {
        lane.ready.add(shape);
        ready.add(lane);
      }
      case OPEN -> lane.open.add(shape);
      case BARRED -> {
        for (int edge : shape.bars) {
          waitAt(shape, edge);
        }
      }
      default -> {}
    }
  }

  private void waitAt(Shape shape, int edge) {
    Lane lane = shape.lane;
    NavigableSet<Shape> there = lane.barredAt.get(edge);
    if (there == null) {
      there = inTurn();
      lane.barredAt.put(edge, there);
      waitingAt.computeIfAbsent(edge, key -> new LinkedHashSet<>()).add(lane);
    }
    there.add(shape);
  }

  private void leaveEdge(Shape shape, int edge) {
    Lane lane = shape.lane;
    NavigableSet<Shape> there = lane.barredAt.get(edge);
    there.remove(shape);
    if (there.isEmpty()) {
      lane.barredAt.remove(edge);
      Set<Lane> lanesThere = waitingAt.get(edge);
      lanesThere.remove(lane);
      if (lanesThere.isEmpty()) {
        waitingAt.remove(edge);
      }
    }
  }

  /**
   * A shape did not fit.
   *
   * @param bars full edges, of which one at least has to become free
   * @param areAll whether it is known that there are no other edges of which that is true
   */
  void bar(Shape shape, int[] bars, boolean areAll) {
    move(shape, Place.NOWHERE);
    shape.lane.setBars(shape, bars);
    move(shape, areAll && bars.length > 0 ? Place.BARRED : Place.OPEN);
  }

  /** An edge is full no more. */
  void free(int edge) {
    anyFreed = true;
    if (waitingAt.containsKey(edge)) {
      freed.add(edge);
    }
  }

  /** The network or its hosts are others: everybody is to be tried. */
  void freeAll() {
    anyFreed = true;
    freed.clear();
    for (Lane lane : lanes.values()) {
      for (Shape shape : lane.shapes.values()) {
        move(shape, Place.READY);
        shape.bars = new int[0];
        shape.isFeasible = false;
      }
    }
    guarantees.forget();
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

  /** Readies shapes of which not all bars are known: all if they are few. */
  void tryOpen() {
    int open = lanes.values().stream().mapToInt(lane -> lane.open.size()).sum();
    tryOpen(open <= FEW ? open : SOME);
    for (Share share : guarantees.shares()) {
      Lane lane = lanes.get(share);
      if (lane != null) {
        tryOpen(lane);
      }
    }
  }

  /** As {@link #tryOpen()}, more of them: to be called now and then, whatever becomes free. */
  void tryMoreOpen() {
    tryOpen(FEW);
  }

  /** Those of each share in turn, and the shares by turns. */
  private void tryOpen(int tries) {
    List<Lane> all = new ArrayList<>(lanes.values());
    int left = tries;
    for (int idle = 0; left > 0 && idle < all.size(); nextLane++) {
      Lane lane = all.get(Math.floorMod(nextLane, all.size()));
      idle = lane.open.isEmpty() ? idle + 1 : 0;
      left -= lane.open.isEmpty() ? 0 : 1;
      tryOpen(lane);
    }
  }

  private void tryOpen(Lane lane) {
    if (!lane.open.isEmpty()) {
      Shape next = lane.nextOpen();
      lane.lastTried = next.turn;
      move(next, Place.READY);
    }
    if (lane.open.isEmpty()) {
      lane.lastTried = null;
    }
  }

  /**
   * The next shape to be tried: the first one that is owed an edge, or else the first of all; null
   * if there is none. Who asks either grants its first chunk ({@link #remove}) or says that it does
   * not fit ({@link #bar}).
   *
   * @param isFree whether an edge is not full
   * @param standing where groups stand among those of all shares
   */
  Shape next(IntPredicate isFree, ToDoubleFunction<Group> standing) {
    freed.removeIf(edge -> !waitingAt.containsKey(edge) || !isFree.test(edge));
    if (ready.isEmpty() && freed.isEmpty()) {
      return null;
    }
    Shape owed = null;
    List<Lane> contenders = new ArrayList<>();
    for (Lane lane : ready) {
      Shape shape = lane.ready.first();
      contend(shape, contenders);
      boolean isOwed = lane.account != null && lane.account.isOwedAny(shape.bars);
      owed = isOwed ? earlier(owed, shape) : owed;
    }
    for (int edge : freed) {
      for (Lane lane : waitingAt.get(edge)) {
        Shape shape = lane.first(edge);
        contend(shape, contenders);
        boolean isOwed = lane.account != null && lane.account.isOwed(edge);
        owed = isOwed ? earlier(owed, shape) : owed;
      }
    }
    Shape first = first(contenders, standing);
    contenders.forEach(lane -> lane.candidate = null);
    return owed == null ? first : owed;
  }

  private static void contend(Shape shape, List<Lane> contenders) {
    Lane lane = shape.lane;
    if (lane.candidate == null) {
      contenders.add(lane);
    }
    lane.candidate = earlier(lane.candidate, shape);
  }

  /** Of the candidates of some lanes, the one whose group stands before the others'. */
  private static Shape first(List<Lane> contenders, ToDoubleFunction<Group> standing) {
    Shape first = null;
    double least = 0;
    for (Lane lane : contenders) {
      Shape own = lane.candidate;
      double stands = contenders.size() == 1 ? 0 : standing.applyAsDouble(own.group());
      if (first == null || stands < least || (stands == least && isOlder(own, first))) {
        first = own;
        least = stands;
      }
    }
    return first;
  }

  private static boolean isOlder(Shape a, Shape b) {
    return a.group().number() < b.group().number();
  }

  /** Whose turn is before the other's; either may be null. */
  private static Shape earlier(Shape a, Shape b) {
    return a == null || (b != null && b.turn.compareTo(a.turn) < 0) ? b : a;
  }

  /** Whether the indexes say what is true of those that wait. */
  boolean balances() {
    List<Shape> shapes =
        lanes.values().stream().flatMap(lane -> lane.shapes.values().stream()).toList();
    int inShapes =
        shapes.stream()
            .flatMap(shape -> shape.queues.values().stream())
            .mapToInt(queue -> queue.tickets.size())
            .sum();
    return inShapes == tickets.size()
        && shapes.stream().allMatch(this::isIndexed)
        && all(ofGroup).equals(asQueues(shapes))
        && all(ofMember).equals(asQueues(shapes))
        && areLanesIndexed();
  }

  private boolean areLanesIndexed() {
    Map<Integer, Set<Lane>> there = new HashMap<>();
    Set<Lane> withReady = new LinkedHashSet<>();
    for (Lane lane : lanes.values()) {
      lane.barredAt.keySet().forEach(e -> there.computeIfAbsent(e, k -> new HashSet<>()).add(lane));
      if (!lane.ready.isEmpty()) {
        withReady.add(lane);
      }
    }
    return there.equals(waitingAt) && withReady.equals(ready);
  }

  private static Set<Queue> asQueues(List<Shape> shapes) {
    return shapes.stream().flatMap(shape -> shape.inOrder.stream()).collect(Collectors.toSet());
  }

  private static Set<Queue> all(Map<?, Set<Queue>> queues) {
    return queues.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  private boolean isIndexed(Shape shape) {
    Lane lane = shape.lane;
    boolean isThere =
        switch (shape.place) {
          case READY -> lane.ready.contains(shape);
          case OPEN -> lane.open.contains(shape);
          case BARRED ->
              IntStream.of(shape.bars).allMatch(e -> lane.barredAt.get(e).contains(shape));
          default -> false;
        };
    return isThere
        && shape.turn.equals(Turn.of(shape))
        && shape.inOrder.containsAll(shape.queues.values())
        && shape.queues.values().stream()
            .allMatch(
                queue ->
                    queue.rank == queue.member.group().rank()
                        && queue.ownSeconds == queue.member.ownSeconds());
  }
}
