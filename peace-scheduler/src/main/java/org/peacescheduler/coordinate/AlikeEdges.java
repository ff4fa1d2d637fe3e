package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peacescheduler.network.NetworkModel;

/**
 * What edges that are taken to be alike have been seen to carry: servers' links of which the
 * topology says the same. A link between switches is like no other.
 *
 * <p>Example: 16 servers with links of 1 Gbit/s, and two uplinks: three kinds.
 *
 * <p>Confined to the coordinator's lock.
 */
final class AlikeEdges {
  private final NetworkModel model;
  private final int[] kind;
  private final List<int[]> edgesOf = new ArrayList<>();

  /** In bytes per second, by kind; 0 if as the topology says. */
  private final double[] seen;

  /** How many chunks on full edges of a kind were on time, by what each counts. */
  private final double[] onTime;

  /** The same of those in a row in which edges of a kind have carried more than is thought. */
  private final double[] more;

  AlikeEdges(NetworkModel model) {
    this.model = model;
    kind = new int[model.edges()];
    Map<Object, List<Integer>> kinds = new LinkedHashMap<>();
    for (int edge = 0; edge < model.edges(); edge++) {
      Object key = model.isServerLink(edge) ? model.streams(edge) : model.edgeName(edge);
      kinds.computeIfAbsent(key, k -> new ArrayList<>()).add(edge);
    }
    for (List<Integer> edges : kinds.values()) {
      edges.forEach(edge -> kind[edge] = edgesOf.size());
      edgesOf.add(edges.stream().mapToInt(e -> e).toArray());
    }
    seen = new double[edgesOf.size()];
    onTime = new double[seen.length];
    more = new double[seen.length];
  }

  /** Takes over what was seen of edges of another model of which this one says the same. */
  void takeOver(AlikeEdges before) {
    Map<Object, Double> known = new LinkedHashMap<>();
    for (int i = 0; i < before.seen.length; i++) {
      known.put(before.name(i), before.seen[i]);
    }
    for (int i = 0; i < seen.length; i++) {
      seen[i] = known.getOrDefault(name(i), 0.0);
    }
  }

  /** What tells a kind of edges from others, in every model. */
  private Object name(int ofKind) {
    int edge = edgesOf.get(ofKind)[0];
    return model.isServerLink(edge)
        ? model.streams(edge)
        : model.edgeName(edge) + " " + model.streams(edge);
  }

  /** Those like an edge, itself among them. */
  int[] like(int edge) {
    return edgesOf.get(kind[edge]);
  }

  /** What edges like this one have been seen to carry, in bytes per second; 0 if nothing has. */
  double seen(int edge) {
    return seen[kind[edge]];
  }

  /** They carry so much. What was counted is of what they were thought to carry before. */
  void see(int edge, double bytesPerSecond) {
    seen[kind[edge]] = bytesPerSecond;
    onTime[kind[edge]] = 0;
    more[kind[edge]] = 0;
  }

  /** A chunk on a full one was on time; returns how many were, by what each counts. */
  double onTime(int edge, double counts) {
    onTime[kind[edge]] += counts;
    return onTime[kind[edge]];
  }

  /** A chunk has shown whether they carry more than is thought; returns how many have in a row. */
  double more(int edge, boolean isMore, double counts) {
    more[kind[edge]] = isMore ? more[kind[edge]] + counts : 0;
    return more[kind[edge]];
  }
}
