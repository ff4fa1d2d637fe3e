package org.peacescheduler.network;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.peacescheduler.network.SwitchDistances.Level;
import org.peacescheduler.network.topology.Constraint;

/**
 * Randomized constrained shortest path: the cheapest way from a sender to any server that may take
 * the next replica, over edges that have something left (the paper's RSP).
 *
 * <p>Goals, in order: exact (a path is found if and only if one exists, and it has the least cost);
 * even (each equally near destination is picked with the same probability, whatever the sizes of
 * the racks; each equal path to it can be picked); fast (work independent of the number of
 * servers).
 *
 * <p>Cost of a path is its number of physical edges, as in the paper: 2 within a rack, one more per
 * link between switches. Example: figure 5 idle, sender svr1.1, constraint other-rack: svr2.1 and
 * svr2.2 with probability 1/2 each, cost 3.
 *
 * <p>How: nearest switches first. At each distance a server with room is drawn with equal
 * probability, then a free shortest path to it is looked for; a draw that breaks the constraint or
 * has no free path is rejected and drawn again, which keeps the distribution even. Only if {@value
 * #DRAWS} draws fail does a breadth-first search over the switches decide, so that the result is
 * exact. A distance is passed over only if no server there has room behind a free link.
 *
 * <p>Beyond the paper: of several {@code choices} the least loaded path can be taken, where load is
 * the sum of used over capacity along the path and, if the target sends on, of its own way out.
 * Chunks that share a server's link slow each other down though both fit; two choices avoid most of
 * it ("The power of two choices in randomized load balancing", Mitzenmacher 2001). Equally loaded
 * destinations stay equally likely, and an idle path is taken at once.
 *
 * <p>Cost per search: O(log s) for s switches of a kind, the degree of the rack switches and a few
 * draws; O(switches + links) when the network between the switches is nearly full. That for each
 * choice, unless an earlier one is idle.
 *
 * <p>Confined to its owner's lock.
 */
public final class PathFinder {
  /** {@link #search} found nothing. */
  public static final int NO_SERVER = -1;

  /** What a server with an idle way out counts as a target that does not need it. */
  private static final double SPARED = 0.5;

  private static final int DRAWS = 8;
  private static final int LINK_DRAWS = 3;
  private static final int MAX_EDGES = 64;

  private final ResidualNetwork residual;
  private final ResidualNetwork loads;
  private final NetworkModel model;
  private final SwitchDistances distances;
  private final SplittableRandom random;
  private final int choices;
  private final SwitchSearch switchSearch;
  private final Bottleneck bottleneck;

  /** The walk that last found no way on from a switch, so that none goes there twice. */
  private final long[] deadEnd;

  private boolean sparing;
  private long rate = 1;
  private long walks;
  private int[] edges = new int[MAX_EDGES];
  private int length;
  private int cost;
  private int[] bestEdges = new int[MAX_EDGES];

  /** Searches in {@code residual} as the paper does: the first path found is taken. */
  public PathFinder(ResidualNetwork residual, SplittableRandom random) {
    this(residual, random, 1);
  }

  /**
   * Searches in {@code residual}.
   *
   * @param choices of how many random shortest paths the least loaded is taken; 1 is the paper
   */
  public PathFinder(ResidualNetwork residual, SplittableRandom random, int choices) {
    this(residual, residual, random, choices);
  }

  /**
   * Searches in one network for what is least loaded in another one.
   *
   * @param residual where something has to be left of each edge
   * @param loads says how busy edges are
   * @param choices of how many random shortest paths the least loaded is taken
   */
  public PathFinder(
      ResidualNetwork residual, ResidualNetwork loads, SplittableRandom random, int choices) {
    if (choices < 1) {
      throw new IllegalArgumentException("choices is " + choices + "; it is at least 1");
    }
    this.residual = residual;
    this.loads = loads;
    this.model = residual.model();
    this.distances = model.distances();
    this.random = random;
    this.choices = choices;
    this.switchSearch = new SwitchSearch(residual, random);
    this.bottleneck = new Bottleneck(residual);
    this.deadEnd = new long[model.switches()];
  }

  /**
   * Says whether others wait, for whom servers that are idle both ways are spared: a replica that
   * is not sent on is then best put where the way out is busy (decision 18).
   */
  public void spare(boolean on) {
    sparing = on;
  }

  /** Says what a chunk sends where nothing limits it: an edge that carries less counts as busy. */
  public void sends(long units) {
    rate = units;
  }

  /**
   * The nearest server among the candidates, with a path to it.
   *
   * @param sender the sending server; -1 for a sender outside the model
   * @param at the switch at which a sender outside the model is attached; -1 if unknown: then only
   *     the target's own edges are used. Ignored for a server.
   */
  public PathResult find(int sender, int at, Candidates candidates) {
    int server = search(sender, at, candidates);
    return server == NO_SERVER
        ? explain(sender, at, candidates, Integer.MAX_VALUE)
        : PathResult.found(server, edges, length, cost);
  }

  /**
   * As {@link #find}, without allocating: the server or {@link #NO_SERVER}; the path is in {@link
   * #edge} until the next search.
   */
  public int search(int sender, int at, Candidates candidates) {
    int best = searchOnce(sender, at, candidates);
    if (choices == 1 || best == NO_SERVER || candidates.constraint() == Constraint.LOCAL) {
      return best;
    }
    double bestLoad = load(best, sender, candidates);
    for (int choice = 1; choice < choices && bestLoad > 0; choice++) {
      int bestLength = length;
      int bestCost = cost;
      swapEdges();
      int other = searchOnce(sender, at, candidates);
      double otherLoad = other == NO_SERVER ? Double.MAX_VALUE : load(other, sender, candidates);
      if (otherLoad < bestLoad) {
        best = other;
        bestLoad = otherLoad;
      } else {
        swapEdges();
        length = bestLength;
        cost = bestCost;
      }
    }
    return best;
  }

  private void swapEdges() {
    int[] swapped = edges;
    edges = bestEdges;
    bestEdges = swapped;
  }

  /** How busy the path found last is, without what is common to all from this sender. */
  private double load(int server, int sender, Candidates candidates) {
    double load = candidates.sendsOn() ? share(model.up(server)) : spared(server);
    for (int i = sender >= 0 ? 1 : 0; i < length; i++) {
      load += share(edges[i]);
    }
    return load;
  }

  /** A last replica does not need the server's way out: who waits may, so an idle one is spared. */
  private double spared(int server) {
    return sparing ? SPARED * Math.max(0, 1 - share(model.up(server))) : 0;
  }

  private double share(int edge) {
    double longer = (double) rate / loads.capacity(edge) - 1;
    return (double) loads.used(edge) / loads.capacity(edge) + Math.max(0, longer);
  }

  private int searchOnce(int sender, int at, Candidates candidates) {
    length = 0;
    cost = 0;
    if (candidates.constraint() == Constraint.LOCAL) {
      return searchLocal(sender, candidates);
    }
    if (sender < 0 && at < 0) {
      return arrive(switchSearch.anyServer(candidates));
    }
    if (sender >= 0) {
      if (residual.left(model.up(sender)) <= 0) {
        return NO_SERVER;
      }
      append(model.up(sender));
      cost = 1;
    }
    int start = sender >= 0 ? model.switchOf(sender) : at;
    int near = switchSearch.serverOn(start, candidates);
    if (near != NO_SERVER) {
      return arrive(near);
    }
    boolean onlyHere =
        candidates.constraint() == Constraint.SAME_RACK
            && model.onlySwitchOf(candidates.senderRack()) == start;
    if (onlyHere || !residual.canLeave(start)) {
      return NO_SERVER;
    }
    return distances.known() ? searchLevels(start, candidates) : searchExactly(start, candidates);
  }

  /** The number of edges of the path found last. */
  public int length() {
    return length;
  }

  /** An edge of the path found last, in the order in which the chunk passes them. */
  public int edge(int i) {
    return edges[i];
  }

  /**
   * Why {@link #search} finds nothing: the full edges on the rim of what the sender reaches, behind
   * which a candidate lies. At most {@code limit} of them.
   */
  public PathResult.NoPath explain(int sender, int at, Candidates candidates, int limit) {
    return bottleneck.find(sender, at, candidates, limit);
  }

  private int searchLocal(int sender, Candidates candidates) {
    boolean possible =
        sender >= 0
            && candidates.accepts(sender)
            && residual.isPresent(sender)
            && residual.left(model.disk(sender)) > 0;
    if (!possible) {
      return NO_SERVER;
    }
    appendDisk(sender);
    return sender;
  }

  private int searchLevels(int start, Candidates candidates) {
    Level[] levels = distances.levels(start);
    for (Level level : levels) {
      int weight = weight(level, start);
      if (weight == 0) {
        continue;
      }
      for (int draw = 0; draw < DRAWS; draw++) {
        int server = draw(level, start, weight, candidates);
        if (server != NO_SERVER) {
          return arrive(server);
        }
      }
      return searchExactly(start, candidates);
    }
    return NO_SERVER;
  }

  private int weight(Level level, int start) {
    int weight = 0;
    for (int c : level.classes()) {
      weight += residual.roomyReachable(c).total();
      if (c == distances.classOf(start)) {
        weight -= residual.roomyReachable(c).weight(distances.position(start));
      }
    }
    return weight;
  }

  /** Draws a server of a distance evenly; rejects it if it may not be the target or has no path. */
  private int draw(Level level, int start, int weight, Candidates candidates) {
    int at = random.nextInt(weight);
    int own = distances.classOf(start);
    for (int c : level.classes()) {
      FenwickTree tree = residual.roomyReachable(c);
      int ownWeight = c == own ? tree.weight(distances.position(start)) : 0;
      int total = tree.total() - ownWeight;
      if (at >= total) {
        at -= total;
        continue;
      }
      // Skip the start's own share: its servers were looked at before.
      int shifted = ownWeight > 0 ? tree.skipping(at, distances.position(start)) : at;
      int sw = distances.members(c)[tree.itemAt(shifted)];
      int server = residual.roomyServer(sw, tree.offsetOfLast());
      return candidates.accepts(server) && walk(start, sw, level.distance()) ? server : NO_SERVER;
    }
    throw new IllegalStateException("weights of a level changed while it was drawn from");
  }

  private int searchExactly(int start, Candidates candidates) {
    int server = switchSearch.nearest(start, candidates);
    if (server != NO_SERVER) {
      for (int i = 0; i < switchSearch.links(); i++) {
        append(switchSearch.link(i));
      }
      cost += switchSearch.links();
    }
    return server == NO_SERVER ? NO_SERVER : arrive(server);
  }

  /** Appends a random free shortest path between two switches; false if there is none. */
  private boolean walk(int from, int to, int hops) {
    int before = length;
    walks++;
    if (!step(from, to, hops)) {
      length = before;
      return false;
    }
    cost += hops;
    return true;
  }

  private boolean step(int from, int to, int hops) {
    if (hops == 1) {
      int link = freeLink(from, to);
      if (link >= 0) {
        append(model.link(link));
      }
      return link >= 0;
    }
    int[] next = distances.nextHops(from, to);
    int before = length;
    for (int k = openLink(next); k >= 0; k = openLink(next)) {
      append(model.link(k));
      if (step(model.linkTo(k), to, hops - 1)) {
        return true;
      }
      length = before;
      deadEnd[model.linkTo(k)] = walks;
    }
    return false;
  }

  /** One of the free links to a switch that is no dead end of this walk, evenly; -1 if none is. */
  private int openLink(int[] links) {
    for (int draw = 0; draw < LINK_DRAWS && links.length > 1; draw++) {
      int k = links[random.nextInt(links.length)];
      if (isOpen(k)) {
        return k;
      }
    }
    int chosen = -1;
    int open = 0;
    for (int k : links) {
      if (isOpen(k) && (++open == 1 || random.nextInt(open) == 0)) {
        chosen = k;
      }
    }
    return chosen;
  }

  private boolean isOpen(int link) {
    return residual.left(model.link(link)) > 0 && deadEnd[model.linkTo(link)] != walks;
  }

  /** One of the free links between two neighbours, evenly; -1 if all are full. */
  private int freeLink(int from, int to) {
    int chosen = -1;
    int free = 0;
    for (int k : model.linksIn(to)) {
      if (model.linkFrom(k) == from
          && residual.left(model.link(k)) > 0
          && (++free == 1 || random.nextInt(free) == 0)) {
        chosen = k;
      }
    }
    return chosen;
  }

  private int arrive(int server) {
    if (server != NO_SERVER) {
      append(model.down(server));
      appendDisk(server);
      cost++;
    }
    return server;
  }

  private void appendDisk(int server) {
    if (model.capacity(model.disk(server)) != NetworkModel.UNLIMITED) {
      append(model.disk(server));
    }
  }

  private void append(int edge) {
    if (length == edges.length) {
      edges = Arrays.copyOf(edges, 2 * length);
    }
    edges[length++] = edge;
  }
}
