package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jgrapht.Graph;
import org.jgrapht.alg.shortestpath.FloydWarshallShortestPaths;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.junit.jupiter.api.Test;

class SwitchDistancesTest {

  @Test
  void classes_manyRacksBelowOneCore_areTwo() {
    int[] sizes = new int[250];
    Arrays.fill(sizes, 1);
    SwitchDistances distances = Networks.star(sizes).distances();

    assertEquals(2, distances.classes());
    assertEquals(1, distances.levels(1).length);
    assertEquals(2, distances.levels(1)[0].distance());
  }

  @Test
  void levels_singleSwitch_areNone() {
    SwitchDistances distances = Networks.network().rack("tor1", 3, 1).model().distances();

    assertTrue(distances.known());
    assertEquals(0, distances.levels(0).length);
  }

  @Test
  void levels_switchesWithoutLinks_areNone() {
    NetworkModel apart = Networks.network().rack("tor1", 2, 1).rack("tor2", 2, 1).model();

    assertEquals(0, apart.distances().levels(0).length);
    assertEquals(0, apart.distances().levels(1).length);
  }

  @Test
  void known_longRing_isFalseBeyondTheLimit() {
    Networks ring = Networks.network();
    int n = 2100;
    for (int u = 0; u < n; u++) {
      ring.rack("tor" + u, 1, 1);
    }
    for (int u = 0; u < n; u++) {
      ring.link("tor" + u, "tor" + (u + 1) % n, 1);
    }

    assertFalse(ring.model().distances().known());
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void between_anyTwoSwitches_isTheDistanceOfFloydAndWarshall(@ForAll long seed) {
    NetworkModel model = Networks.random(new SplittableRandom(seed));
    SwitchDistances distances = model.distances();
    FloydWarshallShortestPaths<Integer, DefaultEdge> oracle =
        new FloydWarshallShortestPaths<>(switchGraph(model));

    for (int from = 0; from < model.switches(); from++) {
      for (int to = 0; to < model.switches(); to++) {
        if (from == to) {
          continue;
        }
        int hops = (int) oracle.getPathWeight(from, to);
        assertEquals(hops, distances.between(from, to), from + " to " + to);
        if (hops >= 2) {
          int last = to;
          Set<Integer> expected =
              Arrays.stream(model.linksOut(from))
                  .filter(k -> oracle.getPathWeight(model.linkTo(k), last) == hops - 1)
                  .boxed()
                  .collect(Collectors.toCollection(TreeSet::new));
          Set<Integer> next =
              Arrays.stream(distances.nextHops(from, to))
                  .boxed()
                  .collect(Collectors.toCollection(TreeSet::new));
          assertEquals(expected, next, from + " to " + to);
        }
      }
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void levels_ofAnySwitch_holdEveryOtherSwitchWithServersOnceAndInOrder(@ForAll long seed) {
    NetworkModel model = Networks.random(new SplittableRandom(seed));
    SwitchDistances distances = model.distances();

    for (int from = 0; from < model.switches(); from++) {
      Set<Integer> seen = new TreeSet<>();
      int before = 0;
      for (SwitchDistances.Level level : distances.levels(from)) {
        assertTrue(level.distance() > before);
        before = level.distance();
        for (int c : level.classes()) {
          for (int to : distances.members(c)) {
            if (to != from && model.serversOn(to).length > 0) {
              assertEquals(level.distance(), distances.between(from, to));
              assertTrue(seen.add(to), "switch " + to + " is in two levels");
            }
          }
        }
      }
      for (int to = 0; to < model.switches(); to++) {
        assertEquals(to != from && model.serversOn(to).length > 0, seen.contains(to));
      }
    }
  }

  private static Graph<Integer, DefaultEdge> switchGraph(NetworkModel model) {
    Graph<Integer, DefaultEdge> graph = new SimpleDirectedGraph<>(DefaultEdge.class);
    for (int u = 0; u < model.switches(); u++) {
      graph.addVertex(u);
    }
    for (int k = 0; k < model.links(); k++) {
      graph.addEdge(model.linkFrom(k), model.linkTo(k));
    }
    return graph;
  }
}
