package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Feasibility;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlanResult;
import org.peacescheduler.schedule.Writer;

/**
 * A model with what is left of it and everything that plans on it; exchanged as a whole when the
 * topology is reloaded. Confined to the coordinator's lock.
 */
final class LiveNetwork {
  /** How many full edges a {@link PlanResult.Blocked} names at most. */
  static final int NAMED_EDGES = 16;

  private final NetworkModel model;
  private final SchedulerSettings settings;
  private final SplittableRandom random;
  private final ResidualNetwork residual;
  private final ResidualNetwork idle;
  private final LinkRates rates;
  private final Leases leases;
  private final TurnHolds turns;
  private final PipelinePlanner planner;
  private final PipelinePlanner unhindered;
  private final Feasibility feasibility;
  private final Router router;

  private LiveNetwork(
      NetworkModel model,
      LinkRates rates,
      SchedulerSettings settings,
      SplittableRandom random,
      long now) {
    this.model = model;
    this.settings = settings;
    this.random = random;
    this.rates = rates;
    residual = new ResidualNetwork(model, rates.capacities());
    idle = new ResidualNetwork(model);
    leases = new Leases(residual, settings, now);
    turns = new TurnHolds(residual);
    int choices = settings.has(Mechanism.CHOICES) ? settings.countOf(Constant.CHOICES) : 1;
    int retries = settings.has(Mechanism.RETRIES) ? settings.countOf(Constant.RETRIES) : 0;
    planner = new PipelinePlanner(residual, residual, random, choices, retries);
    unhindered = new PipelinePlanner(idle, residual, random, choices, retries);
    feasibility = new Feasibility(idle);
    router = new Router(residual);
  }

  /** A network that nobody uses, and of which only the file's rates are known. */
  static LiveNetwork idle(NetworkModel model, SchedulerSettings settings, long now) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    return new LiveNetwork(model, new LinkRates(model, settings), settings, random, now);
  }

  /** The network of another model, idle, with the rates that this one has learnt. */
  LiveNetwork next(NetworkModel other, long now) {
    return new LiveNetwork(other, LinkRates.after(rates, other), settings, random, now);
  }

  NetworkModel model() {
    return model;
  }

  /** A chunk that is in flight on another network loads this one as its nodes say. */
  void adopt(Ticket ticket, long now) {
    Lease before = ticket.lease();
    int[][] hops = route(ticket.wanted, ticket.flight.nodes);
    ticket.flight.lease =
        new Lease(
            ticket,
            hops,
            Math.max(1, Math.min(before.bytesPerSecond(), slowest(hops))),
            before.begin(),
            before.expectedMillis());
    if (before.turn != null) {
      ticket.lease().turn = turns.moveTo(ticket, before.turn, hops, (long) rates.stream(), now);
    }
    ticket.lease().isWriterSlow = before.isWriterSlow;
    ticket.lease().sharesEdges = before.sharesEdges;
    leases.open(ticket.lease(), now);
    leases.endHops(ticket.lease(), before.account.firstHop, now);
  }

  ResidualNetwork residual() {
    return residual;
  }

  LinkRates rates() {
    return rates;
  }

  Leases leases() {
    return leases;
  }

  TurnHolds turns() {
    return turns;
  }

  /** Whether none of these edges is full. */
  boolean isRoomOn(int[][] hops) {
    return Arrays.stream(hops)
        .flatMapToInt(IntStream::of)
        .allMatch(edge -> residual.left(edge) > 0);
  }

  /**
   * Plans a chunk on what is left of the network.
   *
   * @param before how another chunk of this writer begins: this one begins so, too, if it can
   * @param bytesPerSecond what it takes of each of its edges
   * @param othersWait whether other chunks wait beside it
   */
  PlanResult plan(ChunkRequest request, Pipeline before, long bytesPerSecond, boolean othersWait) {
    planner.othersWait(othersWait && settings.has(Mechanism.SPARED_SERVERS));
    return planner.planBehind(before, demand(request, bytesPerSecond), NAMED_EDGES);
  }

  /** Plans a chunk over full edges, too; over the least loaded of a few paths. */
  PlanResult planUnhindered(ChunkRequest request) {
    return unhindered.plan(demand(request, 1), 0);
  }

  /** How many of the hops come before, or are, the last one over a full link between switches. */
  int hopsToFullLink(Lease lease) {
    int hops = lease.hops();
    while (hops > 0 && !hasFullLink(lease.hop(hops - 1), lease.bytesPerSecond())) {
      hops--;
    }
    return hops;
  }

  private boolean hasFullLink(int[] hop, long bytesPerSecond) {
    return IntStream.of(hop)
        .anyMatch(edge -> model.isLink(edge) && residual.left(edge) <= bytesPerSecond);
  }

  /** What an operator is told of a chunk's way. */
  SchedulerEvent.Way way(Lease lease) {
    List<String> via =
        IntStream.of(lease.edges).filter(model::isLink).mapToObj(model::edgeName).toList();
    long expected = lease.expectedMillis() == Lease.NEVER ? 0 : lease.expectedMillis();
    return new SchedulerEvent.Way(via, expected);
  }

  /** The first servers of a pipeline; none if one of them is not known. */
  Pipeline first(int replicas, List<String> nodes, Lease lease) {
    int[] servers = new int[replicas];
    int[][] hops = new int[replicas][];
    for (int i = 0; i < replicas; i++) {
      servers[i] = model.server(nodes.get(i)).orElse(-1);
      hops[i] = lease.hop(i);
    }
    boolean isKnown = IntStream.of(servers).allMatch(server -> server >= 0);
    return isKnown ? Pipeline.of(servers, hops) : Pipeline.EMPTY;
  }

  /** What the slowest edge of a path carries, in bytes per second. */
  long slowest(int[][] hops) {
    long slowest = Long.MAX_VALUE;
    for (int[] hop : hops) {
      for (int edge : hop) {
        slowest = Math.min(slowest, residual.capacity(edge));
      }
    }
    return slowest;
  }

  Optional<String> refusal(ChunkRequest request) {
    return feasibility.refusal(demand(request, 1));
  }

  private PipelineDemand demand(ChunkRequest request, long load) {
    BitSet without = servers(request.excluded());
    without.or(servers(request.avoided()));
    return new PipelineDemand(
        request.resolve(model),
        request.replication(),
        request.template(),
        without,
        avoidedRack(request),
        request.mostInRack(),
        load);
  }

  /** The edges of a pipeline that somebody else chose; hop by hop, in order. */
  int[][] route(ChunkRequest request, List<String> nodes) {
    Writer writer = request.resolve(model);
    int sender = writer.server();
    int at = writer.atSwitch();
    int[][] hops = new int[nodes.size()][];
    for (int i = 0; i < hops.length; i++) {
      OptionalInt target = model.server(nodes.get(i));
      hops[i] = target.isPresent() ? router.route(sender, at, target.getAsInt()) : new int[0];
      sender = target.orElse(-1);
      at = -1;
    }
    return hops;
  }

  /** The edges of a copy between two datanodes; none if either of them is not known. */
  int[] route(Copy copy) {
    OptionalInt from = model.server(copy.from());
    OptionalInt to = model.server(copy.to());
    return from.isPresent() && to.isPresent()
        ? router.route(from.getAsInt(), -1, to.getAsInt())
        : new int[0];
  }

  /** Makes exactly these hosts available as targets. */
  void setPresent(Set<String> hosts) {
    BitSet present = servers(hosts);
    IntStream.range(0, model.servers()).forEach(server -> setPresent(server, present.get(server)));
  }

  /** Makes a host available as a target, or not. */
  void setPresent(String host, boolean isPresent) {
    model.server(host).ifPresent(server -> setPresent(server, isPresent));
  }

  private void setPresent(int server, boolean isPresent) {
    residual.setPresent(server, isPresent);
    idle.setPresent(server, isPresent);
  }

  private BitSet servers(Set<String> hosts) {
    BitSet servers = new BitSet(hosts.isEmpty() ? 0 : model.servers());
    for (String host : hosts) {
      model.server(host).ifPresent(servers::set);
    }
    return servers;
  }

  private int avoidedRack(ChunkRequest request) {
    if (request.avoidedRack().isEmpty()) {
      return -1;
    }
    return IntStream.range(0, model.racks())
        .filter(r -> model.rackName(r).equals(request.avoidedRack().get()))
        .findFirst()
        .orElse(-1);
  }
}
