package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Member;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;

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
 * <p>What concerns all that wait is done in slices, a few with each event: {@value #MOVED_AN_EVENT}
 * queues of groups that moved in the order, {@value #READIED_AN_EVENT} shapes when datanodes or the
 * network are others. Of many shares that wait, {@value #MOST_CONTENDERS} contend at a time, by
 * turns.
 *
 * <p>Example: 20,000 chunks of 2,000 servers whose own links are full: when a chunk ends, one shape
 * is tried, that of its writer. Confined to the coordinator's lock.
 */
final class WaitingLine implements Groups.Listener {
  /** So many shapes of which not all bars are known are tried each time. */
  private static final int FEW = 16;

  /** Of more than a few, so many are tried when something becomes free. */
  private static final int SOME = 2;

  /** A queue moves within 1 to 3 microseconds. */
  static final int MOVED_AN_EVENT = 128;

  /** Each of them is planned, which takes some 10 microseconds. */
  static final int READIED_AN_EVENT = 32;

  /** To find out where a share stands takes a fifth of a microsecond. */
  static final int MOST_CONTENDERS = 64;

  private static final Comparator<Ticket> BY_AGE = (a, b) -> Long.compare(a.id(), b.id());
  private static final int[] NO_EDGES = {};

  /** The chunks of one member that want the same. */
  private static final class Queue {
    final Member member;
    final Shape shape;
    final TreeSet<Ticket> tickets = new TreeSet<>(BY_AGE);
    final long group;
    final MoveRow.Link<Queue> inGroup = new MoveRow.Link<>(this);
    final MoveRow.Link<Queue> ofMember = new MoveRow.Link<>(this);

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

    boolean isUpToDate() {
      return rank == member.group().rank() && ownSeconds == member.ownSeconds();
    }
  }

  /** The chunks that want the same. */
  static final class Shape {
    private final Lane lane;
    private final ChunkRequest.Shape wanted;

    /** To whose account it goes; null if to nobody's. */
    private final Kinds.Kind kind;

    private final Map<Member, Queue> queues = new HashMap<>();
    private final TreeSet<Queue> inOrder = new TreeSet<>(Queue::inOrder);

    /** Where it is in the indexes, and whose chunk is first there. */
    private Turn turn;

    private Group group;

    /** Whether it is known to fit into an idle network. */
    boolean isFeasible;

    private int[] bars = NO_EDGES;

    /** Where it waits, at each of its bars. */
    private FullEdges.Spot[] spots = {};

    /** The network that its bars are of. */
    private int network;

    /** The state of datanodes and network by which it has been tried, or is ready to be. */
    private int epoch;

    private Place place = Place.NOWHERE;

    Shape(Lane lane, ChunkRequest.Shape wanted, Kinds.Kind kind) {
      this.lane = lane;
      this.wanted = wanted;
      this.kind = kind;
    }

    /** Whose turn it is. */
    Ticket first() {
      return inOrder.first().tickets.first();
    }

    Group group() {
      return group;
    }

    /** Where it is in the indexes. */
    Turn turn() {
      return turn;
    }

    /** Full edges that bar it, as far as they are known. */
    int[] bars() {
      return bars;
    }
  }

  /**
   * Where a shape stands: its first chunk's place in the order, as it was when it was put there.
   */
  record Turn(double rank, long group, double ownSeconds, int member, long id)
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
  static final class Lane {
    final Share share;

    /** Null if nothing is guaranteed. */
    Guarantees.Account account;

    final Map<ChunkRequest.Shape, Shape> shapes = new HashMap<>();
    final NavigableMap<Turn, Shape> ready = new TreeMap<>();
    final NavigableMap<Turn, Shape> open = new TreeMap<>();

    /** Behind whose turn to go on trying; null to begin with the first. */
    Turn lastTried;

    /** Whose turn it is of those that can be tried; null outside of {@link #next}. */
    Shape candidate;

    Lane(Share share, Guarantees.Account account) {
      this.share = share;
      this.account = account;
    }

    Shape nextOpen() {
      Map.Entry<Turn, Shape> next = lastTried == null ? null : open.higherEntry(lastTried);
      return (next == null ? open.firstEntry() : next).getValue();
    }
  }

  private enum Place {
    NOWHERE,
    READY,
    BARRED,
    OPEN
  }

  private final ByAge tickets = new ByAge();
  private final Map<Share, Lane> lanes = new LinkedHashMap<>();
  private final Map<Group, MoveRow<Queue>> ofGroup = new HashMap<>();
  private final Map<Member, MoveRow<Queue>> ofMember = new HashMap<>();
  private final Kinds kinds = new Kinds();

  /** Rows of which not all queues have moved. */
  private final Set<MoveRow<Queue>> moving = new LinkedHashSet<>();

  private int movesLeft = MOVED_AN_EVENT;

  /** All shapes, those first that have been readied for the oldest epoch. */
  private final Set<Shape> byEpoch = new LinkedHashSet<>();

  private int epoch;
  private int network;

  private FullEdges edges = new FullEdges();

  /** The lanes of which shapes are ready, and those of which shapes are tried in turn. */
  private final Set<Lane> ready = new LinkedHashSet<>();

  private final Set<Lane> open = new LinkedHashSet<>();
  private int shapesReady;
  private int shapesOpen;

  private final List<Lane> contenders = new ArrayList<>();
  private final Guarantees guarantees;
  private boolean anyFreed;

  WaitingLine(Guarantees guarantees) {
    this.guarantees = guarantees;
  }

  int size() {
    return tickets.size();
  }

  boolean isEmpty() {
    return tickets.isEmpty();
  }

  /** Those that have waited longest, the oldest first. */
  List<Ticket> oldest(int most) {
    return tickets.oldest(most);
  }

  /** All that wait, the one first that has waited longest. Cost: linear in them. */
  List<Ticket> tickets() {
    return tickets.all();
  }

  /** Whether one more may wait: its user has not too many kinds of chunks that do. */
  boolean mayAdd(Ticket ticket) {
    Lane lane = lanes.get(ticket.member().group().share());
    return ticket.refused
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
    Shape shape = lane.shapes.get(ticket.kind());
    if (shape == null) {
      // HDFS's refusals are not the client's choice.
      shape = new Shape(lane, ticket.kind(), ticket.refused ? null : kinds.add(ticket.wanted));
      shape.epoch = epoch;
      lane.shapes.put(ticket.kind(), shape);
      byEpoch.add(shape);
    }
    ticket.shape = shape;
    boolean isBehind = shape.place == Place.BARRED || shape.place == Place.OPEN;
    Queue queue = shape.queues.get(ticket.member());
    if (queue == null) {
      queue = begin(ticket.member(), shape);
    }
    queue.tickets.add(ticket);
    settle(shape, isBehind ? shape.place : Place.READY);
    return isBehind;
  }

  private Lane lane(Share share) {
    return new Lane(share, guarantees.of(share));
  }

  private Queue begin(Member member, Shape shape) {
    Queue queue = new Queue(member, shape);
    shape.queues.put(member, queue);
    shape.inOrder.add(queue);
    ofGroup.computeIfAbsent(member.group(), key -> new MoveRow<>()).add(queue.inGroup);
    ofMember.computeIfAbsent(member, key -> new MoveRow<>()).add(queue.ofMember);
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
      setBars(shape, NO_EDGES);
      byEpoch.remove(shape);
      if (shape.kind != null) {
        kinds.remove(shape.kind);
      }
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
    leaveRow(queue.inGroup, ofGroup, queue.member.group());
    leaveRow(queue.ofMember, ofMember, queue.member);
  }

  private static <K> void leaveRow(MoveRow.Link<Queue> link, Map<K, MoveRow<Queue>> rows, K key) {
    link.remove();
    if (rows.get(key).isEmpty()) {
      rows.remove(key);
    }
  }

  @Override
  public void moved(Group group) {
    moved(ofGroup.get(group));
  }

  @Override
  public void moved(Member member) {
    moved(ofMember.get(member));
  }

  private void moved(MoveRow<Queue> row) {
    if (row != null) {
      row.beginMove();
      if (!move(row)) {
        moving.add(row);
      }
    }
  }

  /** Moves queues of a row as far as that goes in this event; whether all have been moved. */
  private boolean move(MoveRow<Queue> row) {
    for (; movesLeft > 0 && row.isAnyToMove(); movesLeft--) {
      move(row.move());
    }
    return !row.isAnyToMove();
  }

  /**
   * Moves some of the queues that are to be moved; to be called with each event.
   *
   * @return whether any are left
   */
  boolean moveMore() {
    while (!moving.isEmpty()) {
      MoveRow<Queue> row = moving.iterator().next();
      if (!move(row)) {
        break;
      }
      moving.remove(row);
    }
    movesLeft = MOVED_AN_EVENT;
    return !moving.isEmpty();
  }

  private void move(Queue queue) {
    if (!queue.isUpToDate()) {
      Shape shape = queue.shape;
      shape.inOrder.remove(queue);
      queue.look();
      shape.inOrder.add(queue);
      settle(shape, shape.place);
    }
  }

  /** Other chunks of a shape wait than before: its first may be another one. */
  private void settle(Shape shape, Place place) {
    if (shape.place != place || !Turn.of(shape).equals(shape.turn)) {
      move(shape, place);
    }
  }

  private void move(Shape shape, Place place) {
    leave(shape);
    // Edges of another network say nothing.
    boolean isOfAnother = place == Place.BARRED && shape.network != network;
    shape.place = isOfAnother ? Place.READY : place;
    if (place != Place.NOWHERE) {
      shape.turn = Turn.of(shape);
      shape.group = shape.inOrder.first().member.group();
      enter(shape);
    }
  }

  private void leave(Shape shape) {
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
        for (FullEdges.Spot spot : shape.spots) {
          spot.remove(shape);
        }
      }
      default -> {}
    }
  }

  private void enter(Shape shape) {
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
        shape.spots = new FullEdges.Spot[shape.bars.length];
        for (int i = 0; i < shape.bars.length; i++) {
          shape.spots[i] = edges.spot(lane, shape.bars[i]);
          shape.spots[i].add(shape);
        }
      }
      default -> {}
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
    setBars(shape, bars);
    move(shape, areAll && bars.length > 0 ? Place.BARRED : Place.OPEN);
  }

  private void setBars(Shape shape, int[] bars) {
    Guarantees.Account account = shape.lane.account;
    if (account != null) {
      account.wait(shape.network == network ? shape.bars : NO_EDGES, -1);
      account.wait(bars, 1);
    }
    shape.bars = bars;
    shape.network = network;
  }

  /** Other parts are guaranteed from now on. */
  void guarantee(Shares shares) {
    guarantees.set(shares);
    lanes.values().forEach(lane -> lane.account = guarantees.of(lane.share));
    for (Shape shape : byEpoch) {
      if (shape.lane.account != null && shape.network == network) {
        shape.lane.account.wait(shape.bars, 1);
      }
    }
    freeAll();
  }

  /** Full edges of the network of now that bar one that waits, as far as they are known. */
  int[] bars(Ticket ticket) {
    Shape shape = ticket.shape;
    return shape == null || shape.network != network ? NO_EDGES : shape.bars;
  }

  /** An edge is full no more. */
  void free(int number) {
    anyFreed = true;
    edges.free(number);
  }

  /** Other hosts have a datanode: all are to be tried, bit by bit ({@link #readyMore}). */
  void freeAll() {
    anyFreed = true;
    epoch++;
  }

  /** The network is another one: all are to be tried, and what they wait at is nothing. */
  void beginAnew() {
    network++;
    edges = new FullEdges();
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
      Shape oldest = byEpoch.iterator().next();
      if (oldest.epoch == epoch) {
        return false;
      }
      if (shapesReady >= READIED_AN_EVENT) {
        return true;
      }
      byEpoch.remove(oldest);
      byEpoch.add(oldest);
      oldest.epoch = epoch;
      oldest.isFeasible = false;
      move(oldest, Place.READY);
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

  /** Readies shapes of which not all bars are known: all if they are few. */
  void tryOpen() {
    tryOpen(shapesOpen <= FEW ? shapesOpen : SOME);
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
    for (int left = tries; left > 0 && !open.isEmpty(); left--) {
      Lane lane = open.iterator().next();
      open.remove(lane);
      tryOpen(lane);
      if (!lane.open.isEmpty()) {
        open.add(lane);
      }
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

  /** Whether {@link #next} may have somebody to be tried. */
  boolean isAnyToBeTried() {
    return !ready.isEmpty() || edges.isAnyFreed();
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
    edges.dropWhatIsFullAgain(isFree);
    if (!isAnyToBeTried()) {
      return null;
    }
    Shape owed = null;
    for (Lane lane : ready) {
      if (contenders.size() >= MOST_CONTENDERS) {
        break;
      }
      Shape shape = lane.ready.firstEntry().getValue();
      contend(shape);
      boolean isOwed = lane.account != null && lane.account.isOwedAny(shape.bars);
      owed = isOwed ? earlier(owed, shape) : owed;
    }
    for (FullEdges.Edge edge : edges.freed()) {
      int most = edge.beginTurn(MOST_CONTENDERS - contenders.size());
      for (int i = 0; i < most; i++) {
        Shape shape = edge.nextInTurn();
        contend(shape);
        Guarantees.Account account = shape.lane.account;
        boolean isOwed = account != null && account.isOwed(edge.number());
        owed = isOwed ? earlier(owed, shape) : owed;
      }
    }
    Shape first = first(standing);
    contenders.forEach(lane -> lane.candidate = null);
    contenders.clear();
    return owed == null ? first : owed;
  }

  private void contend(Shape shape) {
    Lane lane = shape.lane;
    if (lane.candidate == null) {
      contenders.add(lane);
      lane.candidate = shape;
    } else {
      lane.candidate = earlier(lane.candidate, shape);
    }
  }

  /** Of the candidates of some lanes, the one whose group stands before the others'. */
  private Shape first(ToDoubleFunction<Group> standing) {
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
  static Shape earlier(Shape a, Shape b) {
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
        && byEpoch.equals(new HashSet<>(shapes))
        && kinds.count() == shapes.stream().filter(shape -> shape.kind != null).count()
        && all(ofGroup).equals(asQueues(shapes))
        && all(ofMember).equals(asQueues(shapes))
        && count(shapes, Place.READY) == shapesReady
        && count(shapes, Place.OPEN) == shapesOpen
        && ready.equals(lanesOf(shapes, Place.READY))
        && open.equals(lanesOf(shapes, Place.OPEN));
  }

  private static long count(List<Shape> shapes, Place place) {
    return shapes.stream().filter(shape -> shape.place == place).count();
  }

  private static Set<Lane> lanesOf(List<Shape> shapes, Place place) {
    return shapes.stream()
        .filter(shape -> shape.place == place)
        .map(shape -> shape.lane)
        .collect(Collectors.toSet());
  }

  private static Set<Queue> asQueues(List<Shape> shapes) {
    return shapes.stream().flatMap(shape -> shape.inOrder.stream()).collect(Collectors.toSet());
  }

  private static Set<Queue> all(Map<?, MoveRow<Queue>> rows) {
    return rows.values().stream().flatMap(row -> row.all().stream()).collect(Collectors.toSet());
  }

  private boolean isIndexed(Shape shape) {
    Lane lane = shape.lane;
    boolean isThere =
        switch (shape.place) {
          case READY -> lane.ready.get(shape.turn) == shape;
          case OPEN -> lane.open.get(shape.turn) == shape;
          case BARRED -> isAtItsBars(shape);
          default -> false;
        };
    return isThere
        && shape.turn.equals(Turn.of(shape))
        && shape.inOrder.containsAll(shape.queues.values())
        && shape.queues.values().stream().allMatch(this::isInOrder);
  }

  private boolean isAtItsBars(Shape shape) {
    return shape.network != network
        || IntStream.range(0, shape.bars.length)
            .allMatch(i -> edges.isAt(shape, shape.bars[i], shape.spots[i]));
  }

  /** Whether a queue stands where its group and member do, or is to be moved there. */
  private boolean isInOrder(Queue queue) {
    return queue.isUpToDate()
        || moving.contains(ofGroup.get(queue.member.group()))
        || moving.contains(ofMember.get(queue.member));
  }
}
