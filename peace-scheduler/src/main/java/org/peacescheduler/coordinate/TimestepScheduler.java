package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PlanResult;

/**
 * The timesteps around Algorithm 1, as requests arrive and chunks end.
 *
 * <p>Goals, in order: no capacity lost, whatever the end of a chunk; older requests first; a grant
 * as soon as there is room.
 *
 * <p>A chunk waits, is in flight, has ended. In a timestep the waiting chunks are planned in the
 * order of their requests ({@link WaitingLine#leftOverFirst}); those that do not fit stay, others
 * behind them may go; those that arrive later in the timestep get what is left. It ends when the
 * completion fraction of its chunks are done; their capacity comes back then, chunks still in
 * flight keep theirs. With fraction 0 every completion ends a timestep, so capacity comes back at
 * once, and hop by hop: a replica that is there frees its hop and those before it, since all of the
 * chunk has passed them.
 *
 * <p>Example, fraction 0.8, one link of capacity 5, six chunks: five granted in timestep 0; the
 * fourth completion ends it; timestep 1 starts with one chunk in flight and grants the sixth.
 *
 * <p>Cost: a pass over the waiting chunks when capacity comes back; those whose links are still
 * full cost a look at these links. Confined to the coordinator's lock.
 */
final class TimestepScheduler {
  private final SchedulerSettings settings;
  private final SplittableRandom random;
  private final Consumer<SchedulerEvent> events;
  private final BiConsumer<Ticket, Outcome> outcomes;
  private final RequestBook book = new RequestBook();
  private final Suspects suspects = new Suspects();
  private final AbsentClients absent = new AbsentClients();
  private final Pace pace = new Pace();
  private final Set<Ticket> inFlight = new LinkedHashSet<>();

  // Each of these loads the network, and goes on with another one when that is exchanged.
  private final WaitingLine waiting;
  private final Laggards laggards;
  private final Copies copies;
  private final Timestep timestep;

  private LiveNetwork network;

  private long nextTicket;
  private boolean roomier;

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
    this.network = new LiveNetwork(model, random);
    this.waiting = new WaitingLine(settings.order(), network);
    this.laggards = new Laggards(pace, network);
    this.copies = new Copies(network);
    this.timestep = new Timestep(settings.completionFraction(), network, now);
  }

  LiveNetwork network() {
    return network;
  }

  Collection<Ticket> waiting() {
    return waiting.tickets();
  }

  Collection<Ticket> inFlight() {
    return inFlight;
  }

  int copies() {
    return copies.count();
  }

  long timestep() {
    return timestep.number();
  }

  int openFiles() {
    return book.files();
  }

  /** A ticket for a file's next chunk, to be submitted or observed. */
  Ticket ticketFor(ChunkRequest request, long now) {
    RequestOrder.Standing standing = book.standingOf(request, now);
    Chunk chunk =
        new Chunk(request.path(), request.writer().orElse(""), book.chunkNumber(request.file()));
    Ticket ticket = new Ticket(nextTicket++, chunk, standing, request, now);
    ticket.failed = book.failed(request);
    if (suspects.add(ticket.failed, now)) {
      adoptPresent();
    }
    return ticket;
  }

  /** A file asks for its next chunk; it is planned at once, or waits. */
  void submit(Ticket ticket, long now) {
    events.accept(new SchedulerEvent.Submitted(now, ticket.chunk()));
    waiting.add(ticket, book.isBegun(ticket.file()));
    grantInTurn(ticket, now);
  }

  /** What became free goes to older chunks first; without that, only this one can be granted. */
  private void grantInTurn(Ticket ticket, long now) {
    if (roomier) {
      advance(now);
    } else {
      tryGrant(ticket, now);
    }
  }

  /** HDFS ordered a copy: it goes on now, whatever else is under way, and no timestep has it. */
  void copyOrdered(Copy copy) {
    copies.add(copy);
  }

  /** A copy is made, or will not be. */
  void copyEnded(Copy copy) {
    roomier |= copies.remove(copy);
  }

  /** All copies are somebody else's now. */
  void forgetCopies() {
    endCopiesOutside(Set.of());
  }

  /** Copies whose source or target is lost are not made; HDFS will order others. */
  void endCopiesOutside(Set<String> hosts) {
    copies.outside(hosts).forEach(this::copyEnded);
  }

  /** A chunk that the stock policy placed: it is load until it ends, like any other. */
  void observe(Ticket ticket, List<String> nodes, long now) {
    ticket.hops = network.occupy(ticket.wanted, nodes);
    fly(ticket, nodes, now);
  }

  /** Somebody waits again for a chunk whose client was told to ask again. */
  void attend(Ticket ticket, ChunkRequest request, long now) {
    if (!request.equals(ticket.wanted)) {
      ticket.wanted = request;
      // Its writer may be another server now: on a host with several, HDFS names any of them.
      waiting.remove(ticket);
      waiting.add(ticket, book.isBegun(ticket.file()));
      ticket.judgeAnew();
    }
    ticket.attended = true;
    ticket.recall = null;
    grantInTurn(ticket, now);
    if (ticket.state == Ticket.State.WAITING && !isWithinDeferral(ticket, now)) {
      fallBackAfterDeferral(ticket, now);
    }
  }

  /** Nobody waits for the chunk for a while; it keeps its place. */
  void sendAway(Ticket ticket, Runnable recall, long now) {
    ticket.recall = recall;
    ticket.recalled = 0;
    ticket.attended = false;
    ticket.unattendedSince = now;
    ticket.timesSentAway++;
    outcomes.accept(ticket, new Outcome.AskAgain());
  }

  /** HDFS refuses a planned datanode: the chunk is planned again without it, before all others. */
  void replan(Ticket ticket, ChunkRequest without, long now) {
    if (ticket.state != Ticket.State.IN_FLIGHT) {
      return;
    }
    inFlight.remove(ticket);
    takeBack(ticket);
    timestep.chunkWithdrawn();
    ticket.state = Ticket.State.WAITING;
    ticket.wanted = without;
    ticket.refused = true;
    ticket.judgeAnew();
    waiting.add(ticket, book.isBegun(ticket.file()));
    tryGrant(ticket, now);
    endTimestepIfDone(now);
  }

  /** The pipeline is not used, so its capacity is free in this timestep still. */
  private void takeBack(Ticket ticket) {
    for (int hop = ticket.hopsGiven; hop < ticket.hops.length; hop++) {
      network.give(ticket.hops[hop]);
    }
    ticket.hopsGiven = ticket.hops.length;
    laggards.catchUp(ticket);
    roomier = true;
  }

  /**
   * Lets others in where a chunk has had its place for as long as its bytes take ({@link Pace}); no
   * more of them than links bear, unless there is only one writer. To be called often while chunks
   * wait.
   */
  void pass(long now) {
    if (!timestep.isContinuous() || waiting.isEmpty()) {
      return;
    }
    boolean isOneWriter = isOneWriter();
    for (Ticket ticket : inFlight) {
      if (ticket.hopsGiven < ticket.hops.length && laggards.mayLag(ticket, isOneWriter, now)) {
        laggards.lag(ticket);
        giveBack(ticket, ticket.hops.length);
      }
    }
  }

  /**
   * Whether all that waits and is under way comes from the same writer, and HDFS copies nothing.
   */
  private boolean isOneWriter() {
    Optional<String> writer = waiting.tickets().first().wanted.writer();
    Predicate<Ticket> isSame = ticket -> ticket.wanted.writer().equals(writer);
    return writer.isPresent()
        && copies.count() == 0
        && waiting.tickets().stream().allMatch(isSame)
        && inFlight.stream().allMatch(isSame);
  }

  /** A chunk ended with so many bytes; 0 if that is not known. */
  void learn(long bytes) {
    pace.learn(bytes);
  }

  /** The pipeline is another one now: the chunk loads its links instead of the old ones. */
  void reroute(Ticket ticket, List<String> nodes) {
    if (ticket.state != Ticket.State.IN_FLIGHT) {
      return;
    }
    takeBack(ticket);
    ticket.hops = network.occupy(ticket.wanted, nodes);
    ticket.nodes = List.copyOf(nodes);
    startHops(ticket);
  }

  private static void startHops(Ticket ticket) {
    ticket.hopsGiven = 0;
    ticket.replicas = new BitSet();
  }

  /**
   * A datanode has its replica. So all of it has passed the hops before, too: they are free even if
   * their datanodes, which wait for the acknowledgement of this one, have not reported yet.
   */
  void replicaDone(Ticket ticket, String node, long now) {
    int hop = ticket.nodes.indexOf(node);
    if (ticket.state != Ticket.State.IN_FLIGHT || hop < 0 || ticket.replicas.get(hop)) {
      return;
    }
    ticket.replicas.set(hop);
    events.accept(new SchedulerEvent.ReplicaDone(now, ticket.chunk(), node));
    giveBack(ticket, hop + 1);
    if (hop == ticket.hops.length - 1) {
      laggards.catchUp(ticket);
    }
  }

  /** The chunk is written: every datanode of its pipeline has acknowledged it. */
  void done(Ticket ticket, boolean fileEnded, long now) {
    if (ticket.state != Ticket.State.IN_FLIGHT) {
      return;
    }
    ticket.nodes.forEach(node -> replicaDone(ticket, node, now));
    events.accept(new SchedulerEvent.Done(now, ticket.chunk(), now - ticket.granted));
    book.advance(ticket.file());
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
      outcomes.accept(ticket, new Outcome.AskAgain());
    }
  }

  /** It has its capacity no longer, though nobody has said that it ended; its file may go on. */
  void outlast(Ticket ticket, long now) {
    book.advance(ticket.file());
    release(ticket, "time", false, now);
  }

  /**
   * How long a chunk may take by its bytes, as slow as a network is that is loaded twice, in
   * milliseconds; 0 if that is not known.
   */
  long longestMillis(Ticket ticket) {
    long millis = laggards.placeMillis(ticket, Pace.Company.OTHERS);
    return millis == Pace.UNKNOWN ? 0 : 2 * millis;
  }

  /** The file asks for no more chunks. */
  void forget(String file) {
    book.forget(file);
  }

  /** The stock policy is to place a waiting chunk. */
  void fallBack(Ticket ticket, FallbackReason reason, String detail, long now) {
    if (ticket.state == Ticket.State.ENDED) {
      return;
    }
    events.accept(new SchedulerEvent.Fallback(now, ticket.chunk(), reason, detail));
    end(ticket, false, now);
    outcomes.accept(ticket, new Outcome.Fallback(reason, detail));
  }

  private void end(Ticket ticket, boolean fileEnded, long now) {
    if (ticket.state == Ticket.State.IN_FLIGHT) {
      inFlight.remove(ticket);
      giveBack(ticket, ticket.hops.length);
      laggards.catchUp(ticket);
      timestep.chunkEnded();
    } else {
      waiting.remove(ticket);
    }
    ticket.state = Ticket.State.ENDED;
    if (fileEnded) {
      book.forget(ticket.file());
    } else {
      book.pause(ticket.file(), now);
    }
    endTimestepIfDone(now);
  }

  private void giveBack(Ticket ticket, int hops) {
    for (; ticket.hopsGiven < hops; ticket.hopsGiven++) {
      roomier |= timestep.giveBack(ticket.hops[ticket.hopsGiven]);
    }
  }

  private void endTimestepIfDone(long now) {
    boolean heldAny = timestep.holdsAny();
    timestep
        .endIfDone(inFlight.size(), now)
        .ifPresent(
            ended -> {
              roomier |= heldAny;
              events.accept(ended);
            });
  }

  /** Grants what fits, in turn, if anything became free since the last time. */
  void advance(long now) {
    boolean anythingFree = roomier;
    while (roomier) {
      roomier = false;
      Set<ChunkRequest.Shape> full = new HashSet<>();
      for (Ticket ticket : inTurn(now)) {
        if (ticket.state == Ticket.State.WAITING && ticket.attended && mayHaveRoom(ticket)) {
          grantUnlessFull(ticket, full, now);
        }
      }
    }
    if (anythingFree) {
      absent.recallWhoFits(waiting.tickets(), network, this::mayHaveRoom, now);
    }
  }

  /** There is less and less room in a pass: what did not fit does not fit for others either. */
  private void grantUnlessFull(Ticket ticket, Set<ChunkRequest.Shape> full, long now) {
    boolean isKnown = ticket.judgedFeasible && ticket.deferralSaid;
    ChunkRequest.Shape shape = ticket.wanted.shape();
    if (isKnown && full.contains(shape)) {
      return;
    }
    tryGrant(ticket, now);
    if (ticket.state == Ticket.State.WAITING) {
      full.add(shape);
    }
  }

  /** Whose turn it is now; nobody is overtaken for longer than half of what they may wait. */
  private List<Ticket> inTurn(long now) {
    if (!timestep.isContinuous()) {
      return List.copyOf(waiting.tickets());
    }
    long taken = inFlight.stream().filter(t -> t.hopsGiven < t.hops.length).count();
    return waiting.leftOverFirst(taken, now - settings.deferralMax().toMillis() / 2);
  }

  /** Takes the calls to absent clients that are to be made once the lock is free. */
  List<Runnable> takeRecalls() {
    return absent.takeRecalls();
  }

  private boolean mayHaveRoom(Ticket ticket) {
    if (ticket.barredBy.length == 0) {
      return true;
    }
    for (int edge : ticket.barredBy) {
      if (network.residual().left(edge) > 0) {
        return true;
      }
    }
    return false;
  }

  private void tryGrant(Ticket ticket, long now) {
    Laggards.Lead lead = laggards.lead(ticket.wanted, now);
    PlanResult result = network.planBehind(lead.pipeline(), ticket.wanted, true);
    if (result instanceof PlanResult.Planned planned) {
      ticket.followed = planned.pipeline().beginsAs(lead.pipeline()) ? lead.followed() : 0;
      grant(ticket, planned.pipeline(), now);
    } else if (result instanceof PlanResult.Blocked blocked) {
      defer(ticket, blocked, now);
    } else if (result instanceof PlanResult.Impossible impossible) {
      fallBackAsImpossible(ticket, impossible.reason(), now);
    }
  }

  private void grant(Ticket ticket, Pipeline pipeline, long now) {
    waiting.remove(ticket);
    if (book.begin(ticket.file())) {
      waiting.begin(ticket.request());
    }
    ticket.hops = new int[pipeline.replicas()][];
    Arrays.setAll(ticket.hops, pipeline::hop);
    List<String> nodes = pipeline.names(network.model());
    fly(ticket, nodes, now);
    events.accept(
        new SchedulerEvent.Granted(
            now, ticket.chunk(), nodes, timestep.number(), now - ticket.submitted()));
    outcomes.accept(ticket, new Outcome.Granted(nodes));
  }

  private void fly(Ticket ticket, List<String> nodes, long now) {
    ticket.state = Ticket.State.IN_FLIGHT;
    ticket.granted = now;
    ticket.nodes = List.copyOf(nodes);
    book.goes(ticket.file(), ticket.nodes);
    startHops(ticket);
    inFlight.add(ticket);
    timestep.chunkBegun();
  }

  private void defer(Ticket ticket, PlanResult.Blocked blocked, long now) {
    int[] edges = blocked.saturated().stream().mapToInt(i -> i).toArray();
    boolean barsAlone = blocked.replica() == 0 && edges.length < LiveNetwork.NAMED_EDGES;
    ticket.barredBy = barsAlone ? edges : new int[0];
    if (!ticket.judgedFeasible) {
      Optional<String> refusal = network.refusal(ticket.wanted);
      if (refusal.isPresent()) {
        fallBackAsImpossible(ticket, refusal.get(), now);
        return;
      }
      ticket.judgedFeasible = true;
    }
    if (ticket.deferralSaid) {
      return;
    }
    ticket.deferralSaid = true;
    events.accept(
        new SchedulerEvent.Deferred(now, ticket.chunk(), network.model().edgeNames(edges)));
  }

  /** It may be HDFS's refusals that make it impossible. */
  private void fallBackAsImpossible(Ticket ticket, String detail, long now) {
    FallbackReason reason =
        ticket.refused ? FallbackReason.INVALID_TARGETS : FallbackReason.IMPOSSIBLE;
    fallBack(ticket, reason, detail, now);
  }

  /** Ends waits that last too long, and forgets chunks and files nobody came back for. */
  void expire(long now, long abandonedAfter) {
    book.forgetIdleSince(now - abandonedAfter);
    // Who fits may not have been found: there are only so many tries.
    roomier = true;
    for (Ticket ticket : List.copyOf(waiting.tickets())) {
      if (!ticket.attended && now - ticket.unattendedSince >= abandonedAfter) {
        release(ticket, "client-gone", true, now);
      } else if (!isWithinDeferral(ticket, now)) {
        if (ticket.attended) {
          fallBackAfterDeferral(ticket, now);
        } else {
          absent.recall(ticket, now);
        }
      }
    }
  }

  private boolean isWithinDeferral(Ticket ticket, long now) {
    return now - ticket.submitted() < settings.deferralMax().toMillis();
  }

  private void fallBackAfterDeferral(Ticket ticket, long now) {
    fallBack(
        ticket,
        FallbackReason.DEFERRAL_MAX,
        "deferred for " + settings.deferralMax().toSeconds() + " s",
        now);
  }

  /**
   * Whether every edge carries what is held, and bears what lags, and all that wait are counted.
   */
  boolean balances() {
    int[] held = new int[network.model().edges()];
    int[] lagging = new int[network.model().edges()];
    timestep.addUp(held);
    copies.addUp(held, lagging);
    for (Ticket ticket : inFlight) {
      addUp(ticket.hops, ticket.hopsGiven, held);
      if (ticket.lags) {
        addUp(ticket.hops, 0, lagging);
      }
    }
    ResidualNetwork residual = network.residual();
    return laggards.balances()
        && waiting.balances()
        && IntStream.range(0, held.length)
            .allMatch(e -> held[e] == residual.used(e) && lagging[e] == residual.lagging(e));
  }

  private static void addUp(int[][] hops, int from, int[] sums) {
    for (int hop = from; hop < hops.length; hop++) {
      LiveNetwork.addUp(hops[hop], sums);
    }
  }

  /** Says which hosts can be targets. */
  void setPresent(Set<String> hosts) {
    suspects.setPresent(hosts);
    adoptPresent();
  }

  /** These hosts have been heard from. */
  void trust(Set<String> hosts) {
    if (suspects.clear(hosts)) {
      adoptPresent();
    }
  }

  /** Hosts that a client could not write to, with the time of that. */
  Map<String, Long> suspects() {
    return suspects.all();
  }

  private void adoptPresent() {
    network.setPresent(suspects.others());
    waiting.judgeAnew();
    roomier = true;
  }

  /** Goes on with another model; chunks in flight load its links as their nodes say. */
  void exchange(NetworkModel model, Set<String> present) {
    network = new LiveNetwork(model, random);
    suspects.setPresent(present);
    network.setPresent(suspects.others());
    timestep.moveTo(network);
    copies.moveTo(network);
    for (Ticket ticket : inFlight) {
      ticket.hops = network.occupy(ticket.wanted, ticket.nodes);
      for (int hop = 0; hop < ticket.hopsGiven; hop++) {
        network.give(ticket.hops[hop]);
      }
    }
    laggards.moveTo(network, inFlight);
    waiting.moveTo(network);
    roomier = true;
  }
}
