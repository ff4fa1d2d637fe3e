package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.PathResult.Found;
import org.peacescheduler.network.PathResult.NoPath;
import org.peacescheduler.network.topology.Constraint;

class PathFinderTest {
  private static final int SVR11 = 0;
  private static final int SVR12 = 1;
  private static final int SVR21 = 2;
  private static final int SVR22 = 3;

  @Test
  void find_paperExample_placesTheFirstRequestAndBlocksTheSecondByItsLink() {
    NetworkModel model = Networks.figureFive();
    ResidualNetwork residual = new ResidualNetwork(model);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(1));
    Candidates candidates = new Candidates(model);
    candidates.start(SVR11, model.rackOf(SVR11), -1, new BitSet(), 1);
    candidates.constrain(Constraint.SAME_RACK);

    Found first = assertInstanceOf(Found.class, finder.find(SVR11, -1, candidates));
    assertEquals(SVR12, first.server());
    assertEquals(2, first.cost());
    assertEquals(List.of("svr1.1->tor1", "tor1->svr1.2"), names(model, first));
    first.edges().forEach(residual::take);

    // The paper's second replica goes to SVR2.2.
    candidates.push(SVR12);
    BitSet notSvr21 = new BitSet();
    notSvr21.set(SVR21);
    candidates.start(SVR11, model.rackOf(SVR11), -1, notSvr21, 1);
    candidates.push(SVR12);
    candidates.constrain(Constraint.OTHER_RACK);
    Found second = assertInstanceOf(Found.class, finder.find(SVR12, -1, candidates));
    assertEquals(SVR22, second.server());
    assertEquals(3, second.cost());
    assertEquals(List.of("svr1.2->tor1", "tor1->tor2", "tor2->svr2.2"), names(model, second));
    second.edges().forEach(residual::take);
    residual.commit();

    candidates.start(SVR21, model.rackOf(SVR21), -1, new BitSet(), 1);
    candidates.constrain(Constraint.SAME_RACK);
    NoPath blocked = assertInstanceOf(NoPath.class, finder.find(SVR21, -1, candidates));
    assertEquals(List.of("tor2->svr2.2"), blocked.names(model));
  }

  @Test
  void find_localWithDisk_takesTheDiskAndNoLink() {
    NetworkModel model = diskModel();
    ResidualNetwork residual = new ResidualNetwork(model);
    Candidates candidates = new Candidates(model);
    candidates.start(0, 0, -1, new BitSet(), 1);
    candidates.constrain(Constraint.LOCAL);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(1));

    Found found = assertInstanceOf(Found.class, finder.find(0, -1, candidates));
    assertEquals(new Found(0, List.of(model.disk(0)), 0), found);

    residual.take(model.disk(0));
    residual.commit();
    NoPath none = assertInstanceOf(NoPath.class, finder.find(0, -1, candidates));
    assertEquals(List.of("a.1->disk"), none.names(model));
  }

  @Test
  void find_targetsDiskFull_namesTheDiskAlone() {
    NetworkModel model = diskModel();
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.take(model.disk(1));
    residual.commit();
    Candidates candidates = new Candidates(model);
    candidates.start(0, 0, -1, new BitSet(), 1);
    candidates.constrain(Constraint.SAME_RACK);

    PathResult result = new PathFinder(residual, new SplittableRandom(1)).find(0, -1, candidates);
    assertEquals(List.of("a.2->disk"), assertInstanceOf(NoPath.class, result).names(model));
  }

  @Test
  void find_uplinkFull_namesTheUplinkAndNotWhatIsBehindIt() {
    NetworkModel model = Networks.figureFive();
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.take(model.link(0));
    residual.take(model.down(SVR21));
    residual.commit();
    Candidates candidates = new Candidates(model);
    candidates.start(SVR11, model.rackOf(SVR11), -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);

    PathResult result =
        new PathFinder(residual, new SplittableRandom(1)).find(SVR11, -1, candidates);
    assertEquals(List.of("tor1->tor2"), assertInstanceOf(NoPath.class, result).names(model));
  }

  @Test
  void find_noServerMayTakeIt_namesNothing() {
    NetworkModel model = Networks.network().rack("tor1", 2, 1).model();
    ResidualNetwork residual = new ResidualNetwork(model);
    Candidates candidates = new Candidates(model);
    candidates.start(0, 0, -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);

    PathResult result = new PathFinder(residual, new SplittableRandom(1)).find(0, -1, candidates);
    assertEquals(new NoPath(List.of()), result);
  }

  @Test
  void explain_limit_namesNoMoreThanThat() {
    NetworkModel model = Networks.star(1, 20);
    ResidualNetwork residual = new ResidualNetwork(model);
    for (int server = 1; server <= 20; server++) {
      residual.take(model.down(server));
      residual.take(model.down(server));
    }
    Candidates candidates = new Candidates(model);
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.ANY);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(1));

    assertEquals(3, finder.explain(0, -1, candidates, 3).saturated().size());
    assertEquals(20, finder.explain(0, -1, candidates, 100).saturated().size());
  }

  /** A grid has a number of shortest paths that is exponential in its width. */
  @Test
  void find_wideGridWithAFullLastHop_endsSoonByAnotherWay() {
    int width = 30;
    Networks grid = Networks.network();
    for (int i = 0; i < width * width; i++) {
      grid.sw("s" + i);
    }
    for (int i = 0; i < width * width; i++) {
      if (i % width < width - 1) {
        grid.link("s" + i, "s" + (i + 1), 1);
      }
      if (i + width < width * width) {
        grid.link("s" + i, "s" + (i + width), 1);
      }
    }
    int target = 25 * width + 25;
    grid.server("writer", "s0", 1, 1).server("target", "s" + target, 1, 1);
    NetworkModel model = grid.model();
    ResidualNetwork residual = new ResidualNetwork(model);
    for (int k = 0; k < model.links(); k++) {
      boolean near = model.linkFrom(k) == target - 1 || model.linkFrom(k) == target - width;
      if (model.linkTo(k) == target && near) {
        residual.take(model.link(k));
      }
    }
    residual.commit();
    Candidates candidates = new Candidates(model);
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.ANY);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(1));

    PathResult result =
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> finder.find(0, -1, candidates));
    Found found = assertInstanceOf(Found.class, result);
    assertEquals(1, found.server());
    assertTrue(found.cost() == 54, () -> "50 hops, 2 more for the detour, 2 servers: " + found);
  }

  /** A tenth of a link is free, and a chunk over it would take ten times as long. */
  @Test
  void search_serverCarriesATenthOfWhatAChunkSends_isTakenIfNothingElseIsLeft() {
    NetworkModel model = Networks.network().rack("tor1", 8, 10).model();
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.setCapacity(model.down(3), 1);
    Candidates candidates = new Candidates(model);
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.ANY);
    PathFinder finder = new PathFinder(residual, residual, new SplittableRandom(1), 4);
    assertTrue(timesOf(3, finder, candidates) > 30, "to one unit it is as good as the others");

    finder.sends(10);
    assertTrue(timesOf(3, finder, candidates) < 5);
    for (int server = 1; server < 8; server++) {
      if (server != 3) {
        residual.take(model.down(server), 10);
      }
    }
    residual.commit();
    assertEquals(400, timesOf(3, finder, candidates));
  }

  private static int timesOf(int server, PathFinder finder, Candidates candidates) {
    int times = 0;
    for (int i = 0; i < 400; i++) {
      times += finder.search(0, -1, candidates) == server ? 1 : 0;
    }
    return times;
  }

  private static NetworkModel diskModel() {
    return Networks.network()
        .sw("a")
        .server("a.1", "a", "/a", 1, 1, 1)
        .server("a.2", "a", "/a", 1, 1, 1)
        .model();
  }

  private static List<String> names(NetworkModel model, Found found) {
    return found.edges().stream().map(model::edgeName).toList();
  }
}
