package org.peacescheduler.schedule;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.peacescheduler.network.Candidates;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.PathFinder;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

/**
 * Finds the pipeline of one chunk: lines 7 to 25 of Algorithm 1.
 *
 * <p>Goals, in order: all replicas or none (what was taken on the way is rolled back); each replica
 * by a randomized shortest path from the one before; no allocation but the result.
 *
 * <p>Beyond the paper: a replica can be put where the next one has no way on (its server's link is
 * busy sending). The paper defers such a chunk; this planner takes another server of that replica,
 * up to {@code retries} times a chunk. 0 is the paper. A dead end rules out the servers that are
 * alike (same switch, same rack, as able to send): each of them would be one, since it could change
 * places with this one in any pipeline. Only if the way to it took a link that later hops may need
 * is it ruled out alone, for there may be another way to the others.
 *
 * <p>Example: writer svr1.1, 2 replicas, {@code same-rack, other-rack} on figure 5: svr1.2, then
 * svr2.1 or svr2.2.
 *
 * <p>Cost: one {@link PathFinder#search} a replica and retry. Confined to its owner's lock.
 */
public final class PipelinePlanner {
  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final PathFinder finder;
  private final Candidates candidates;
  private final int retries;

  /** The edges of the path found last. */
  private final IntUnaryOperator found;

  private final PipelineDraft draft = new PipelineDraft();
  private PipelineDemand demand;
  private Pipeline lead;
  private int retriesLeft;
  private int explainLimit;
  private PlanResult failure;

  /**
   * A planner on {@code residual} that takes the first path it finds, as the paper does.
   *
   * @param retries how many dead ends a chunk may meet before it counts as blocked; 0 is the paper
   */
  public PipelinePlanner(ResidualNetwork residual, SplittableRandom random, int retries) {
    this(residual, new PathFinder(residual, random), retries);
  }

  /**
   * A planner on {@code residual} as the coordinator uses it: of a few random shortest paths each
   * hop takes the least loaded.
   */
  public static PipelinePlanner live(ResidualNetwork residual, SplittableRandom random) {
    return new PipelinePlanner(
        residual,
        residual,
        random,
        Constants.STANDARD.countOf(Constant.CHOICES),
        Constants.STANDARD.countOf(Constant.RETRIES));
  }

  /**
   * A planner on one network, by the loads of another one.
   *
   * @param choices of how many random shortest paths each hop takes the least loaded
   * @param retries how many dead ends a chunk may meet before it counts as blocked
   */
  public PipelinePlanner(
      ResidualNetwork residual,
      ResidualNetwork loads,
      SplittableRandom random,
      int choices,
      int retries) {
    this(residual, new PathFinder(residual, loads, random, choices), retries);
  }

  private PipelinePlanner(ResidualNetwork residual, PathFinder finder, int retries) {
    this.residual = residual;
    this.model = residual.model();
    this.finder = finder;
    this.candidates = new Candidates(model);
    this.retries = retries;
    this.found = finder::edge;
  }

  /** Says whether others wait beside the chunk that is planned ({@link PathFinder#spare}). */
  public void othersWait(boolean on) {
    finder.spare(on);
  }

  /** As {@link #planBehind}, behind nobody. */
  public PlanResult plan(PipelineDemand wanted, int namedEdges) {
    return planBehind(Pipeline.EMPTY, wanted, namedEdges);
  }

  /**
   * Plans a chunk. The residual network is afterwards as before: whoever commits to the plan takes
   * its edges ({@link Pipeline#take}).
   *
   * @param before how another chunk of this writer begins: this one begins so, too, if it can
   * @param wanted what it asks for
   * @param namedEdges how many full edges a {@link PlanResult.Blocked} names at most; 0 saves the
   *     search for them
   */
  public PlanResult planBehind(Pipeline before, PipelineDemand wanted, int namedEdges) {
    lead = before;
    demand = wanted;
    finder.sends(wanted.load());
    retriesLeft = retries;
    explainLimit = namedEdges;
    failure = null;
    draft.begin(wanted.replication());
    wanted.start(candidates, residual);
    int mark = residual.mark();
    boolean isPlanned;
    try {
      isPlanned = place(0);
    } finally {
      residual.rollBack(mark);
    }
    if (!isPlanned) {
      return failure instanceof PlanResult.Impossible impossible && gaveUp()
          ? blocked(impossible.replica(), List.of())
          : failure;
    }
    return new PlanResult.Planned(draft.pipeline(wanted.replication()));
  }

  /** Whether the last plan gave up with dead ends still to try. */
  boolean gaveUp() {
    return retriesLeft < 0;
  }

  private boolean place(int replica) {
    if (replica == demand.replication()) {
      return true;
    }
    int sender = candidates.sender();
    int level = candidates.openLevel();
    try {
      if (!demand.constrain(candidates, replica, residual)) {
        noteImpossible(replica);
        return false;
      }
      if (canFollow(replica)) {
        int[] hop = lead.hop(replica);
        if (placeFrom(replica, lead.server(replica), hop.length, i -> hop[i])) {
          return true;
        }
        draft.cutTo(replica);
      }
      while (true) {
        candidates.sendsOn(replica < demand.replication() - 1);
        int server = finder.search(sender, demand.writer().atSwitch(), candidates);
        if (server == PathFinder.NO_SERVER) {
          noteBlocked(replica, sender);
          return false;
        }
        if (placeFrom(replica, server, finder.length(), found)) {
          return true;
        }
        if (--retriesLeft < 0) {
          return false;
        }
        bar(replica, server);
        draft.cutTo(replica);
      }
    } finally {
      candidates.closeLevel(level);
    }
  }

  /** Takes a hop, and places the rest behind it; gives the hop back if there is no room for it. */
  private boolean placeFrom(int replica, int server, int hopLength, IntUnaryOperator hop) {
    int sender = candidates.sender();
    int senderRack = replica == 0 ? demand.writer().rack() : model.rackOf(sender);
    Constraint constraint = candidates.constraint();
    int mark = residual.mark();
    take(replica, server, hopLength, hop);
    candidates.push(server);
    if (place(replica + 1)) {
      return true;
    }
    candidates.pop(sender, senderRack);
    candidates.constrain(constraint);
    residual.rollBack(mark);
    return false;
  }

  /** Whether the chunk came as the one before it did, and may and can go on so. */
  private boolean canFollow(int replica) {
    if (replica >= lead.replicas()
        || (replica > 0 && draft.server(replica - 1) != lead.server(replica - 1))) {
      return false;
    }
    int server = lead.server(replica);
    return candidates.accepts(server)
        && residual.isPresent(server)
        && IntStream.of(lead.hop(replica)).allMatch(edge -> residual.left(edge) > 0);
  }

  private void bar(int replica, int server) {
    if (candidates.constraint() == Constraint.LOCAL) {
      candidates.bar(server);
    } else if (residual.left(model.up(server)) <= 0) {
      candidates.barAlikeUnableToSend(server, residual);
    } else if (isWhateverTheWay(replica, server)) {
      candidates.barAlike(server);
    } else {
      candidates.bar(server);
    }
  }

  /** Whether a dead end is one by whichever way a chunk comes to it. */
  private boolean isWhateverTheWay(int replica, int server) {
    return model.hasUniqueRoutes()
        || !residual.canLeave(model.switchOf(server))
        || hasLinksToSpare(replica);
  }

  /** Whether all later hops could cross the links of this one too, so that it bars none of them. */
  private boolean hasLinksToSpare(int replica) {
    int laterHops = demand.replication() - replica - 1;
    return draft
        .hop(replica)
        .noneMatch(edge -> model.isLink(edge) && residual.left(edge) <= laterHops * demand.load());
  }

  private void take(int replica, int server, int hopLength, IntUnaryOperator hop) {
    for (int i = 0; i < hopLength; i++) {
      int edge = hop.applyAsInt(i);
      draft.add(edge);
      residual.take(edge, demand.load());
    }
    draft.endHop(replica, server);
  }

  private void noteImpossible(int replica) {
    if (failure == null) {
      failure = new PlanResult.Impossible(replica, impossible(replica));
    }
  }

  /**
   * Full links somewhere mean that waiting may help, so they outweigh what is impossible elsewhere.
   */
  private void noteBlocked(int replica, int sender) {
    if (failure instanceof PlanResult.Blocked) {
      return;
    }
    if (explainLimit == 0 && failure == null) {
      failure = blocked(replica, List.of());
      return;
    }
    List<Integer> saturated =
        finder
            .explain(sender, demand.writer().atSwitch(), candidates, Math.max(1, explainLimit))
            .saturated();
    // Where no full edge bars the way, all that was left had been tried and was impossible.
    if (!saturated.isEmpty() || failure == null) {
      failure = blocked(replica, explainLimit == 0 ? List.of() : saturated);
    }
  }

  /** The writer's own server is where a first replica goes that must be there, and nowhere else. */
  private PlanResult.Blocked blocked(int replica, List<Integer> saturated) {
    boolean isFirstLocal = replica == 1 && draft.server(0) == demand.writer().server();
    return new PlanResult.Blocked(replica, saturated, replica == 0 || isFirstLocal);
  }

  private String impossible(int replica) {
    String sender =
        candidates.sender() >= 0 ? model.serverName(candidates.sender()) : "a writer elsewhere";
    return "replica %d of %d: no datanode is '%s' as seen from %s and not yet in the pipeline%s"
        .formatted(
            replica + 1,
            demand.replication(),
            demand.template().text(replica),
            sender,
            demand.limit());
  }
}
