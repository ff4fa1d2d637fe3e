package org.peacescheduler.network.analysis;

import java.util.Arrays;

/**
 * The cheapest cut of a tree of switches that puts a given number of servers on one side, the
 * servers of a switch together.
 *
 * <p>Dynamic programming from the leaves: the least cut below a switch, for each number of servers
 * on side A below it and each side of the switch itself; children are merged one by one, and each
 * merge remembers the child's share, so that the sides can be read off from the root down. Cost:
 * O(n²) time and O(switches × n) space for n servers. Confined to one call.
 */
final class TreeHalving {
  private static final int MOST_SERVERS = 20_000;
  private static final long NEVER = Long.MAX_VALUE / 4;

  private final SwitchGraph graph;
  private final int[] order;
  private final int[] parent;

  /** By switch, its side (0 is A) and the servers on side A below it: the least cut. */
  private final long[][][] least;

  /** By child, its parent's side and the servers on side A so far: how many are the child's. */
  private final char[][][] share;

  private final boolean[] sideA;
  private final long capacity;

  TreeHalving(SwitchGraph graph, int wanted) {
    this.graph = graph;
    order = new int[graph.switches()];
    parent = new int[graph.switches()];
    least = new long[graph.switches()][][];
    share = new char[graph.switches()][2][];
    sideA = new boolean[graph.switches()];
    orderFromTheRoot();
    for (int i = order.length - 1; i >= 0; i--) {
      mergeChildren(order[i]);
    }
    capacity = Math.min(least[0][0][wanted], least[0][1][wanted]);
    chooseSides(wanted);
  }

  static boolean isAffordable(int servers) {
    return servers <= MOST_SERVERS;
  }

  long capacity() {
    return capacity;
  }

  /** Whether each switch is on the side that has the wanted number of servers. */
  boolean[] side() {
    return sideA.clone();
  }

  private void orderFromTheRoot() {
    parent[0] = -1;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      for (int child : children(order[head])) {
        parent[child] = order[head];
        order[tail++] = child;
      }
    }
  }

  private int[] children(int u) {
    return graph.capacityTo(u).keySet().stream()
        .mapToInt(Integer::intValue)
        .filter(v -> v != parent[u])
        .toArray();
  }

  private void mergeChildren(int u) {
    long[][] merged = new long[2][graph.servers(u) + 1];
    Arrays.fill(merged[0], NEVER);
    Arrays.fill(merged[1], NEVER);
    merged[0][graph.servers(u)] = 0;
    merged[1][0] = 0;
    for (int child : children(u)) {
      merged[0] = merge(merged[0], child, 0);
      merged[1] = merge(merged[1], child, 1);
    }
    least[u] = merged;
  }

  private long[] merge(long[] above, int child, int side) {
    long[] sum = new long[above.length + least[child][0].length - 1];
    Arrays.fill(sum, NEVER);
    share[child][side] = new char[sum.length];
    for (int b = 0; b < least[child][0].length; b++) {
      long below = Math.min(least[child][side][b], crossing(child, side, b));
      for (int a = 0; a < above.length && below < NEVER; a++) {
        if (above[a] + below < sum[a + b]) {
          sum[a + b] = above[a] + below;
          share[child][side][a + b] = (char) b;
        }
      }
    }
    return sum;
  }

  private long crossing(int child, int side, int servers) {
    return least[child][1 - side][servers] + graph.capacityTo(child).get(parent[child]);
  }

  private void chooseSides(int wanted) {
    int[] servers = new int[order.length];
    servers[0] = wanted;
    sideA[0] = least[0][0][wanted] == capacity;
    for (int u : order) {
      int left = servers[u];
      int side = sideA[u] ? 0 : 1;
      int[] children = children(u);
      for (int i = children.length - 1; i >= 0; i--) {
        int child = children[i];
        servers[child] = share[child][side][left];
        left -= servers[child];
        boolean crosses =
            crossing(child, side, servers[child]) < least[child][side][servers[child]];
        sideA[child] = crosses != sideA[u];
      }
    }
  }
}
