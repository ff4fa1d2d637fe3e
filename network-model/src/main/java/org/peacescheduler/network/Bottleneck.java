package org.peacescheduler.network;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.peacescheduler.network.topology.Constraint;

/**
 * Why no path exists: the full edges between what a sender reaches and the candidates.
 *
 * <p>Example: tor1->tor2 is full and every candidate is behind tor2: {@code [tor1->tor2]}. If the
 * candidates are reached but take no more: their full {@code down} and {@code disk} edges. The
 * edges nearest to the sender come first.
 *
 * <p>Cost: O(switches + links) for the links, and the servers of the switches that are reached
 * until enough edges are named; nothing is allocated but the answer. Confined to its owner's lock.
 */
final class Bottleneck {
  private final ResidualNetwork residual;
  private final NetworkModel model;

  /** The switches that the sender reaches, nearest first; the search in which each was. */
  private final int[] reached;

  private final long[] reachedIn;

  /** An island: switches that are reached from each other without those that the sender reaches. */
  private final int[] island;

  private final long[] islandOf;

  /** The search in which a candidate was found near a switch; negative if none was. */
  private final long[] verdict;

  private long search;
  private long islands;

  private Candidates candidates;
  private int limit;
  private final Set<Integer> full = new LinkedHashSet<>();

  Bottleneck(ResidualNetwork residual) {
    this.residual = residual;
    this.model = residual.model();
    reached = new int[model.switches()];
    reachedIn = new long[model.switches()];
    island = new int[model.switches()];
    islandOf = new long[model.switches()];
    verdict = new long[model.switches()];
  }

  /** At most {@code most} full edges. */
  PathResult.NoPath find(int sender, int at, Candidates wanted, int most) {
    candidates = wanted;
    limit = most;
    full.clear();
    search++;
    if (!candidates.exist(residual)) {
      return new PathResult.NoPath(List.of());
    }
    if (candidates.constraint() == Constraint.LOCAL) {
      add(model.disk(sender));
    } else if (sender >= 0 && residual.left(model.up(sender)) <= 0) {
      add(model.up(sender));
    } else if (sender < 0 && at < 0) {
      for (int u = 0; u < model.switches() && !isEnough(); u++) {
        addFullServers(u);
      }
    } else {
      addRim(sender >= 0 ? model.switchOf(sender) : at);
    }
    return new PathResult.NoPath(List.copyOf(full));
  }

  private boolean isEnough() {
    return full.size() >= limit;
  }

  private void addRim(int start) {
    int count = reach(start);
    for (int i = 0; i < count && !isEnough(); i++) {
      for (int k : model.linksOut(reached[i])) {
        if (reachedIn[model.linkTo(k)] != search && leadsOn(model.linkTo(k))) {
          add(model.link(k));
        }
      }
    }
    for (int i = 0; i < count && !isEnough(); i++) {
      addFullServers(reached[i]);
    }
  }

  /** Fills {@link #reached} over free links; returns how many there are. */
  private int reach(int start) {
    reached[0] = start;
    reachedIn[start] = search;
    int count = 1;
    for (int i = 0; i < count; i++) {
      for (int k : model.linksOut(reached[i])) {
        int to = model.linkTo(k);
        if (reachedIn[to] != search && residual.left(model.link(k)) > 0) {
          reachedIn[to] = search;
          reached[count++] = to;
        }
      }
    }
    return count;
  }

  /** Whether a candidate is on the island of a switch that the sender does not reach. */
  private boolean leadsOn(int start) {
    if (Math.abs(verdict[start]) == search) {
      return verdict[start] > 0;
    }
    islands++;
    island[0] = start;
    islandOf[start] = islands;
    int count = 1;
    boolean found = false;
    for (int i = 0; i < count && !found; i++) {
      found = verdict[island[i]] == search || hasCandidate(island[i]);
      for (int k : model.linksOut(island[i])) {
        int to = model.linkTo(k);
        if (islandOf[to] != islands && reachedIn[to] != search) {
          islandOf[to] = islands;
          island[count++] = to;
        }
      }
    }
    for (int i = 0; i < count; i++) {
      verdict[island[i]] = found ? search : -search;
    }
    return found;
  }

  private boolean hasCandidate(int sw) {
    if (!candidates.acceptsOn(sw)) {
      return false;
    }
    for (int server : model.serversOn(sw)) {
      if (residual.isPresent(server) && candidates.accepts(server)) {
        return true;
      }
    }
    return false;
  }

  private void addFullServers(int sw) {
    if (!candidates.acceptsOn(sw)) {
      return;
    }
    for (int server : model.serversOn(sw)) {
      if (isEnough()) {
        return;
      }
      if (residual.isPresent(server) && candidates.accepts(server)) {
        if (residual.left(model.down(server)) <= 0) {
          add(model.down(server));
        }
        if (residual.left(model.disk(server)) <= 0) {
          add(model.disk(server));
        }
      }
    }
  }

  private void add(int edge) {
    if (!isEnough()) {
      full.add(edge);
    }
  }
}
