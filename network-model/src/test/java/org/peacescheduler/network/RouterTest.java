package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;

class RouterTest {

  @Test
  void route_toItself_isTheDiskAlone() {
    NetworkModel model = Networks.network().sw("a").server("a.1", "a", "/a", 1, 1, 1).model();

    int[] edges = new Router(new ResidualNetwork(model)).route(0, -1, 0);
    assertArrayEquals(new int[] {model.disk(0)}, edges);
  }

  @Test
  void route_parallelLinks_takesTheEmptiest() {
    NetworkModel model =
        Networks.network()
            .rack("tor1", 1, 1)
            .rack("tor2", 1, 1)
            .link("tor1", "tor2", 2)
            .link("tor1", "tor2", 3)
            .model();
    ResidualNetwork residual = new ResidualNetwork(model);
    Router router = new Router(residual);
    assertArrayEquals(
        new int[] {model.up(0), model.link(2), model.down(1)}, router.route(0, -1, 1));

    residual.take(model.link(2));
    residual.take(model.link(2));
    assertArrayEquals(
        new int[] {model.up(0), model.link(0), model.down(1)}, router.route(0, -1, 1));
  }

  @Test
  void route_unknownSender_usesTheTargetsEdgesAlone() {
    NetworkModel model = Networks.figureFive();

    assertArrayEquals(
        new int[] {model.down(3)}, new Router(new ResidualNetwork(model)).route(-1, -1, 3));
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void route_anyTwoServers_isAsLongAsThePathFindersOnAnIdleNetwork(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NetworkModel model = Networks.random(random);
    ResidualNetwork idle = new ResidualNetwork(model);
    int sender = random.nextInt(model.servers());
    int target = random.nextInt(model.servers());
    if (sender == target) {
      return;
    }
    BitSet others = new BitSet();
    others.set(0, model.servers());
    others.clear(target);
    Candidates candidates = new Candidates(model);
    candidates.start(sender, model.rackOf(sender), -1, others, 1);
    candidates.constrain(Constraint.ANY);
    PathFinder finder = new PathFinder(idle, random);
    assertEquals(target, finder.search(sender, -1, candidates));

    int[] route = new Router(idle).route(sender, -1, target);
    assertEquals(finder.length(), route.length);
    int at = model.switchOf(sender);
    int[] links = Arrays.stream(route).filter(e -> e >= model.link(0)).toArray();
    for (int edge : links) {
      assertEquals(at, model.linkFrom(edge - model.link(0)));
      at = model.linkTo(edge - model.link(0));
    }
    assertEquals(model.switchOf(target), at);
  }
}
