package org.peacescheduler.network;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.peacescheduler.network.topology.Constraint;

/**
 * Why no path exists: the full edges between what a sender reaches and the candidates.
 *
 * <p>Example: tor1->tor2 is full and every candidate is behind tor2: {@code [tor1->tor2]}. If the
 * candidates are reached but take no more: their full {@code down} and {@code disk} edges.
 *
 * <p>Cost: O(switches + links + servers), so it is for reports, not for planning. Confined to one
 * call.
 */
final class Bottleneck {
  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final Candidates candidates;
  private final int limit;
  private final Set<Integer> full = new LinkedHashSet<>();

  Bottleneck(ResidualNetwork residual, Candidates candidates, int limit) {
    this.residual = residual;
    this.model = residual.model();
    this.candidates = candidates;
    this.limit = limit;
  }

  PathResult.NoPath find(int sender, int at) {
    if (!candidates.exist(residual)) {
      return new PathResult.NoPath(List.of());
    }
    if (candidates.constraint() == Constraint.LOCAL) {
      add(model.disk(sender));
    } else if (sender >= 0 && residual.left(model.up(sender)) <= 0) {
      add(model.up(sender));
    } else if (sender < 0 && at < 0) {
      for (int u = 0; u < model.switches(); u++) {
        addFullServers(u);
      }
    } else {
      addRim(sender >= 0 ? model.switchOf(sender) : at);
    }
    return new PathResult.NoPath(List.copyOf(full));
  }

  private void addRim(int start) {
    BitSet reached = flood(start, new BitSet(), true);
    BitSet leads = new BitSet();
    BitSet looked = (BitSet) reached.clone();
    for (int u = looked.nextClearBit(0); u < model.switches(); u = looked.nextClearBit(u)) {
      BitSet island = flood(u, reached, false);
      looked.or(island);
      if (island.stream().anyMatch(this::hasCandidate)) {
        leads.or(island);
      }
    }
    for (int u = reached.nextSetBit(0); u >= 0; u = reached.nextSetBit(u + 1)) {
      for (int k : model.linksOut(u)) {
        if (leads.get(model.linkTo(k))) {
          add(model.link(k));
        }
      }
    }
    reached.stream().forEach(this::addFullServers);
  }

  /**
   * The switches reached from one, over free links or over all, without entering {@code barred}.
   */
  private BitSet flood(int start, BitSet barred, boolean freeOnly) {
    BitSet seen = new BitSet();
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    seen.set(start);
    queue.add(start);
    while (!queue.isEmpty()) {
      for (int k : model.linksOut(queue.remove())) {
        int to = model.linkTo(k);
        boolean open = !freeOnly || residual.left(model.link(k)) > 0;
        if (open && !seen.get(to) && !barred.get(to)) {
          seen.set(to);
          queue.add(to);
        }
      }
    }
    return seen;
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
      if (full.size() >= limit) {
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
    if (full.size() < limit) {
      full.add(edge);
    }
  }
}
