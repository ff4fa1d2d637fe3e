package org.peacescheduler.network.analysis;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jgrapht.Graph;
import org.jgrapht.alg.flow.PushRelabelMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.peacescheduler.network.NetworkModel;

/** The switches alone: neighbours with the summed capacity of parallel links. Immutable. */
final class SwitchGraph {
  private final int[] servers;
  private final Map<Integer, Long>[] capacityTo;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of generic maps
  SwitchGraph(NetworkModel model) {
    servers = new int[model.switches()];
    for (int i = 0; i < model.servers(); i++) {
      servers[model.switchOf(i)]++;
    }
    capacityTo = new Map[servers.length];
    Arrays.setAll(capacityTo, u -> new TreeMap<>());
    for (int k = 0; k < model.links(); k++) {
      long capacity = model.capacity(model.link(k));
      capacityTo[model.linkFrom(k)].merge(model.linkTo(k), capacity, Long::sum);
    }
  }

  int switches() {
    return servers.length;
  }

  int servers(int sw) {
    return servers[sw];
  }

  Map<Integer, Long> capacityTo(int sw) {
    return capacityTo[sw];
  }

  /** Whether there is exactly one way between any two switches. */
  boolean isTree() {
    int pairs = Arrays.stream(capacityTo).mapToInt(Map::size).sum() / 2;
    return pairs == servers.length - 1 && reachable(0) == servers.length;
  }

  private int reachable(int start) {
    boolean[] seen = new boolean[servers.length];
    int[] queue = new int[servers.length];
    queue[0] = start;
    seen[start] = true;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      for (int v : capacityTo[queue[head]].keySet()) {
        if (!seen[v]) {
          seen[v] = true;
          queue[tail++] = v;
        }
      }
    }
    return tail;
  }

  /** The least capacity that separates the switches with servers of one side from the others. */
  long cut(boolean[] side) {
    Graph<Integer, DefaultWeightedEdge> graph =
        new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
    int source = servers.length;
    int sink = source + 1;
    graph.addVertex(source);
    graph.addVertex(sink);
    double plenty = 1;
    for (int u = 0; u < servers.length; u++) {
      graph.addVertex(u);
      plenty += capacityTo[u].values().stream().mapToLong(Long::longValue).sum();
    }
    for (int u = 0; u < servers.length; u++) {
      for (Map.Entry<Integer, Long> link : capacityTo[u].entrySet()) {
        connect(graph, u, link.getKey(), link.getValue());
      }
      if (servers[u] > 0) {
        connect(graph, side[u] ? source : u, side[u] ? u : sink, plenty);
      }
    }
    return Math.round(new PushRelabelMFImpl<>(graph).calculateMaximumFlow(source, sink));
  }

  private static void connect(
      Graph<Integer, DefaultWeightedEdge> graph, int from, int to, double capacity) {
    graph.setEdgeWeight(graph.addEdge(from, to), capacity);
  }
}
