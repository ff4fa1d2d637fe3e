package org.peacescheduler.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shortest distances between switches on the idle network, shared by switches that look alike.
 *
 * <p>Switches with the same neighbours (false twins: the rack switches of a pod, say) are
 * equidistant from everything else, so they form one class and one row serves them all. 250 rack
 * switches below one core are 2 classes. Two different members of a class are 2 hops apart.
 *
 * <p>Cost: one breadth-first search per class over the classes. Beyond {@value #MAX_CLASSES}
 * classes (meshes without symmetry) {@link #known()} is false and searches take their exact way.
 *
 * <p>Immutable but for next hops, which are computed on first use; those are confined to the lock
 * of whoever searches, or computed twice with the same result.
 */
final class SwitchDistances {
  private static final int MAX_CLASSES = 2048;
  private static final char UNREACHABLE = Character.MAX_VALUE;

  private final NetworkModel model;
  private final int[] classOf;
  private final int[][] members;
  private final int[] position;
  private final char[][] distance;
  private final Level[][] levels;
  private final int[][][] nextHops;

  /** The classes with servers at one distance from a class. */
  static final class Level {
    private final int distance;
    private final int[] classes;

    Level(int distance, int[] classes) {
      this.distance = distance;
      this.classes = classes;
    }

    int distance() {
      return distance;
    }

    int[] classes() {
      return classes;
    }
  }

  SwitchDistances(NetworkModel model) {
    this.model = model;
    int switches = model.switches();
    classOf = new int[switches];
    position = new int[switches];
    members = groupTwins();
    if (members.length > MAX_CLASSES) {
      distance = null;
      levels = null;
      nextHops = null;
      return;
    }
    distance = new char[members.length][];
    levels = new Level[members.length][];
    for (int c = 0; c < members.length; c++) {
      distance[c] = distancesFrom(c);
      levels[c] = levelsFrom(c);
    }
    nextHops = new int[switches][][];
  }

  private int[][] groupTwins() {
    Map<List<Integer>, List<Integer>> byNeighbours = new HashMap<>();
    List<List<Integer>> inOrder = new ArrayList<>();
    for (int u = 0; u < classOf.length; u++) {
      int[] links = model.linksOut(u);
      int[] neighbours = new int[links.length];
      for (int i = 0; i < links.length; i++) {
        neighbours[i] = model.linkTo(links[i]);
      }
      List<Integer> signature = Arrays.stream(neighbours).sorted().distinct().boxed().toList();
      byNeighbours
          .computeIfAbsent(
              signature,
              s -> {
                List<Integer> twins = new ArrayList<>();
                inOrder.add(twins);
                return twins;
              })
          .add(u);
    }
    int[][] result = new int[inOrder.size()][];
    for (int c = 0; c < result.length; c++) {
      result[c] = inOrder.get(c).stream().mapToInt(Integer::intValue).toArray();
      for (int i = 0; i < result[c].length; i++) {
        classOf[result[c][i]] = c;
        position[result[c][i]] = i;
      }
    }
    return result;
  }

  private char[] distancesFrom(int c) {
    char[] seen = new char[members.length];
    Arrays.fill(seen, UNREACHABLE);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    seen[c] = 0;
    queue.add(members[c][0]);
    while (!queue.isEmpty()) {
      int u = queue.remove();
      for (int k : model.linksOut(u)) {
        int next = classOf[model.linkTo(k)];
        if (seen[next] == UNREACHABLE) {
          seen[next] = (char) (seen[classOf[u]] + 1);
          queue.add(members[next][0]);
        }
      }
    }
    // Distinct twins meet at any neighbour of theirs.
    seen[c] = model.linksOut(members[c][0]).length > 0 ? (char) 2 : UNREACHABLE;
    return seen;
  }

  private Level[] levelsFrom(int c) {
    TreeMap<Integer, List<Integer>> byDistance = new TreeMap<>();
    for (int other = 0; other < members.length; other++) {
      boolean twinsOnly = other == c && members[c].length == 1;
      if (distance[c][other] != UNREACHABLE && !twinsOnly && hasServers(other)) {
        byDistance.computeIfAbsent((int) distance[c][other], d -> new ArrayList<>()).add(other);
      }
    }
    return byDistance.entrySet().stream()
        .map(e -> new Level(e.getKey(), e.getValue().stream().mapToInt(i -> i).toArray()))
        .toArray(Level[]::new);
  }

  private boolean hasServers(int c) {
    return Arrays.stream(members[c]).anyMatch(u -> model.serversOn(u).length > 0);
  }

  /** Whether distances are held; otherwise only {@link #classes} answers. */
  boolean known() {
    return distance != null;
  }

  int classes() {
    return members.length;
  }

  int[] members(int c) {
    return members[c];
  }

  int classOf(int sw) {
    return classOf[sw];
  }

  /** The place of a switch among the members of its class. */
  int position(int sw) {
    return position[sw];
  }

  /** The classes with servers, nearest first; own class at distance 2 means its other members. */
  Level[] levels(int sw) {
    return levels[classOf[sw]];
  }

  /** Hops between two different switches. */
  int between(int from, int to) {
    return distance[classOf[from]][classOf[to]];
  }

  /**
   * The links out of {@code from} that lie on a shortest path to {@code to}, two hops or more off.
   */
  int[] nextHops(int from, int to) {
    int target = classOf[to];
    if (nextHops[from] == null) {
      nextHops[from] = new int[members.length][];
    }
    int[] hops = nextHops[from][target];
    if (hops == null) {
      int wanted = distance[classOf[from]][target] - 1;
      hops =
          Arrays.stream(model.linksOut(from))
              .filter(k -> distance[classOf[model.linkTo(k)]][target] == wanted)
              .toArray();
      nextHops[from][target] = hops;
    }
    return hops;
  }
}
