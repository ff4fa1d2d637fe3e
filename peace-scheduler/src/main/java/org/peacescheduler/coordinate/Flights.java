package org.peacescheduler.coordinate;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.schedule.Pipeline;

/**
 * The chunks in flight, and what each takes of the network from its grant to its end.
 *
 * <p>Goals, in order: what a chunk takes comes back once; it comes back hop by hop, as its replicas
 * are there; a log's chunk takes nothing while it rests.
 *
 * <p>Example: a chunk of three replicas takes three hops. When its second datanode has its replica,
 * all of it has passed the first two hops, and these are free.
 *
 * <p>Cost: a step for each edge of a chunk that begins, moves or ends, and the logarithm of how
 * many there are. Bound: the last chunk of each open file. Confined to the coordinator's lock.
 */
final class Flights {
  private static final long MILLIS = 1000;

  private final SchedulerSettings settings;
  private final RequestBook book;
  private final Learning learning;
  private final Guarantees guarantees;
  private final StreamParts parts;
  private final Admission admission;
  private final Timestep timestep;
  private final Supplier<LiveNetwork> network;
  private final Consumer<SchedulerEvent> events;
  private final Rows rows;
  private final ByNumber inFlight = new ByNumber();

  /** How many of those in flight are logs'. */
  private int resting;

  Flights(
      SchedulerSettings settings,
      RequestBook book,
      Learning learning,
      Guarantees guarantees,
      StreamParts parts,
      Admission admission,
      Timestep timestep,
      Supplier<LiveNetwork> network,
      Consumer<SchedulerEvent> events) {
    this.settings = settings;
    this.book = book;
    this.learning = learning;
    this.guarantees = guarantees;
    this.parts = parts;
    this.admission = admission;
    this.timestep = timestep;
    this.network = network;
    this.events = events;
    this.rows = new Rows(settings);
  }

  private LiveNetwork network() {
    return network.get();
  }

  /** Shares are due other parts from now on. */
  void divide(Shares others) {
    parts.set(others);
  }

  /** All of them. */
  ByNumber tickets() {
    return inFlight;
  }

  /** How many there are that do not rest. */
  int moving() {
    return inFlight.all().size() - resting;
  }

  /** What it is to send where neither its writer nor an edge limits it, in bytes per second. */
  private double stream(Ticket ticket) {
    double stream = network().rates().stream();
    double inFlight = (double) network().leases().bytesPerSecond() / stream;
    return Math.floor(stream / parts.of(ticket.member().group().share(), inFlight));
  }

  /** Each share's streams are divided into as many parts as work keeps coming for. */
  void divideStreams(int waiting) {
    if (timestep.isContinuous()) {
      int most = book.parts(waiting, moving());
      parts.setMost(Math.max(1, most / network().model().topology().parts()));
    }
  }

  /** A chunk of the same writer that its way may begin as. */
  Pipeline lead(Ticket ticket, long now) {
    return rows.lead(ticket, network(), now);
  }

  /** What it takes of an edge that does not limit it, in bytes per second. */
  long bytesPerSecond(Ticket ticket) {
    return Math.max(1, (long) Math.min(stream(ticket), book.bytesPerSecond(ticket.file())));
  }

  /**
   * A chunk goes to these nodes, over these hops.
   *
   * @param age how long it has been under way, as far as that is known, in chunk times
   * @param isUnhindered whether it has been let in over edges that may be full
   */
  void begin(
      Ticket ticket, List<String> nodes, int[][] hops, int age, boolean isUnhindered, long now) {
    boolean isRoom = !ticket.isTurn() || network().isRoomOn(hops);
    lease(ticket, hops, age, isUnhindered, now);
    fly(ticket, nodes, now);
    if (!isRoom) {
      standAside(ticket, now);
    }
    enterTurn(ticket, now);
  }

  private static void enterTurn(Ticket ticket, long now) {
    if (ticket.lease().turn != null && !ticket.isTurn()) {
      ticket.lease().turn.begins(ticket, now);
    }
  }

  /**
   * The chunk takes what it is expected to send.
   *
   * @param isUnhindered whether it has been let in over edges that may be full
   */
  private void lease(Ticket ticket, int[][] hops, int age, boolean isUnhindered, long now) {
    double source = book.bytesPerSecond(ticket.file());
    double rate = Math.min(stream(ticket), source);
    long bytesPerSecond = Math.max(1, (long) Math.min(rate, (double) network().slowest(hops)));
    long bytes = Math.min(learning.claimed(ticket), Long.MAX_VALUE / MILLIS);
    boolean isTimed = timestep.isContinuous() && bytes > 0 && !ticket.isTurn();
    long millis = isTimed ? Math.max(1, MILLIS * bytes / bytesPerSecond) : Lease.NEVER;
    long begin = isTimed ? now - age * millis : now;
    ticket.flight.lease = new Lease(ticket, hops, bytesPerSecond, begin, millis);
    ticket.lease().sharesEdges = isUnhindered && isTimed && settings.has(Mechanism.SHARED_EDGES);
    ticket.lease().isWriterSlow = (long) source <= bytesPerSecond;
    ticket.lease().turn = turn(ticket, hops, now);
    network().leases().open(ticket.lease(), now);
    if (!ticket.isTurn()) {
      guarantees.send(ticket.member().group().share(), ticket.lease().edges, ticket.size.asked);
    }
  }

  /** The turn that begins with it, or that it is written in; null if none is held. */
  private TurnHolds.Hold turn(Ticket ticket, int[][] hops, long now) {
    TurnHolds turns = network().turns();
    return ticket.isTurn()
        ? turns.begin(ticket, hops, (long) network().rates().stream(), now)
        : turns.of(ticket.member().group());
  }

  private void fly(Ticket ticket, List<String> nodes, long now) {
    ticket.state = Ticket.State.IN_FLIGHT;
    ticket.flight.granted = now;
    admission.begun(ticket);
    ticket.flight.goesTo(nodes);
    if (!ticket.isStoodInFor()) { // Else these are not where its client is to write.
      ticket.file().nodes = ticket.flight.nodes;
    }
    inFlight.add(ticket);
    rows.begin(ticket);
    timestep.chunkBegun();
  }

  /** The pipeline is another one now: the chunk loads its links instead of the old ones. */
  void reroute(Ticket ticket, List<String> nodes, long now) {
    if (ticket.isInFlight() && !ticket.isTurn()) {
      ticket.flight.found = false;
      ticket.flight.isPartWritten = true;
      move(ticket, nodes, 0, false, now);
    }
  }

  /** More is known of the nodes of a chunk that was found: it is overdue, and rests if it did. */
  void seen(Ticket ticket, List<String> nodes, long now) {
    if (ticket.isInFlight() && !ticket.flight.nodes.equals(nodes)) {
      boolean rested = ticket.lease().isStalled;
      move(ticket, nodes, 1, true, now);
      if (rested) {
        network().leases().stall(ticket.lease(), now);
      }
    }
  }

  private void move(Ticket ticket, List<String> nodes, int age, boolean isUnhindered, long now) {
    network().leases().end(ticket.lease(), now);
    leaveTurn(ticket, now);
    lease(ticket, network().route(ticket.wanted, nodes), age, isUnhindered, now);
    enterTurn(ticket, now); // Maybe another one than before.
    ticket.flight.goesTo(nodes);
  }

  /**
   * Its client has flushed what it has written of a chunk. If the chunk is not done when its bytes
   * have had their time, it is a log's: its client writes when it has something to write, and waits
   * for no link.
   */
  void flushed(Ticket ticket, long now) {
    if (!ticket.isInFlight() || !timestep.isContinuous() || !settings.has(Mechanism.LOGS)) {
      return;
    }
    ticket.flight.isFlushed = true;
    if (!ticket.isFlushedByLog()) {
      return;
    }
    if (ticket.file().isLog || ticket.lease().isOverdue(now)) {
      rest(ticket, now);
    }
  }

  private void beginToRest(Ticket ticket) {
    admission.rests(ticket);
    ticket.flight.rests = true;
    resting++;
  }

  /** A turn's asker gives back what it takes itself; the turn goes on to be held from others. */
  void standAside(Ticket ticket, long now) {
    if (ticket.isInFlight() && !ticket.flight.rests) {
      beginToRest(ticket);
      network().leases().stall(ticket.lease(), now);
    }
  }

  /** Chunks are written in a turn: it is held for these. */
  void begun(Ticket ticket, long now) {
    if (ticket.isInFlight() && ticket.isTurn()) {
      standAside(ticket, now);
      ticket.lease().turn.hasBegun();
    }
  }

  /** A log's chunk takes nothing any more, and says nothing of how fast its client is. */
  private void rest(Ticket ticket, long now) {
    if (!ticket.flight.rests) {
      beginToRest(ticket);
      admission.moved(ticket, now); // It gives back what it had, as an end does.
      network().leases().stall(ticket.lease(), now);
      admission.add(ticket.file().keepsLog(now));
    }
  }

  private void standsStill(Lease lease, long now) {
    Ticket ticket = lease.ticket();
    if (ticket.isFlushedByLog()) {
      rest(ticket, now);
    } else {
      admission.add(book.isSlow(ticket.file(), lease.mostBytesPerSecond(now), now));
    }
  }

  /**
   * A datanode has its replica. So all of it has passed the hops before, too: they are free even if
   * their datanodes, which wait for the acknowledgement of this one, have not reported yet.
   */
  void replicaDone(Ticket ticket, String node, long now) {
    int hop = ticket.isInFlight() ? ticket.flight.nodes.indexOf(node) : -1;
    if (hop >= 0) {
      replicaDone(ticket, hop, now);
    }
  }

  /** All of its datanodes have their replicas. */
  void allDone(Ticket ticket, long now) {
    for (int hop = 0; hop < ticket.flight.nodes.size(); hop++) {
      replicaDone(ticket, hop, now);
    }
  }

  private void replicaDone(Ticket ticket, int hop, long now) {
    if (ticket.flight.replicas.get(hop)) {
      return;
    }
    ticket.flight.replicas.set(hop);
    events.accept(
        new SchedulerEvent.ReplicaDone(now, ticket.chunk(), ticket.flight.nodes.get(hop)));
    if (settings.has(Mechanism.HOP_BY_HOP)) {
      giveBack(ticket, hop + 1, now);
    }
  }

  private void giveBack(Ticket ticket, int hops, long now) {
    Lease lease = ticket.lease();
    if (timestep.isContinuous()) {
      network().leases().endHops(lease, hops, now);
    } else {
      network()
          .leases()
          .handHopsOver(lease, hops, now, edge -> timestep.hold(edge, lease.account.load()));
    }
  }

  /** HDFS refuses a node: it takes nothing, and waits again. */
  void withdraw(Ticket ticket, long now) {
    inFlight.remove(ticket);
    admission.takesNothing(ticket);
    rows.end(ticket);
    network().leases().end(ticket.lease(), now);
    leaveTurn(ticket, now);
    timestep.chunkWithdrawn();
  }

  private void leaveTurn(Ticket ticket, long now) {
    TurnHolds.Hold turn = ticket.lease().turn;
    if (turn == null) {
      return;
    }
    if (ticket.isTurn()) {
      turn.end();
    } else {
      turn.ends(ticket, ticket.flight.isWritten ? ticket.size.known() : 0, now);
    }
  }

  /**
   * Whether a chunk's bytes explain how long it lasts, on a network that is loaded twice as much as
   * is seen; they do not if they are not known, as of a log.
   *
   * @param longest how long others on its links explain it at most, in milliseconds
   */
  boolean isExplained(Ticket ticket, long longest, long now) {
    Lease lease = ticket.lease();
    if (lease.expectedMillis() == Lease.NEVER || ticket.flight.rests) {
      return false;
    }
    long age = now - ticket.flight.granted;
    return age < 2 * lease.expectedMillis()
        || (age < longest && network().leases().isDue(lease, 2, now));
  }

  /** It ends, in whatever way. */
  void end(Ticket ticket, long now) {
    inFlight.remove(ticket);
    admission.ended(ticket, now);
    rows.end(ticket);
    giveBack(ticket, ticket.lease().hops(), now);
    network().leases().end(ticket.lease(), now);
    leaveTurn(ticket, now);
    timestep.chunkEnded();
  }

  /** One that rested has ended, or has been refused its nodes and ended since. */
  void restsNoMore() {
    resting--;
  }

  /**
   * Takes load off the edges of some chunks that are overdue ({@link Leases}).
   *
   * @return whether there may be more
   */
  boolean age(long now) {
    return network().leases().age(now, lease -> standsStill(lease, now));
  }

  /** The network is another one: they load its links as their nodes say. */
  void moveToNewNetwork(long now) {
    admission.networkChanged(inFlight.all().stream().filter(ticket -> !ticket.flight.rests));
    inFlight.all().forEach(ticket -> network().adopt(ticket, now));
  }
}
