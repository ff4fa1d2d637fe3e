package org.peacescheduler.network.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jgrapht.Graph;
import org.jgrapht.alg.flow.PushRelabelMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;

/**
 * An upper bound on the pipelines of r replicas in one timestep, by maximum flow.
 *
 * <p>P pipelines are r·P transfers: l·P onto the writer's own disk ({@code local}), at least x·P
 * from one rack to another ({@code other-rack}, {@code new-rack}), the rest anywhere. In a flow
 * network made for this P
 *
 * <ul>
 *   <li>a server sends at most {@code up}, receives at most {@code down}, stores at most {@code
 *       disk} replicas, and at most P, because the replicas of a chunk are on distinct servers;
 *   <li>each rack switch is split into what its servers send and what they receive; from one to the
 *       other chunks go over the links between switches, or through one gate for all switches that
 *       lets (r - l - x)·P pass: the transfers that need not leave their rack.
 * </ul>
 *
 * If fewer than r·P units flow, P pipelines do not fit. The largest P that passes is found by
 * bisection. The bound is generous: the flow forgets that a replica's receiver is the next one's
 * sender, that transfers through the gate stay in one rack, and what new-rack says beyond the
 * sender's rack. On a switch whose servers are in several racks, all transfers may stay.
 *
 * <p>Writers are servers of the model, any of them, each as often as it likes. Confined to one
 * call.
 */
final class PipelineLimits {
  private static final int SOURCE = -1;
  private static final int SINK = -2;
  private static final int GATE_IN = -3;
  private static final int GATE_OUT = -4;
  private static final int LOCAL = -5;

  private final NetworkModel model;
  private final SwitchGraph graph;
  private final int replicas;
  private final int locals;
  private final int crossing;
  private final boolean isImpossible;
  private final boolean[] mixed;

  private final Map<Integer, String> cableNames = new HashMap<>();

  private Graph<Integer, DefaultWeightedEdge> flow;

  PipelineLimits(NetworkModel model, List<Constraint> placement) {
    this.model = model;
    graph = new SwitchGraph(model);
    replicas = placement.size();
    locals = placement.get(0) == Constraint.LOCAL ? 1 : 0;
    crossing =
        (int)
            IntStream.range(0, replicas).filter(i -> Placement.crossesRacks(placement, i)).count();
    isImpossible = placement.lastIndexOf(Constraint.LOCAL) > 0;
    mixed = new boolean[model.switches()];
    int[] rack = new int[model.switches()];
    Arrays.fill(rack, -1);
    for (int i = 0; i < model.servers(); i++) {
      int u = model.switchOf(i);
      mixed[u] |= rack[u] >= 0 && rack[u] != model.rackOf(i);
      rack[u] = model.rackOf(i);
    }
  }

  /** The largest number of pipelines that the flow allows; empty if there is no limit. */
  OptionalLong atMost() {
    if (isImpossible || replicas > model.servers()) {
      return OptionalLong.of(0);
    }
    long most = receivable() / Math.max(1, replicas - locals);
    if (replicas == locals) {
      most = storable();
      if (most >= NetworkModel.UNLIMITED) {
        return OptionalLong.empty();
      }
    }
    long fits = 0;
    long fails = most + 1;
    while (fails - fits > 1) {
      long middle = (fits + fails) >>> 1;
      if (fits(middle)) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    return OptionalLong.of(fits);
  }

  private long receivable() {
    return IntStream.range(0, model.servers())
        .mapToLong(i -> Math.min(model.capacity(model.down(i)), model.capacity(model.disk(i))))
        .sum();
  }

  private long storable() {
    return IntStream.range(0, model.servers()).mapToLong(i -> model.capacity(model.disk(i))).sum();
  }

  /** What bars the way of one pipeline more than {@code pipelines}, as an operator names it. */
  List<String> limits(long pipelines) {
    if (isImpossible || replicas > model.servers() || fits(pipelines + 1)) {
      return List.of();
    }
    PushRelabelMFImpl<Integer, DefaultWeightedEdge> cut = new PushRelabelMFImpl<>(flow);
    cut.calculateMinCut(SOURCE, SINK);
    return cut.getCutEdges().stream()
        .map(edge -> new int[] {flow.getEdgeSource(edge), flow.getEdgeTarget(edge)})
        .sorted(Arrays::compare)
        .map(ends -> name(ends[0], ends[1]))
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  private String name(int from, int to) {
    int n = model.switches();
    if (from == SOURCE && to >= 0) {
      return "uplinks of servers on " + model.switchName(to);
    }
    if (from >= 2 * n && to == SINK) {
      return "disks on " + model.switchName(from - 2 * n);
    }
    if (from >= n && from < 2 * n && to >= 2 * n) {
      return "links or disks of servers on " + model.switchName(from - n);
    }
    return cableNames.getOrDefault(from, "");
  }

  private boolean fits(long pipelines) {
    build(pipelines);
    double units = new PushRelabelMFImpl<>(flow).calculateMaximumFlow(SOURCE, SINK);
    return Math.round(units) >= replicas * pipelines;
  }

  /** Switch u is u where it sends, n + u where it receives, 2n + u where its servers store. */
  private void build(long pipelines) {
    int n = model.switches();
    flow = new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
    cableNames.clear();
    for (int vertex = LOCAL; vertex < 3 * n; vertex++) {
      flow.addVertex(vertex);
    }
    double all = (double) replicas * pipelines;
    connect(SOURCE, LOCAL, (double) locals * pipelines);
    connect(GATE_IN, GATE_OUT, (double) (replicas - locals - crossing) * pipelines);
    long[] sends = new long[n];
    long[] receives = new long[n];
    long[] stores = new long[n];
    for (int i = 0; i < model.servers(); i++) {
      long disk = Math.min(model.capacity(model.disk(i)), pipelines);
      sends[model.switchOf(i)] += model.capacity(model.up(i));
      receives[model.switchOf(i)] += Math.min(model.capacity(model.down(i)), disk);
      stores[model.switchOf(i)] += disk;
    }
    for (int u = 0; u < n; u++) {
      if (graph.servers(u) > 0) {
        connect(SOURCE, u, (double) sends[u]);
        connect(u, GATE_IN, all);
        connect(GATE_OUT, n + u, all);
        connect(n + u, 2 * n + u, (double) receives[u]);
        connect(LOCAL, 2 * n + u, all);
        connect(2 * n + u, SINK, (double) stores[u]);
      }
      connectLinks(u, all);
    }
  }

  /**
   * A chunk leaves u for a neighbour's receiving half, from which it goes on over further links:
   * links start at both halves, and a received chunk never turns into a sent one.
   */
  private void connectLinks(int u, double all) {
    int n = model.switches();
    for (Map.Entry<Integer, Long> link : graph.capacityTo(u).entrySet()) {
      connectCable(u, link.getKey(), link.getValue(), all);
    }
    if (mixed[u]) {
      connect(u, n + u, all);
    }
  }

  private void connectCable(int u, int v, double capacity, double all) {
    int n = model.switches();
    int cable = flow.vertexSet().size();
    flow.addVertex(cable);
    flow.addVertex(cable + 1);
    cableNames.put(cable, model.switchName(u) + "->" + model.switchName(v));
    connect(u, cable, all);
    connect(n + u, cable, all);
    connect(cable, cable + 1, capacity);
    connect(cable + 1, n + v, all);
  }

  private void connect(int from, int to, double capacity) {
    flow.setEdgeWeight(flow.addEdge(from, to), capacity);
  }
}
