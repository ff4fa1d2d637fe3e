package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PlanResult;

/**
 * The timesteps around Algorithm 1, as requests arrive and chunks end.
 *
 * <p>Goals, in order: no capacity lost, whatever the end of a chunk; older requests first; a grant
 * as soon as there is room.
 *
 * <p>A chunk waits, is in flight, has ended. In a timestep the waiting chunks are planned in the
 * order of their groups ({@link WaitingLine}); those that do not fit stay, others behind them may
 * go; those that arrive later in the timestep get what is left. It ends when the completion
 * fraction of its chunks are done; their capacity comes back then, chunks still in flight keep
 * theirs. With fraction 0 every completion ends a timestep, so capacity comes back at once, and hop
 * by hop: a replica that is there frees its hop and those before it, since all of the chunk has
 * passed them. With fraction 0, too, a chunk that takes longer than its bytes need loads its edges
 * less and less ({@link Leases}).
 *
 * <p>Example, fraction 0.8, one link of capacity 5, six chunks: five granted in timestep 0; the
 * fourth completion ends it; timestep 1 starts with one chunk in flight and grants the sixth.
 *
 * <p>Cost: when an edge becomes free, one plan for each chunk that is granted and for each shape of
 * chunks that is found not to fit; for one event no more than {@link Bounds#PLANNED_AN_EVENT}
 * replicas. What is left then is done with the next events, or polls. Confined to the coordinator's
 * lock.
 */
final class TimestepScheduler {
  /** A plan takes about as long for so many hosts to avoid as for a replica. */
  private static final int HOSTS_A_REPLICA = 8;

  /** To lay by what turns hold of so many edges takes about as long. */
  private static final int EDGES_A_REPLICA = 100;

  private final SchedulerSettings settings;
  private final SplittableRandom random;
  private final Consumer<SchedulerEvent> events;
  private final BiConsumer<Ticket, Outcome> outcomes;
  private final Guarantees guarantees;
  private final Admission admission;

  // The coordinator tells these of what concerns nobody else, and looks at them.
  final Groups groups;
  final RequestBook book;
  final WaitingLine waiting;
  final StreamParts parts;
  final Presence presence;
  final Competitors competitors;
  final Deadlines deadlines;
  final Learning learning;

  // Each of these loads the network, and goes on with another one when that is exchanged.
  final Copies copies;
  final Timestep timestep;
  final Flights flights;

  private LiveNetwork network;

  private long nextTicket;

  /** How many replicas may still be planned with this event. */
  private int plansLeft = Bounds.PLANNED_AN_EVENT;

  private boolean isMoreToDo;

  /**
   * A scheduler on an idle network.
   *
   * @param events told of everything that happens
   * @param outcomes told how each wait ends
   */
  TimestepScheduler(
      NetworkModel model,
      SchedulerSettings settings,
      long now,
      Consumer<SchedulerEvent> events,
      BiConsumer<Ticket, Outcome> outcomes) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    this.events = events;
    this.outcomes = outcomes;
    this.guarantees = new Guarantees(settings.shares());
    this.parts = new StreamParts(settings.shares(), settings.constants());
    this.competitors = new Competitors(parts);
    this.waiting = new WaitingLine(guarantees);
    this.presence = new Presence(this::network, waiting);
    this.groups =
        new Groups(
            settings.order(),
            settings.shares(),
            settings.constants(),
            new LiveBandwidths(this::network),
            waiting.queues());
    this.book = new RequestBook(groups, settings);
    this.deadlines = new Deadlines(this, book, waiting, settings.deferralMax());
    this.network = new LiveNetwork(model, new LinkRates(model, settings), settings, random, now);
    network.residual().whenFree(waiting::free);
    network.turns().whenFree(waiting::look);
    this.copies = new Copies(network);
    this.admission =
        new Admission(settings, book, waiting, competitors, copies, this::network, now);
    this.learning = new Learning(settings, book, admission, this::network);
    this.timestep = new Timestep(settings.completionFraction(), network, now);
    this.flights =
        new Flights(
            settings,
            book,
            learning,
            guarantees,
            parts,
            admission,
            timestep,
            this::network,
            events);
  }

  LiveNetwork network() {
    return network;
  }

  /** The number that the next ticket gets; all before it have smaller ones. */
  long nextTicket() {
    return nextTicket;
  }

  /** A ticket for a file's next chunk, to be submitted or observed. */
  Ticket ticketFor(ChunkRequest request, long now) {
    OpenFile file = book.fileOf(request, now);
    Chunk chunk =
        new Chunk(
            request.path(),
            request.writer().orElse(""),
            file.nextChunk,
            request.origin().userName());
    learning.asked(request, now);
    Set<String> failed = file.failed(request);
    presence.accuse(failed, request, now);
    Ticket ticket = new Ticket(nextTicket++, chunk, file, presence.careful(request), now);
    ticket.size.asked = Math.max(1, learning.expected(ticket));
    groups.ask(file.member, ticket.size.asked, request.replication());
    competitors.count(ticket, 1);
    ticket.wait.failed = failed;
    return ticket;
  }

  /**
   * A file asks for its next chunk; it is planned at once, or waits.
   *
   * @param bound that it goes over, if there is one
   */
  void submit(Ticket ticket, Optional<Outcome.Fallback> bound, long now) {
    events.accept(
        new SchedulerEvent.Submitted(now, ticket.chunk(), SchedulerEvent.Asked.of(ticket.wanted)));
    bound.ifPresent(ticket::standIn);
    await(ticket, now);
  }

  /** What became free goes to older chunks first; this one may be granted, too. */
  private void await(Ticket ticket, long now) {
    if (waiting.isEmpty()) {
      // Where links have room nobody waits: into the line and out of it again would be most of it.
      divideStreams();
      waiting.takeFreed();
      tryGrant(ticket, now);
      return;
    }
    boolean isBehind = addToLine(ticket);
    advance(now);
    if (isBehind && ticket.state == Ticket.State.WAITING && ticket.wait.shape != null) {
      sayDeferred(ticket, ticket.wait.shape.barrier.edges, now);
    }
  }

  /** If it may not wait beside the others of its user, an ordinary one does. */
  private boolean addToLine(Ticket ticket) {
    if (!waiting.mayAdd(ticket)) {
      ticket.standIn(Bounds.tooDiverse(ticket.wanted));
    }
    ticket.writer().waitsFor(ticket);
    admission.waits(ticket);
    return waiting.add(ticket);
  }

  private void leaveLine(Ticket ticket) {
    ticket.writer().waitsNoMoreFor(ticket);
    waiting.remove(ticket);
  }

  /**
   * A chunk that the stock policy placed: it is load until it ends, like any other.
   *
   * @param age how long it has been under way, as far as that is known, in chunk times
   * @param hasHadTurn whether an ordinary chunk has waited instead of it and had its turn
   * @param exempt why it is not scheduled, if it is not to be
   */
  void observe(
      Ticket ticket,
      List<String> nodes,
      int age,
      boolean hasHadTurn,
      Optional<Exemption> exempt,
      long now) {
    ticket.wait.isUnscheduled =
        exempt.map(why -> why != Exemption.SHADOW).orElse(ticket.file().isWithoutPlace);
    ticket.file().isWithoutPlace = false;
    events.accept(SchedulerEvent.Placed.of(ticket, nodes, exempt, now));
    flights.begin(ticket, nodes, network.route(ticket.wanted, nodes), age, !hasHadTurn, now);
  }

  /** A client asks once more for a chunk that waits. */
  void takeOver(Ticket ticket, ChunkRequest request, Optional<Outcome.Fallback> bound, long now) {
    leaveLine(ticket);
    want(ticket, request);
    bound.ifPresent(ticket::standIn);
    await(ticket, now);
  }

  private void want(Ticket ticket, ChunkRequest request) {
    competitors.count(ticket, -1);
    ticket.wanted = presence.careful(request);
    competitors.count(ticket, 1);
    ticket.wait.odd = ticket.isRefused() ? ticket.wait.odd : null;
  }

  /**
   * HDFS refuses a datanode of a chunk in flight: it is planned again without it, before all
   * others.
   */
  void replan(Ticket ticket, ChunkRequest without, long now) {
    flights.withdraw(ticket, now);
    ticket.state = Ticket.State.WAITING;
    events.accept(SchedulerEvent.Refused.of(ticket, without, now));
    ticket.wait.odd = new Outcome.Fallback(FallbackReason.INVALID_TARGETS, "");
    want(ticket, without);
    addToLine(ticket);
    tryGrant(ticket, now);
    endTimestepIfDone(now);
  }

  /**
   * Takes load off the edges of chunks that are overdue ({@link Leases}), and looks for waiting
   * chunks that fit though that could not be known. To be called often while chunks wait.
   */
  void pass(long now) {
    isMoreToDo |= flights.age(now);
    if (!waiting.isEmpty()) {
      network.turns().look();
    }
    waiting.tryMoreOpen();
    admission.look(now);
  }

  /** A chunk in flight is written: every datanode of its pipeline has acknowledged it. */
  void done(Ticket ticket, boolean fileEnded, long now) {
    flights.allDone(ticket, now);
    events.accept(
        new SchedulerEvent.Done(
            now,
            ticket.chunk(),
            now - ticket.flight.granted,
            ticket.size.isMeasured ? ticket.size.written : 0));
    if (!ticket.flight.rests) {
      ticket.file().beNoLog();
    }
    ticket.file().nextChunk++;
    ticket.flight.isWritten = true;
    admission.moved(ticket, now);
    end(ticket, fileEnded, now);
  }

  /** The chunk ended in another way, waiting or in flight. */
  void release(Ticket ticket, String reason, boolean fileEnded, long now) {
    if (ticket.state == Ticket.State.ENDED) {
      return;
    }
    events.accept(new SchedulerEvent.Released(now, ticket.chunk(), reason));
    boolean waited = ticket.state == Ticket.State.WAITING;
    end(ticket, fileEnded, now);
    if (waited) {
      outcomes.accept(ticket, new Outcome.Withdrawn());
    }
  }

  /** It has its capacity no longer, though nobody has said that it ended; its file may go on. */
  void outlast(Ticket ticket, long now) {
    ticket.file().nextChunk++;
    ticket.flight.isWritten = true;
    release(ticket, "time", false, now);
  }

  /**
   * Chunks are written in a turn: what its tickets' clients have announced for the group others
   * write from now on.
   */
  void begun(List<Ticket> turn, long now) {
    groups.settle(turn.stream().map(Ticket::member).toList());
    turn.forEach(ticket -> flights.begun(ticket, now));
  }

  /** The stock policy is to place a waiting chunk. */
  void fallBack(Ticket ticket, FallbackReason reason, String detail, long now) {
    if (ticket.state == Ticket.State.ENDED) {
      return;
    }
    ticket.file().isWithoutPlace =
        reason == FallbackReason.CROWDED || reason == FallbackReason.NO_HANDLER;
    events.accept(new SchedulerEvent.Fallback(now, ticket.chunk(), reason, detail));
    end(ticket, false, now);
    outcomes.accept(ticket, new Outcome.Fallback(reason, detail));
  }

  private void end(Ticket ticket, boolean fileEnded, long now) {
    if (ticket.isInFlight()) {
      flights.end(ticket, now);
    } else {
      leaveLine(ticket);
    }
    if (ticket.flight.rests) {
      flights.restsNoMore();
    } else {
      competitors.count(ticket, -1);
    }
    ticket.state = Ticket.State.ENDED;
    if (ticket.flight.isWritten) {
      groups.written(ticket.member(), ticket.size.asked, ticket.size.known());
    } else {
      groups.withdrawn(ticket.member(), ticket.size.asked);
    }
    if (fileEnded) {
      book.forget(ticket.file().key, now);
    } else {
      book.pause(ticket.file(), now);
    }
    endTimestepIfDone(now);
  }

  private void endTimestepIfDone(long now) {
    timestep.endIfDone(flights.tickets().all().size(), now).ifPresent(events);
  }

  /**
   * Grants what fits, in turn, if anything became free since the last time; as much as is done with
   * one event.
   */
  void advance(long now) {
    divideStreams();
    letIn(now);
    boolean isMoreReady = waiting.readyMore();
    boolean anythingFree = waiting.takeFreed();
    if (anythingFree) {
      waiting.tryOpen();
    }
    WaitingShape shape = next();
    while (shape != null) {
      tryGrant(shape.first(), now);
      shape = next();
    }
    letIn(now); // Others of a client that has just got its first chunk may go with it.
    isMoreToDo |= isMoreReady || waiting.isAnyToBeTried() || admission.isAnyInVain();
  }

  /** An event begins, and may do as much as one does. */
  void beginEvent(long now) {
    admission.trial.elapse(!waiting.isEmpty(), now);
    plansLeft = Bounds.PLANNED_AN_EVENT;
    isMoreToDo = false;
  }

  /**
   * An event ends: what goes on bit by bit goes on.
   *
   * @return whether more is left to be done
   */
  boolean endEvent() {
    boolean isMoreToRank = groups.rankMore();
    boolean isMoreToMove = waiting.moveMore();
    return isMoreToDo || isMoreToRank || isMoreToMove;
  }

  private void divideStreams() {
    if (timestep.isContinuous()) {
      int most = book.parts(waiting.size(), flights.moving());
      parts.setMost(Math.max(1, most / network.model().topology().parts()));
    }
  }

  /** Grants what waits in vain, whoever is before it. */
  private void letIn(long now) {
    while (plansLeft > 0) {
      Optional<Ticket> next = admission.next();
      if (next.isEmpty()) {
        return;
      }
      tryGrant(next.get(), now);
    }
  }

  private WaitingShape next() {
    return plansLeft <= 0 ? null : waiting.next(network.turns()::isFree, groups::standing);
  }

  private void tryGrant(Ticket ticket, long now) {
    ChunkRequest wanted = ticket.wanted;
    int hosts = wanted.excluded().size() + wanted.avoided().size();
    plansLeft -= wanted.replication() + hosts / HOSTS_A_REPLICA;
    plansLeft -= ticket.isTurn() ? network.turns().edges() / EDGES_A_REPLICA : 0;
    PlanResult result;
    boolean isUnhindered = false;
    try {
      result = ticket.isTurn() ? network.turns().plan(() -> plan(ticket, now)) : plan(ticket, now);
      if (result instanceof PlanResult.Blocked && admission.waitsInVain(ticket)) {
        PlanResult anyhow = network.planUnhindered(ticket.wanted);
        isUnhindered = anyhow instanceof PlanResult.Planned;
        result = isUnhindered ? anyhow : result;
      }
    } catch (RuntimeException | Error e) {
      // Left to wait, it would be tried first each time, and nobody behind it at all.
      fallBack(ticket, FallbackReason.ERROR, "its plan failed: " + e, now);
      throw e;
    }
    if (result instanceof PlanResult.Planned planned) {
      grant(ticket, planned.pipeline(), isUnhindered, now);
    } else if (result instanceof PlanResult.Blocked blocked) {
      defer(ticket, blocked, now);
    } else if (result instanceof PlanResult.Impossible impossible) {
      fallBackAsImpossible(ticket, impossible.reason(), now);
    }
  }

  private PlanResult plan(Ticket ticket, long now) {
    double source = book.bytesPerSecond(ticket.file());
    return network.plan(
        ticket.wanted,
        flights.lead(ticket, now),
        Math.max(1, (long) Math.min(flights.stream(ticket), source)),
        waiting.size() > 1 && settings.has(Mechanism.SPARED_SERVERS));
  }

  private void grant(Ticket ticket, Pipeline pipeline, boolean isUnhindered, long now) {
    boolean isAhead =
        ticket.wait.shape != null
            && network.turns().isAnyOfTurns(ticket.wait.shape.barrier.numbers);
    leaveLine(ticket);
    int[][] hops = new int[pipeline.replicas()][];
    Arrays.setAll(hops, pipeline::hop);
    Optional<Exemption> exempt = admission.exemption(ticket, isUnhindered);
    List<String> nodes = pipeline.names(network.model());
    flights.begin(ticket, nodes, hops, 0, isUnhindered, now);
    if (isAhead) {
      flights.standAside(ticket, now); // The turn before it has something left to write.
    }
    admission.trial.letIn(ticket, isUnhindered && !ticket.flight.rests);
    events.accept(
        new SchedulerEvent.Granted(
            now,
            ticket.chunk(),
            nodes,
            timestep.number(),
            now - ticket.submitted(),
            exempt,
            network.way(ticket.lease())));
    outcomes.accept(ticket, ticket.outcome());
  }

  private void defer(Ticket ticket, PlanResult.Blocked blocked, long now) {
    if (ticket.wait.shape == null) { // Nobody waited before it.
      boolean isOdd = ticket.wait.odd != null;
      addToLine(ticket);
      if (isOdd != (ticket.wait.odd != null)) {
        return; // The ordinary one has not been tried.
      }
    }
    WaitingShape shape = ticket.wait.shape;
    if (!shape.isFeasible) {
      Optional<String> refusal = network.refusal(ticket.wanted);
      if (refusal.isPresent()) {
        fallBackAsImpossible(ticket, refusal.get(), now);
        return;
      }
      shape.isFeasible = true;
    }
    int[] edges = blocked.saturated().stream().mapToInt(i -> i).toArray();
    // Otherwise another server for the replica before may open other ways.
    boolean areAll = blocked.isFixed() && edges.length < LiveNetwork.NAMED_EDGES;
    waiting.bar(shape, edges, ticket.isTurn() ? network.turns().numbers(edges) : edges, areAll);
    sayDeferred(ticket, edges, now);
  }

  private void sayDeferred(Ticket ticket, int[] edges, long now) {
    if (!ticket.wait.isDeferralSaid) {
      ticket.wait.isDeferralSaid = true;
      events.accept(
          new SchedulerEvent.Deferred(now, ticket.chunk(), network.model().edgeNames(edges)));
    }
  }

  /** It may be HDFS's refusals that make it impossible. */
  private void fallBackAsImpossible(Ticket ticket, String detail, long now) {
    boolean isRefused = ticket.isRefused();
    FallbackReason reason = isRefused ? FallbackReason.INVALID_TARGETS : FallbackReason.IMPOSSIBLE;
    leaveLine(ticket);
    if (!isRefused && !ticket.isTurn() && ticket.standIn(new Outcome.Fallback(reason, detail))) {
      addToLine(ticket);
    } else {
      fallBack(ticket, reason, detail, now);
    }
  }

  /** Goes on with another model; chunks in flight load its links as their nodes say. */
  void exchange(NetworkModel model, Set<String> present, long now) {
    network =
        new LiveNetwork(model, LinkRates.after(network.rates(), model), settings, random, now);
    network.residual().whenFree(waiting::free);
    network.turns().whenFree(waiting::look);
    waiting.beginAnew();
    presence.set(present);
    timestep.moveTo(network);
    copies.moveTo(network, now);
    flights.moveToNewNetwork(now);
  }
}
