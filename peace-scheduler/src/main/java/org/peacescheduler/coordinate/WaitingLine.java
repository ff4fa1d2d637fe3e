package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Member;

/**
 * The chunks that wait, in the order of their groups, and who is to be tried when an edge becomes
 * free.
 *
 * <p>Goals, in order: the first group in the order first; in it the member first whose own link
 * takes longest, and of each member what was asked for first; work that does not grow with the
 * number that wait. Chunks that want the same are one {@link Shape}: of them only the first is
 * tried. A shape that did not fit waits at the full edges that bar it, and is not looked at before
 * one of them is free. Where it is not known that these are all that bar it, it is tried in turn
 * with others of which that is not known: all of them if they are few, some of them otherwise.
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

  /** The chunks that want the same and that somebody waits for. */
  static final class Shape {
    private final ChunkRequest.Shape wanted;
    private final Map<Member, Queue> queues = new HashMap<>();
    private final TreeSet<Queue> inOrder = new TreeSet<>(Queue::inOrder);

    /** Where it is in the indexes. */
    private Turn turn;

    /** Whether it is known to fit into an idle network. */
    boolean isFeasible;

    /** Whether its first replica had a place when it was found not to fit. */
    boolean isBehindOwn;

    private int[] bars = new int[0];
    private Place place = Place.NOWHERE;

    Shape(ChunkRequest.Shape wanted) {
      this.wanted = wanted;
    }

    /** Whose turn it is. */
    Ticket first() {
      return inOrder.first().tickets.first();
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

  private enum Place {
    NOWHERE,
    READY,
    BARRED,
    OPEN
  }

  private final Set<Ticket> tickets = new LinkedHashSet<>();
  private final Set<Ticket> away = new LinkedHashSet<>();
  private final Map<ChunkRequest.Shape, Shape> shapes = new HashMap<>();
  private final Map<Group, Set<Queue>> ofGroup = new HashMap<>();
  private final Map<Member, Set<Queue>> ofMember = new HashMap<>();
  private final NavigableSet<Shape> ready = inTurn();
  private final NavigableSet<Shape> open = inTurn();

  /** By the edge; null where nobody waits. */
  private final List<NavigableSet<Shape>> barredAt = new ArrayList<>();

  private final Set<Integer> freed = new LinkedHashSet<>();

  /** Behind whose turn to go on trying; null to begin with the first. */
  private Turn lastTried;

  private boolean anyFreed;

  private static NavigableSet<Shape> inTurn() {
    return new TreeSet<>((a, b) -> a.turn.compareTo(b.turn));
  }

  /** All that wait, the one first that has waited longest. */
  Collection<Ticket> tickets() {
    return Collections.unmodifiableSet(tickets);
  }

  /** Whether there are any of whom nobody knows whether somebody waits for them. */
  boolean isAnybodyAway() {
    return !away.isEmpty();
  }

  /** Those whose clients were told to ask again, in the order of their groups. */
  List<Ticket> away() {
    List<Ticket> inOrder = new ArrayList<>(away);
    inOrder.sort(
        Comparator.<Ticket>comparingDouble(ticket -> ticket.member().group().rank())
            .thenComparingLong(ticket -> ticket.member().group().number())
            .thenComparing(BY_AGE));
    return inOrder;
  }

  /**
   * One waits from now on, and somebody for it.
   *
   * @return whether others that want the same did not fit and are before it
   */
  boolean add(Ticket ticket) {
    tickets.add(ticket);
    away.remove(ticket);
    Shape shape = shapes.computeIfAbsent(ticket.kind(), Shape::new);
    ticket.shape = shape;
    boolean isBehind = shape.place == Place.BARRED || shape.place == Place.OPEN;
    Queue queue = shape.queues.computeIfAbsent(ticket.member(), key -> begin(key, shape));
    queue.tickets.add(ticket);
    settle(shape, isBehind ? shape.place : Place.READY);
    return isBehind;
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
      away.remove(ticket);
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
      shapes.remove(shape.wanted);
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

  /** Nobody waits for it for a while; it keeps its place. */
  void sendAway(Ticket ticket) {
    leaveShape(ticket);
    away.add(ticket);
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
    switch (shape.place) {
      case READY -> ready.remove(shape);
      case OPEN -> open.remove(shape);
      case BARRED -> {
        for (int edge : shape.bars) {
          NavigableSet<Shape> there = barredAt.get(edge);
          there.remove(shape);
          if (there.isEmpty()) {
            barredAt.set(edge, null);
          }
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
      case READY -> ready.add(shape);
      case OPEN -> open.add(shape);
      case BARRED -> {
        for (int edge : shape.bars) {
          beginAt(edge).add(shape);
        }
      }
      default -> {}
    }
  }

  private NavigableSet<Shape> beginAt(int edge) {
    while (barredAt.size() <= edge) {
      barredAt.add(null);
    }
    NavigableSet<Shape> there = barredAt.get(edge);
    if (there == null) {
      there = inTurn();
      barredAt.set(edge, there);
    }
    return there;
  }

  private NavigableSet<Shape> barredAt(int edge) {
    return edge < barredAt.size() ? barredAt.get(edge) : null;
  }

  /**
   * A shape did not fit.
   *
   * @param bars full edges, of which one at least has to become free
   * @param areAll whether it is known that there are no other edges of which that is true
   */
  void bar(Shape shape, int[] bars, boolean areAll) {
    move(shape, Place.NOWHERE);
    shape.bars = bars;
    move(shape, areAll && bars.length > 0 ? Place.BARRED : Place.OPEN);
  }

  /** An edge is full no more. */
  void free(int edge) {
    anyFreed = true;
    if (barredAt(edge) != null) {
      freed.add(edge);
    }
  }

  /** The network or its hosts are others: everybody is to be tried. */
  void freeAll() {
    anyFreed = true;
    freed.clear();
    for (Shape shape : shapes.values()) {
      move(shape, Place.READY);
      shape.isFeasible = false;
    }
  }

  /** All that are barred behind their writers' own servers are to be tried, full edges or not. */
  void readyBehindOwn() {
    shapes.values().stream().filter(s -> s.isBehindOwn).forEach(s -> move(s, Place.READY));
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
    int tries = open.size() <= FEW ? open.size() : SOME;
    tryOpen(tries);
  }

  /** As {@link #tryOpen()}, more of them: to be called now and then, whatever becomes free. */
  void tryMoreOpen() {
    tryOpen(FEW);
  }

  private void tryOpen(int tries) {
    for (int i = 0; i < tries && !open.isEmpty(); i++) {
      Shape next = lastTried == null ? open.first() : behind(lastTried);
      lastTried = open.size() == 1 ? null : next.turn;
      move(next, Place.READY);
    }
    if (open.isEmpty()) {
      lastTried = null;
    }
  }

  private Shape behind(Turn last) {
    Shape probe = new Shape(null);
    probe.turn = last;
    Shape next = open.higher(probe);
    return next == null ? open.first() : next;
  }

  /**
   * The next shape to be tried, in order; null if there is none. Who asks either grants its first
   * chunk ({@link #remove}) or says that it does not fit ({@link #bar}).
   *
   * @param isFree whether an edge is not full
   */
  Shape next(IntPredicate isFree) {
    Shape best = ready.isEmpty() ? null : ready.first();
    Iterator<Integer> edges = freed.iterator();
    while (edges.hasNext()) {
      int edge = edges.next();
      NavigableSet<Shape> there = barredAt(edge);
      if (there == null || !isFree.test(edge)) {
        edges.remove();
      } else if (best == null || there.first().turn.compareTo(best.turn) < 0) {
        best = there.first();
      }
    }
    return best;
  }

  /** Whether the indexes say what is true of those that wait. */
  boolean balances() {
    int inShapes =
        shapes.values().stream()
            .flatMap(shape -> shape.queues.values().stream())
            .mapToInt(queue -> queue.tickets.size())
            .sum();
    return inShapes + away.size() == tickets.size()
        && shapes.values().stream().allMatch(this::isIndexed)
        && all(ofGroup).equals(inShapesAsQueues())
        && all(ofMember).equals(inShapesAsQueues());
  }

  private Set<Queue> inShapesAsQueues() {
    return shapes.values().stream()
        .flatMap(shape -> shape.inOrder.stream())
        .collect(Collectors.toSet());
  }

  private static Set<Queue> all(Map<?, Set<Queue>> queues) {
    return queues.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  private boolean isIndexed(Shape shape) {
    boolean isThere =
        switch (shape.place) {
          case READY -> ready.contains(shape);
          case OPEN -> open.contains(shape);
          case BARRED -> IntStream.of(shape.bars).allMatch(e -> barredAt.get(e).contains(shape));
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
