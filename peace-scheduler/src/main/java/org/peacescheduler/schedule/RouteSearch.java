package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.network.Candidates;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

/**
 * Whether a chunk has any pipeline at all, over any way between any servers.
 *
 * <p>{@link PipelinePlanner} takes shortest paths, as the paper does. Where several ways lead to
 * the same place, a hop's shortest path can take the one link that a later hop needs, although a
 * detour would leave it free. This search tries the detours too. It is what the answer "never"
 * rests on, and what plans a chunk that fits in no other way.
 *
 * <p>Example: hop 1 must go from a to b, hop 3 again, over a link of capacity 1; but a, c, b is
 * open.
 *
 * <p>Cost: exponential in the number of replicas and cycles, so it gives up after {@value #STEPS}
 * steps. Confined to its owner's lock.
 */
public final class RouteSearch {
  private static final int STEPS = 300_000;

  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final Candidates candidates;
  private final List<List<Integer>> linksOut = new ArrayList<>();

  private PipelineDemand demand;
  private int[] servers;
  private int[] hopEnds;
  private int[] edges;
  private int length;
  private int stepsLeft;

  /** A search on what is left of a network, which it does not change. */
  public RouteSearch(ResidualNetwork residual) {
    this.residual = residual;
    this.model = residual.model();
    this.candidates = new Candidates(model);
    for (int u = 0; u < model.switches(); u++) {
      linksOut.add(new ArrayList<>());
    }
    for (int k = 0; k < model.links(); k++) {
      linksOut.get(model.linkFrom(k)).add(k);
    }
  }

  /** A pipeline; empty if there is none or the search gave up. Nothing is taken. */
  public Optional<Pipeline> plan(PipelineDemand wanted) {
    demand = wanted;
    int replicas = wanted.replication();
    servers = new int[replicas];
    hopEnds = new int[replicas];
    // A hop passes a switch at most once.
    edges = new int[replicas * (model.switches() + 3)];
    length = 0;
    stepsLeft = STEPS;
    wanted.start(candidates, residual);
    int mark = residual.mark();
    boolean isPlaced = place(0);
    residual.rollBack(mark);
    if (!isPlaced) {
      return Optional.empty();
    }
    return Optional.of(new Pipeline(servers, Arrays.copyOf(edges, length), hopEnds));
  }

  /** Whether the last search ended before it had tried everything. */
  boolean gaveUp() {
    return stepsLeft < 0;
  }

  private boolean place(int replica) {
    if (replica == demand.replication()) {
      return true;
    }
    if (!demand.constrain(candidates, replica, residual)) {
      return false;
    }
    int sender = candidates.sender();
    if (candidates.constraint() == Constraint.LOCAL) {
      return residual.left(model.disk(sender)) > 0 && arrive(replica, sender, sender);
    }
    if (sender < 0 && demand.writer().atSwitch() < 0) {
      for (int u = 0; u < model.switches(); u++) {
        if (placeOn(u, replica, sender)) {
          return true;
        }
      }
      return false;
    }
    if (sender < 0) {
      return walk(demand.writer().atSwitch(), new BitSet(), replica, sender);
    }
    if (residual.left(model.up(sender)) <= 0) {
      return false;
    }
    take(model.up(sender));
    if (walk(model.switchOf(sender), new BitSet(), replica, sender)) {
      return true;
    }
    untake();
    return false;
  }

  /** Places the replica on this switch, or on one further on. */
  private boolean walk(int sw, BitSet passed, int replica, int sender) {
    if (--stepsLeft < 0) {
      return false;
    }
    if (placeOn(sw, replica, sender)) {
      return true;
    }
    Constraint constraint = candidates.constraint();
    passed.set(sw);
    for (int k : linksOut.get(sw)) {
      if (passed.get(model.linkTo(k)) || residual.left(model.link(k)) <= 0) {
        continue;
      }
      take(model.link(k));
      if (walk(model.linkTo(k), passed, replica, sender)) {
        return true;
      }
      untake();
      candidates.constrain(constraint);
    }
    passed.clear(sw);
    return false;
  }

  /** Tries the servers of a switch, of those that are alike only one. */
  private boolean placeOn(int sw, int replica, int sender) {
    Constraint constraint = candidates.constraint();
    BitSet racksTried = new BitSet();
    for (int server : residual.roomyServers(sw)) {
      boolean canSend = residual.left(model.up(server)) > 0;
      int kind = 2 * model.rackOf(server) + (canSend ? 1 : 0);
      if (racksTried.get(kind) || !candidates.accepts(server)) {
        continue;
      }
      racksTried.set(kind);
      if (arrive(replica, server, sender)) {
        return true;
      }
      candidates.constrain(constraint);
    }
    return false;
  }

  private boolean arrive(int replica, int server, int sender) {
    if (--stepsLeft < 0) {
      return false;
    }
    int before = length;
    if (server != sender) {
      take(model.down(server));
    }
    if (model.capacity(model.disk(server)) != NetworkModel.UNLIMITED) {
      take(model.disk(server));
    }
    servers[replica] = server;
    hopEnds[replica] = length;
    int senderRack = replica == 0 ? demand.writer().rack() : model.rackOf(sender);
    candidates.push(server);
    if (place(replica + 1)) {
      return true;
    }
    candidates.pop(sender, senderRack);
    while (length > before) {
      untake();
    }
    return false;
  }

  private void take(int edge) {
    edges[length++] = edge;
    residual.take(edge, demand.load());
  }

  private void untake() {
    length--;
    residual.rollBack(residual.mark() - 1);
  }
}
