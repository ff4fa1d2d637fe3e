package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PlanResult;

/**
 * Says which of the chunks that wait goes next, and over which pipeline.
 *
 * <p>They are planned in the order of their groups ({@link WaitingLine}), but for those that wait
 * in vain ({@link Admission}), which go before. A chunk that does not fit is deferred, and others
 * behind it may go.
 *
 * <p>Example: a link becomes free, and three chunks wait for it. The first one takes all of it; the
 * second one is planned, does not fit and names the link as full, and the third one, which wants
 * the same, is not planned at all.
 *
 * <p>Cost: when an edge becomes free, one plan for each chunk that is granted and for each shape of
 * chunks that is found not to fit; for one event no more than {@link Bounds#PLANNED_AN_EVENT}
 * replicas. What is left then is done with the next events, or polls. Confined to the coordinator's
 * lock.
 */
final class Dispatcher {
  /** A plan takes about as long for so many hosts to avoid as for a replica. */
  private static final int HOSTS_A_REPLICA = 8;

  /** To lay by what turns hold of so many edges takes about as long. */
  private static final int EDGES_A_REPLICA = 100;

  private final Consumer<SchedulerEvent> events;
  private final BiConsumer<Ticket, Outcome> outcomes;
  private final Fallbacks fallbacks;
  private final Groups groups;
  private final Tickets tickets;
  private final WaitingLine waiting;
  private final Admission admission;
  private final Timestep timestep;
  private final Flights flights;
  private final Supplier<LiveNetwork> network;

  /** How many replicas may still be planned with this event. */
  private int plansLeft = Bounds.PLANNED_AN_EVENT;

  private boolean isMoreToDo;

  /** Has the stock policy place a chunk that waits. */
  interface Fallbacks {
    void fallBack(Ticket ticket, FallbackReason reason, String detail, long now);
  }

  /**
   * Nobody waits.
   *
   * @param events told of what is granted and deferred
   * @param outcomes told how each wait ends that ends with a grant
   * @param fallbacks told of those that can't be placed
   */
  Dispatcher(
      Consumer<SchedulerEvent> events,
      BiConsumer<Ticket, Outcome> outcomes,
      Fallbacks fallbacks,
      Groups groups,
      Tickets tickets,
      WaitingLine waiting,
      Admission admission,
      Timestep timestep,
      Flights flights,
      Supplier<LiveNetwork> network) {
    this.events = events;
    this.outcomes = outcomes;
    this.fallbacks = fallbacks;
    this.groups = groups;
    this.tickets = tickets;
    this.waiting = waiting;
    this.admission = admission;
    this.timestep = timestep;
    this.flights = flights;
    this.network = network;
  }

  private LiveNetwork network() {
    return network.get();
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

  /** A client asks once more for a chunk that waits. */
  void takeOver(Ticket ticket, ChunkRequest request, Optional<Outcome.Fallback> bound, long now) {
    leave(ticket);
    tickets.change(ticket, request);
    bound.ifPresent(ticket::standIn);
    await(ticket, now);
  }

  /**
   * A chunk waits again, since HDFS refused one of its datanodes: it is tried before all others.
   */
  void tryFirst(Ticket ticket, long now) {
    addToLine(ticket);
    tryGrant(ticket, now);
  }

  /** What became free goes to older chunks first; this one may be granted, too. */
  private void await(Ticket ticket, long now) {
    if (waiting.isEmpty()) {
      // Where links have room nobody waits: into the line and out of it again would be most of it.
      flights.divideStreams(waiting.size());
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

  /** It waits no more. */
  void leave(Ticket ticket) {
    ticket.writer().waitsNoMoreFor(ticket);
    waiting.remove(ticket);
  }

  /**
   * Takes load off the edges of chunks that are overdue ({@link Leases}), and looks for waiting
   * chunks that fit though that could not be known. To be called often while chunks wait.
   */
  void pass(long now) {
    isMoreToDo |= flights.age(now);
    if (!waiting.isEmpty()) {
      network().turns().look();
    }
    waiting.tryMoreOpen();
    admission.look(now);
  }

  /**
   * Grants what fits, in turn, if anything became free since the last time; as much as is done with
   * one event.
   */
  void advance(long now) {
    flights.divideStreams(waiting.size());
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
    return plansLeft <= 0 ? null : waiting.next(network().turns()::isFree, groups::standing);
  }

  private void tryGrant(Ticket ticket, long now) {
    ChunkRequest wanted = ticket.wanted;
    int hosts = wanted.excluded().size() + wanted.avoided().size();
    plansLeft -= wanted.replication() + hosts / HOSTS_A_REPLICA;
    plansLeft -= ticket.isTurn() ? network().turns().edges() / EDGES_A_REPLICA : 0;
    PlanResult result;
    boolean isUnhindered = false;
    try {
      result =
          ticket.isTurn() ? network().turns().plan(() -> plan(ticket, now)) : plan(ticket, now);
      if (result instanceof PlanResult.Blocked && admission.waitsInVain(ticket)) {
        PlanResult anyhow = network().planUnhindered(ticket.wanted);
        isUnhindered = anyhow instanceof PlanResult.Planned;
        result = isUnhindered ? anyhow : result;
      }
    } catch (RuntimeException | Error e) {
      // Left to wait, it would be tried first each time, and nobody behind it at all.
      fallbacks.fallBack(ticket, FallbackReason.ERROR, "its plan failed: " + e, now);
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
    return network()
        .plan(
            ticket.wanted,
            flights.lead(ticket, now),
            flights.bytesPerSecond(ticket),
            waiting.size() > 1);
  }

  private void grant(Ticket ticket, Pipeline pipeline, boolean isUnhindered, long now) {
    boolean isAhead =
        ticket.wait.shape != null
            && network().turns().isAnyOfTurns(ticket.wait.shape.barrier.numbers);
    leave(ticket);
    int[][] hops = new int[pipeline.replicas()][];
    Arrays.setAll(hops, pipeline::hop);
    Optional<Exemption> exempt = admission.exemption(ticket, isUnhindered);
    List<String> nodes = pipeline.names(network().model());
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
            network().way(ticket.lease())));
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
      Optional<String> refusal = network().refusal(ticket.wanted);
      if (refusal.isPresent()) {
        fallBackAsImpossible(ticket, refusal.get(), now);
        return;
      }
      shape.isFeasible = true;
    }
    int[] edges = blocked.saturated().stream().mapToInt(i -> i).toArray();
    // Otherwise another server for the replica before may open other ways.
    boolean areAll = blocked.isFixed() && edges.length < LiveNetwork.NAMED_EDGES;
    waiting.bar(shape, edges, ticket.isTurn() ? network().turns().numbers(edges) : edges, areAll);
    sayDeferred(ticket, edges, now);
  }

  private void sayDeferred(Ticket ticket, int[] edges, long now) {
    if (!ticket.wait.isDeferralSaid) {
      ticket.wait.isDeferralSaid = true;
      events.accept(
          new SchedulerEvent.Deferred(now, ticket.chunk(), network().model().edgeNames(edges)));
    }
  }

  /** It may be HDFS's refusals that make it impossible. */
  private void fallBackAsImpossible(Ticket ticket, String detail, long now) {
    boolean isRefused = ticket.isRefused();
    FallbackReason reason = isRefused ? FallbackReason.INVALID_TARGETS : FallbackReason.IMPOSSIBLE;
    leave(ticket);
    if (!isRefused && !ticket.isTurn() && ticket.standIn(new Outcome.Fallback(reason, detail))) {
      addToLine(ticket);
    } else {
      fallbacks.fallBack(ticket, reason, detail, now);
    }
  }
}
