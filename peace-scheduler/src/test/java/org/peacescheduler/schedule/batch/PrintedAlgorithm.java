package org.peacescheduler.schedule.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.AsSubgraph;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.graph.FigureFive;
import org.peacescheduler.network.graph.FigureFive.Edge;
import org.peacescheduler.network.graph.FigureFive.Part;
import org.peacescheduler.network.graph.FigureFive.Vertex;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Placements;
import org.peacescheduler.schedule.Writer;

/**
 * Algorithm 1 as the paper prints it, on the graph as the paper draws it, with JGraphT's shortest
 * paths. Where the paper chooses at random, this goes every way that may still lead to what it is
 * asked for; so it is for tiny networks with one way between any two switches.
 */
final class PrintedAlgorithm {
  private final NetworkModel model;
  private final PlacementTemplate template;
  private final FigureFive figure;
  private final Predicate<String> followed;
  private final Set<String> outcomes;

  private PrintedAlgorithm(
      NetworkModel model,
      PlacementTemplate template,
      Predicate<String> followed,
      Set<String> outcomes) {
    this.model = model;
    this.template = template;
    this.figure = FigureFive.of(model);
    this.followed = followed;
    this.outcomes = outcomes;
  }

  /**
   * What a call can lead to: the pipelines of P, then the requests of W' with their chunks. Of more
   * than {@code most} outcomes, that many.
   */
  static Set<String> outcomes(
      NetworkModel model, PlacementTemplate template, List<WriteRequest> w, int most) {
    Set<String> outcomes = new TreeSet<>();
    new PrintedAlgorithm(model, template, p -> outcomes.size() < most, outcomes).run(w);
    return outcomes;
  }

  /** Whether a call can lead to this outcome, however many others there are. */
  static boolean leadsTo(
      NetworkModel model, PlacementTemplate template, List<WriteRequest> w, String outcome) {
    Set<String> outcomes = new TreeSet<>();
    new PrintedAlgorithm(model, template, outcome::startsWith, outcomes).run(w);
    return outcomes.contains(outcome);
  }

  private void run(List<WriteRequest> w) {
    requests(w, 0, w.get(0).chunks(), Map.of(), "", "");
  }

  /** Lines 4 to 6; {@code used} is G, the flow of each edge. */
  private void requests(
      List<WriteRequest> w, int i, int k, Map<Integer, Integer> used, String p, String rest) {
    if (!followed.test(p)) {
      return;
    }
    if (k == 0) {
      nextRequest(w, i, used, p, rest);
      return;
    }
    chunk(new Lines(w, i, k, used, p, rest), new ArrayList<>(), used);
  }

  private void nextRequest(
      List<WriteRequest> w, int i, Map<Integer, Integer> used, String p, String rest) {
    if (i + 1 == w.size()) {
      outcomes.add(p + rest);
      return;
    }
    requests(w, i + 1, w.get(i + 1).chunks(), used, p, rest);
  }

  /** Where the algorithm is when it begins a chunk. */
  private record Lines(
      List<WriteRequest> w, int i, int k, Map<Integer, Integer> used, String p, String rest) {
    WriteRequest request() {
      return w.get(i);
    }
  }

  /** Lines 12 to 25; {@code used} is G' and {@code chosen} is p without w. */
  private void chunk(Lines at, List<Integer> chosen, Map<Integer, Integer> used) {
    WriteRequest request = at.request();
    if (chosen.size() == request.replication()) {
      List<String> names = chosen.stream().map(model::serverName).toList();
      String p = at.p() + request.id() + names + " ";
      requests(at.w(), at.i(), at.k() - 1, used, p, at.rest());
      return;
    }
    Writer writer = request.writer();
    int z = chosen.isEmpty() ? writer.server() : chosen.get(chosen.size() - 1);
    Map<Integer, GraphPath<Vertex, Edge>> paths = new HashMap<>();
    double least = Double.POSITIVE_INFINITY;
    int replication = request.replication();
    for (int server : Placements.allowed(model, writer, replication, chosen, template)) {
      GraphPath<Vertex, Edge> q = path(z, server, used);
      if (q != null) {
        paths.put(server, q);
        least = Math.min(least, q.getWeight());
      }
    }
    if (paths.isEmpty()) {
      String rest = at.rest() + request.id() + "*" + at.k();
      nextRequest(at.w(), at.i(), at.used(), at.p(), rest);
      return;
    }
    for (Map.Entry<Integer, GraphPath<Vertex, Edge>> found : paths.entrySet()) {
      if (found.getValue().getWeight() == least) {
        List<Integer> longer = new ArrayList<>(chosen);
        longer.add(found.getKey());
        chunk(at, longer, augmented(used, found.getValue()));
      }
    }
  }

  /** A shortest path over the edges that have something left; a local replica starts at RCV. */
  private GraphPath<Vertex, Edge> path(int from, int to, Map<Integer, Integer> used) {
    Graph<Vertex, Edge> free = new AsSubgraph<>(figure.graph());
    for (Edge edge : figure.graph().edgeSet()) {
      if (used.getOrDefault(edge.modelEdge(), 0) >= edge.capacity()) {
        free.removeEdge(edge);
      }
    }
    Vertex source = figure.vertex(from == to ? Part.RCV : Part.SND, from);
    return new DijkstraShortestPath<>(free).getPath(source, figure.last(to));
  }

  private static Map<Integer, Integer> augmented(
      Map<Integer, Integer> used, GraphPath<Vertex, Edge> path) {
    Map<Integer, Integer> after = new HashMap<>(used);
    path.getEdgeList().stream()
        .map(Edge::modelEdge)
        .distinct()
        .forEach(edge -> after.merge(edge, 1, Integer::sum));
    return after;
  }
}
