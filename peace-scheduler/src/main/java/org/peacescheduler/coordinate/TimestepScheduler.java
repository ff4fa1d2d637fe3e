package org.peacescheduler.coordinate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.network.NetworkModel;

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
 * <p>Cost: that of its parts; the {@link Dispatcher} plans most of it. Confined to the
 * coordinator's lock.
 */
final class TimestepScheduler {
  private final Consumer<SchedulerEvent> events;
  private final BiConsumer<Ticket, Outcome> outcomes;
  private final Admission admission;

  // The coordinator tells these of what concerns nobody else, and looks at them.
  final Groups groups;
  final RequestBook book;
  final Tickets tickets;
  final WaitingLine waiting;
  final Dispatcher dispatcher;

  // Each of these loads the network, and goes on with another one when that is exchanged.
  final Copies copies;
  final Timestep timestep;
  final Flights flights;

  private LiveNetwork network;

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
    this.events = events;
    this.outcomes = outcomes;
    Guarantees guarantees = new Guarantees(settings.shares());
    this.waiting = new WaitingLine(guarantees);
    this.groups =
        new Groups(
            settings.order(),
            settings.shares(),
            settings.constants(),
            new LiveBandwidths(this::network),
            waiting.queues());
    this.book = new RequestBook(groups, settings);
    use(LiveNetwork.idle(model, settings, now));
    this.copies = new Copies(network);
    this.timestep = new Timestep(settings.completionFraction(), network, now);
    StreamParts parts = new StreamParts(settings.shares(), settings.constants());
    Competitors competitors = new Competitors(parts);
    this.admission =
        new Admission(settings, book, waiting, competitors, copies, this::network, now);
    Learning learning = new Learning(settings, book, admission, this::network);
    Presence presence = new Presence(this::network, waiting);
    this.tickets = new Tickets(book, groups, learning, presence, competitors);
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
    this.dispatcher =
        new Dispatcher(
            events,
            outcomes,
            this::fallBack,
            groups,
            tickets,
            waiting,
            admission,
            timestep,
            flights,
            this::network);
  }

  private void use(LiveNetwork other) {
    network = other;
    network.residual().whenFree(waiting::free);
    network.turns().whenFree(waiting::look);
  }

  LiveNetwork network() {
    return network;
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

  /**
   * HDFS refuses a datanode of a chunk in flight: it is planned again without it, before all
   * others.
   */
  void replan(Ticket ticket, ChunkRequest without, long now) {
    flights.withdraw(ticket, now);
    ticket.state = Ticket.State.WAITING;
    events.accept(SchedulerEvent.Refused.of(ticket, without, now));
    ticket.wait.odd = new Outcome.Fallback(FallbackReason.INVALID_TARGETS, "");
    tickets.change(ticket, without);
    dispatcher.tryFirst(ticket, now);
    endTimestepIfDone(now);
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
    turn.stream().filter(ticket -> ticket.state != Ticket.State.ENDED).forEach(tickets::passOn);
    turn.forEach(ticket -> flights.begun(ticket, now));
  }

  /**
   * How long a turn is still written in; 0 if it is held no more.
   *
   * @param bytes what is written in it; 0 if nobody has said it: then as much as groups like its
   *     own have
   */
  long leftMillis(Ticket turn, long bytes, long now) {
    if (!turn.isInFlight()) {
      return 0;
    }
    TurnHolds.Hold hold = turn.lease().turn;
    double expected = hold.bytesIn(groups.expectedSeconds(turn.member().group()));
    return hold.leftMillis(bytes > 0 ? (double) bytes : expected, now);
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
      dispatcher.leave(ticket);
    }
    if (ticket.flight.rests) {
      flights.restsNoMore();
    }
    tickets.end(ticket);
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

  /** Goes on with another model; chunks in flight load its links as their nodes say. */
  void exchange(NetworkModel model, Set<String> present, long now) {
    use(network.next(model, now));
    waiting.beginAnew();
    tickets.presence.set(present);
    timestep.moveTo(network);
    copies.moveTo(network, now);
    flights.moveToNewNetwork(now);
  }
}
