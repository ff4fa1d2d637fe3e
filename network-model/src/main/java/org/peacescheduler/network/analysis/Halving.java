package org.peacescheduler.network.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Bisection.Method;

/**
 * Finds the {@link Bisection} of a network.
 *
 * <p>Minimum bisection is NP-hard in general. Three ways, the first that applies: switches that
 * form a tree, by {@link TreeHalving}; every way to halve, with switches of the same size and links
 * taken for one another (40 racks below 4 spines are 2 ways), if that is at most {@value
 * #MOST_FLOWS} maximum flows; else the best of the halves that are contiguous around some switch,
 * an upper bound. Confined to one call.
 */
final class Halving {
  private static final int MOST_FLOWS = 200;
  private static final int MOST_VECTORS = 100_000;

  private final NetworkModel model;
  private final SwitchGraph graph;
  private final int[] racks;
  private final int half;
  private final int total;

  private long best = Long.MAX_VALUE;
  private boolean[] bestSide;
  private int bestInside = -1;

  private Halving(NetworkModel model) {
    this.model = model;
    graph = new SwitchGraph(model);
    racks = IntStream.range(0, graph.switches()).filter(u -> graph.servers(u) > 0).toArray();
    total = model.servers();
    half = largestSumUpToHalf();
  }

  /**
   * The bisection; empty where all servers are on one switch, so that no link is between halves.
   */
  static Optional<Bisection> of(NetworkModel model) {
    Halving halving = new Halving(model);
    return halving.racks.length < 2 ? Optional.empty() : Optional.of(halving.find());
  }

  private Bisection find() {
    if (graph.isTree() && TreeHalving.isAffordable(total)) {
      TreeHalving tree = new TreeHalving(graph, half);
      best = tree.capacity();
      bestSide = tree.side();
      return result(Method.TREE);
    }
    List<List<Integer>> kinds = kinds();
    List<int[]> ways = ways(kinds);
    if (!ways.isEmpty()) {
      for (int[] way : ways) {
        tryOut(sideOf(kinds, way));
      }
      return result(Method.EXHAUSTIVE);
    }
    int stride = Math.max(1, racks.length / 32);
    for (int i = 0; i < racks.length; i += stride) {
      tryOut(contiguous(racks[i]));
    }
    return result(Method.SAMPLED);
  }

  private Bisection result(Method method) {
    int inside = inside(bestSide);
    boolean isSmaller = 2 * inside <= total;
    List<String> side =
        Arrays.stream(racks)
            .filter(u -> bestSide[u] == isSmaller)
            .mapToObj(model::switchName)
            .toList();
    return new Bisection(
        best, method, Math.min(inside, total - inside), Math.max(inside, total - inside), side);
  }

  private int inside(boolean[] side) {
    return Arrays.stream(racks).filter(u -> side[u]).map(graph::servers).sum();
  }

  /** Keeps a side, none larger than half, if it is larger or cheaper than the best so far. */
  private void tryOut(boolean[] side) {
    int inside = inside(side);
    if (inside < bestInside) {
      return;
    }
    long cut = graph.cut(side);
    if (inside > bestInside || cut < best) {
      best = cut;
      bestSide = side;
      bestInside = inside;
    }
  }

  /** The size of the smaller half: the largest sum of whole racks that is at most half. */
  private int largestSumUpToHalf() {
    boolean[] reachable = new boolean[total / 2 + 1];
    reachable[0] = true;
    for (int u : racks) {
      for (int sum = total / 2; sum >= graph.servers(u); sum--) {
        reachable[sum] |= reachable[sum - graph.servers(u)];
      }
    }
    int sum = total / 2;
    while (!reachable[sum]) {
      sum--;
    }
    return sum;
  }

  private List<List<Integer>> kinds() {
    Map<List<Object>, List<Integer>> kinds = new LinkedHashMap<>();
    for (int u : racks) {
      List<Object> kind = List.of(graph.servers(u), graph.capacityTo(u));
      kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(u);
    }
    return new ArrayList<>(kinds.values());
  }

  /**
   * How many racks of each kind are in the smaller half, in all ways; none if they are too many.
   */
  private List<int[]> ways(List<List<Integer>> kinds) {
    double vectors = kinds.stream().mapToDouble(k -> k.size() + 1).reduce(1, (a, b) -> a * b);
    List<int[]> ways = new ArrayList<>();
    if (vectors > MOST_VECTORS) {
      return ways;
    }
    int[] way = new int[kinds.size()];
    while (true) {
      int sum = 0;
      for (int i = 0; i < way.length; i++) {
        sum += way[i] * graph.servers(kinds.get(i).get(0));
      }
      if (sum == half) {
        ways.add(way.clone());
      }
      int i = 0;
      while (i < way.length && way[i] == kinds.get(i).size()) {
        way[i++] = 0;
      }
      if (i == way.length) {
        return ways.size() > MOST_FLOWS ? List.of() : ways;
      }
      way[i]++;
    }
  }

  private boolean[] sideOf(List<List<Integer>> kinds, int[] way) {
    boolean[] side = new boolean[graph.switches()];
    for (int i = 0; i < way.length; i++) {
      kinds.get(i).subList(0, way[i]).forEach(u -> side[u] = true);
    }
    return side;
  }

  /** The racks nearest to one, as far as they fit into half. */
  private boolean[] contiguous(int start) {
    boolean[] seen = new boolean[graph.switches()];
    boolean[] side = new boolean[graph.switches()];
    ArrayDeque<Collection<Integer>> queue = new ArrayDeque<>();
    queue.add(List.of(start));
    int room = half;
    while (!queue.isEmpty()) {
      for (int u : queue.remove()) {
        if (!seen[u]) {
          seen[u] = true;
          queue.add(graph.capacityTo(u).keySet());
          if (graph.servers(u) > 0 && graph.servers(u) <= room) {
            side[u] = true;
            room -= graph.servers(u);
          }
        }
      }
    }
    return side;
  }
}
