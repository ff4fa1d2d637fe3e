package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.peacescheduler.network.PathResult.Found;
import org.peacescheduler.network.PathResult.NoPath;

/**
 * {@link PathFinder} beside JGraphT's Dijkstra on the residual figure 5 of small random networks.
 */
class PathFinderOracleTest {

  @Property(tries = 6000, shrinking = ShrinkingMode.OFF)
  void find_anyNetworkLoadAndConstraint_agreesWithDijkstra(@ForAll long seed) {
    SearchCase search = SearchCase.random(new SplittableRandom(seed));
    Map<Integer, Integer> costs = search.costs();
    int choices = 1 + (int) Math.floorMod(seed, 3L);
    PathFinder finder = new PathFinder(search.residual, new SplittableRandom(seed), choices);

    PathResult result = finder.find(search.sender, search.at, search.candidates);

    if (result instanceof Found found) {
      assertFalse(costs.isEmpty(), () -> "found " + found + " where none is\n" + search);
      assertTrue(costs.containsKey(found.server()), () -> found + "\n" + search);
      assertEquals(Collections.min(costs.values()), found.cost(), () -> found + "\n" + search);
      assertPathIsSound(search, found);
    } else {
      assertTrue(costs.isEmpty(), () -> "found nothing, but there is " + costs + "\n" + search);
      assertReasonIsTrue(search, (NoPath) result);
    }
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void find_manyTimes_picksEveryNearestServerAndNoOther(@ForAll long seed) {
    SearchCase search = SearchCase.random(new SplittableRandom(seed));
    Map<Integer, Integer> costs = search.costs();
    if (costs.isEmpty()) {
      return;
    }
    int least = Collections.min(costs.values());
    HashSet<Integer> nearest = new HashSet<>(costs.keySet());
    nearest.removeIf(server -> costs.get(server) > least);
    PathFinder finder = new PathFinder(search.residual, new SplittableRandom(seed));

    HashSet<Integer> picked = new HashSet<>();
    for (int i = 0; i < 40 * nearest.size(); i++) {
      picked.add(finder.search(search.sender, search.at, search.candidates));
    }
    assertEquals(nearest, picked, search::toString);
  }

  private static void assertPathIsSound(SearchCase search, Found found) {
    NetworkModel model = search.model;
    List<Integer> edges = found.edges();
    int cables = 0;
    int i = 0;
    int at = search.at;
    for (int edge : edges) {
      assertTrue(search.residual.left(edge) > 0, () -> model.edgeName(edge) + "\n" + search);
    }
    assertEquals(edges.size(), new HashSet<>(edges).size(), "an edge twice in " + edges);
    if (!search.isLocal()) {
      if (search.sender >= 0) {
        assertEquals(model.up(search.sender), edges.get(i++));
        at = model.switchOf(search.sender);
        cables++;
      }
      while (edges.get(i) >= model.link(0)) {
        int k = edges.get(i++) - model.link(0);
        assertEquals(at, model.linkFrom(k), () -> "not contiguous: " + edges + "\n" + search);
        at = model.linkTo(k);
        cables++;
      }
      assertEquals(model.down(found.server()), edges.get(i++));
      cables++;
      if (search.sender >= 0 || search.at >= 0) {
        assertEquals(at, model.switchOf(found.server()), () -> edges + "\n" + search);
      }
    }
    if (model.capacity(model.disk(found.server())) != NetworkModel.UNLIMITED) {
      assertEquals(model.disk(found.server()), edges.get(i++));
    }
    assertEquals(edges.size(), i, () -> "more edges than needed: " + edges + "\n" + search);
    assertEquals(cables, found.cost());
  }

  /**
   * The named edges are full, lie on the rim of what the sender reaches, and bar the way: freed
   * together, round by round, they make a path appear.
   */
  private static void assertReasonIsTrue(SearchCase search, NoPath noPath) {
    assertEquals(!search.anyCandidate(), noPath.saturated().isEmpty(), search::toString);
    assertEquals(new HashSet<>(noPath.saturated()).size(), noPath.saturated().size());
    BitSet reached = search.reachedSwitches();
    for (int edge : noPath.saturated()) {
      assertTrue(search.residual.left(edge) <= 0, () -> edge + " is not full\n" + search);
      assertTrue(isOnTheRim(search, edge, reached), () -> edge + " is not on the rim\n" + search);
    }
    BitSet allButNamed = new BitSet();
    allButNamed.set(0, search.model.edges());
    noPath.saturated().forEach(allButNamed::clear);
    assertTrue(
        search.costs(allButNamed).isEmpty(),
        () -> noPath + " do not bar the way: other full edges freed make a path\n" + search);
    for (int round = 0; round < search.model.edges() && search.anyCandidate(); round++) {
      NoPath next = explain(search);
      if (next.saturated().isEmpty() || !search.costs().isEmpty()) {
        break;
      }
      for (int edge : next.saturated()) {
        while (search.residual.left(edge) <= 0) {
          search.residual.give(edge);
        }
      }
    }
    assertEquals(search.anyCandidate(), !search.costs().isEmpty(), search::toString);
  }

  private static NoPath explain(SearchCase search) {
    return new PathFinder(search.residual, new SplittableRandom(1))
        .explain(search.sender, search.at, search.candidates, Integer.MAX_VALUE);
  }

  private static boolean isOnTheRim(SearchCase search, int edge, BitSet reached) {
    NetworkModel model = search.model;
    int n = model.servers();
    if (edge < n) {
      return edge == model.up(search.sender);
    }
    if (edge < 3 * n) {
      int server = edge % n;
      boolean arrives = search.isLocal() || reached.get(model.switchOf(server));
      return arrives && search.isCandidate(server);
    }
    int k = edge - model.link(0);
    return reached.get(model.linkFrom(k)) && !reached.get(model.linkTo(k));
  }
}
