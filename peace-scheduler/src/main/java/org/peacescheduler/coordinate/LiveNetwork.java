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
  private final ResidualNetwork residual;
  private final ResidualNetwork idle;
  private final PipelinePlanner planner;
  private final Feasibility feasibility;
  private final Router router;

  LiveNetwork(NetworkModel model, SplittableRandom random) {
    this.model = model;
    residual = new ResidualNetwork(model);
    idle = new ResidualNetwork(model);
    planner = PipelinePlanner.live(residual, random);
    feasibility = new Feasibility(idle);
    router = new Router(residual);
  }

  NetworkModel model() {
    return model;
  }

  ResidualNetwork residual() {
    return residual;
  }

  /** Plans a chunk that begins as another one of its writer does, if it can. */
  PlanResult planBehind(Pipeline lead, ChunkRequest request, boolean explain) {
    return planner.planBehind(lead, demand(request), explain ? NAMED_EDGES : 0);
  }

  Optional<String> refusal(ChunkRequest request) {
    return feasibility.refusal(demand(request));
  }

  private PipelineDemand demand(ChunkRequest request) {
    return new PipelineDemand(
        request.resolve(model),
        request.replication(),
        request.template(),
        servers(request.excluded()),
        avoidedRack(request),
        request.mostInRack());
  }

  /** Takes the edges of a pipeline that somebody else chose; hop by hop, in order. */
  int[][] occupy(ChunkRequest request, List<String> nodes) {
    Writer writer = request.resolve(model);
    int sender = writer.server();
    int at = writer.atSwitch();
    int[][] hops = new int[nodes.size()][];
    for (int i = 0; i < hops.length; i++) {
      OptionalInt target = model.server(nodes.get(i));
      hops[i] = target.isPresent() ? router.route(sender, at, target.getAsInt()) : new int[0];
      for (int edge : hops[i]) {
        residual.take(edge);
      }
      residual.commit();
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

  /**
   * How a chunk comes to a link between switches that has room for one more at most: the servers
   * and edges before it. Empty if there is no such link, or the writer itself sends over it.
   */
  Pipeline leadTo(List<String> nodes, int[][] hops) {
    int shared = hops.length - 1;
    while (shared > 0 && !hasFullLink(hops[shared], 1)) {
      shared--;
    }
    int[] servers = new int[Math.max(0, shared)];
    for (int i = 0; i < servers.length; i++) {
      servers[i] = model.server(nodes.get(i)).orElse(-1);
    }
    boolean isKnown = IntStream.of(servers).allMatch(server -> server >= 0);
    return isKnown ? Pipeline.of(servers, Arrays.copyOf(hops, servers.length)) : Pipeline.EMPTY;
  }

  /** Whether a link between switches is full that a chunk passes behind its first server. */
  boolean hasFullLink(int[][] hops) {
    for (int hop = 1; hop < hops.length; hop++) {
      if (hasFullLink(hops[hop], 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasFullLink(int[] hop, int most) {
    for (int edge : hop) {
      if (model.isLink(edge) && residual.left(edge) <= most) {
        return true;
      }
    }
    return false;
  }

  /** A chunk waits to be sent by its writer: which server that is, or -1. */
  int queue(ChunkRequest request) {
    int server = request.resolve(model).server();
    residual.queue(server, 1);
    return server;
  }

  /** Takes back what {@link #queue} returned. */
  void queueNoMore(int server) {
    residual.queue(server, -1);
  }

  /** For how many places a server needs its way out, one after the other, till all it has left. */
  double rounds(int server) {
    return (double) residual.queued(server) / model.capacity(model.up(server));
  }

  /** A chunk in the queue of a server, or of none with -1, will soon be sent. */
  void await(int server) {
    residual.await(server, 1);
  }

  /** Takes back one {@link #await}. */
  void awaitNoMore(int server) {
    residual.await(server, -1);
  }

  /** Counts edges, each where its number says. */
  static void addUp(int[] edges, int[] sums) {
    for (int edge : edges) {
      sums[edge]++;
    }
  }

  void give(int[] edges) {
    for (int edge : edges) {
      residual.give(edge);
    }
  }

  /**
   * Whether one more chunk may give up its place on these edges without being done. An edge bears
   * as many of those without a place as it has places, copies among them, so that chunks load a
   * network which is slower than it is said to be twice at most.
   */
  boolean canLag(int[][] hops) {
    for (int[] hop : hops) {
      for (int edge : hop) {
        if (residual.lagging(edge) >= model.capacity(edge)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A chunk has given up its place on these edges and is not done. */
  void lag(int[][] hops) {
    countLagging(hops, 1);
  }

  /** It is done. */
  void catchUp(int[][] hops) {
    countLagging(hops, -1);
  }

  private void countLagging(int[][] hops, int change) {
    for (int[] hop : hops) {
      for (int edge : hop) {
        residual.lag(edge, change);
      }
    }
  }

  /** Makes exactly these hosts available as targets. */
  void setPresent(Set<String> hosts) {
    BitSet present = servers(hosts);
    for (int server = 0; server < model.servers(); server++) {
      residual.setPresent(server, present.get(server));
      idle.setPresent(server, present.get(server));
    }
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
