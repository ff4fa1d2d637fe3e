package org.peacescheduler.network.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.Networks;
import org.peacescheduler.network.graph.FigureFive.Edge;
import org.peacescheduler.network.graph.FigureFive.EndVertex;
import org.peacescheduler.network.graph.FigureFive.Kind;
import org.peacescheduler.network.graph.FigureFive.Part;
import org.peacescheduler.network.graph.FigureFive.Vertex;

class FigureFiveTest {
  private final FigureFive five = FigureFive.of(Networks.figureFive());

  @Test
  void graph_paperExample_hasTheVerticesAndEdgesOfTheFigure() {
    Graph<Vertex, Edge> graph = five.graph();

    assertEquals(18, graph.vertexSet().size());
    Set<String> edges =
        graph.edgeSet().stream()
            .filter(e -> !graph.getEdgeSource(e).toString().contains(".2"))
            .filter(e -> !graph.getEdgeTarget(e).toString().contains(".2"))
            .map(e -> graph.getEdgeSource(e) + ">" + graph.getEdgeTarget(e) + ":" + e.cost())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        Set.of(
            "svr1.1.SND>svr1.1.UP:1",
            "svr1.1.UP>tor1:0",
            "tor1>svr1.1.DN:0",
            "svr1.1.DN>svr1.1.RCV:1",
            "svr2.1.SND>svr2.1.UP:1",
            "svr2.1.UP>tor2:0",
            "tor2>svr2.1.DN:0",
            "svr2.1.DN>svr2.1.RCV:1",
            "tor1>tor2:1",
            "tor2>tor1:1"),
        edges);
    assertEquals(18, graph.edgeSet().size());
    assertTrue(graph.edgeSet().stream().allMatch(e -> e.capacity() == 1));
    assertThrows(UnsupportedOperationException.class, () -> graph.addVertex(new EndVertex("x")));
  }

  @Test
  void extended_svr11Writes_reachesEveryOtherServerFromS() {
    Graph<Vertex, Edge> extended = five.extended(0);
    EndVertex s = new EndVertex("s");
    EndVertex d = new EndVertex("d");

    assertEquals(1, extended.outDegreeOf(s));
    assertEquals(1, extended.outgoingEdgesOf(s).iterator().next().capacity());
    assertEquals(3, extended.inDegreeOf(d));
    assertFalse(extended.containsEdge(five.vertex(Part.RCV, 0), d));
    GraphPath<Vertex, Edge> path = DijkstraShortestPath.findPathBetween(extended, s, d);
    assertEquals(2.0, path.getWeight());
    assertEquals(
        List.of("s", "svr1.1.SND", "svr1.1.UP", "tor1", "svr1.2.DN", "svr1.2.RCV", "d"),
        path.getVertexList().stream().map(Object::toString).toList());
  }

  @Test
  void graph_declaredDisk_isBetweenRcvAndD() {
    NetworkModel model = Networks.network().sw("a").server("a.1", "a", "/a", 2, 2, 1).model();
    FigureFive disks = FigureFive.of(model);

    Edge edge = disks.graph().getEdge(disks.vertex(Part.RCV, 0), disks.vertex(Part.DISK, 0));
    assertEquals(Kind.DISK, edge.kind());
    assertEquals(1, edge.capacity());
    assertEquals(model.disk(0), edge.modelEdge());
    assertEquals(disks.vertex(Part.DISK, 0), disks.last(0));
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void graph_anyModel_hasEveryModelEdgeWithItsCapacity(@ForAll long seed) {
    NetworkModel model = Networks.random(new SplittableRandom(seed));
    Graph<Vertex, Edge> graph = FigureFive.of(model).graph();

    for (int edge = 0; edge < model.edges(); edge++) {
      int modelEdge = edge;
      List<Edge> same = graph.edgeSet().stream().filter(e -> e.modelEdge() == modelEdge).toList();
      boolean isServerLink = edge < 2 * model.servers();
      boolean isUndeclared = model.capacity(edge) == NetworkModel.UNLIMITED;
      assertEquals(isServerLink ? 2 : isUndeclared ? 0 : 1, same.size(), model.edgeName(edge));
      assertTrue(same.stream().allMatch(e -> e.capacity() == model.capacity(modelEdge)));
    }
  }
}
