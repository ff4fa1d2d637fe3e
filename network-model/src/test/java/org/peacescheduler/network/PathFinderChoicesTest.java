package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;

/** Of several random shortest paths, the least loaded. The seed is fixed. */
class PathFinderChoicesTest {
  private static final long SEED = 20080824;
  private static final int PICKS = 4000;

  /** Server 0 is the sender; servers 1 to 20 are in the other rack. */
  private final NetworkModel model = Networks.star(1, 20);

  private final ResidualNetwork residual = new ResidualNetwork(model);

  @Test
  void search_idleNetwork_picksAsThePaperDoes() {
    assertArrayEquals(picks(1), picks(4));
  }

  @Test
  void search_halfOfTheServersReceiveAlready_picksThoseOnlyIfAllDrawsAreTheirs() {
    IntPredicate loaded = s -> s % 2 == 0;
    IntStream.rangeClosed(1, 20).filter(loaded).forEach(s -> residual.take(model.down(s)));
    residual.commit();

    assertEquals(1.0 / 2, shareOf(loaded, picks(1)), 0.03);
    assertEquals(1.0 / 4, shareOf(loaded, picks(2)), 0.03);
    assertEquals(1.0 / 16, shareOf(loaded, picks(4)), 0.03);
  }

  @Test
  void search_oneServerSendsAlready_isAvoidedAsSenderOfTheNextHop() {
    residual.take(model.up(7));
    residual.commit();

    assertEquals(1.0 / 20, shareOf(s -> s == 7, picks(1)), 0.01);
    assertTrue(shareOf(s -> s == 7, picks(3)) < 0.005);
  }

  @Test
  void search_oneServerIsSending_takesOnlyReplicasThatSendNoFurther() {
    residual.take(model.up(7));
    residual.commit();

    assertTrue(shareOf(s -> s == 7, picks(3)) < 0.005);
    Candidates last = candidates(model);
    last.sendsOn(false);
    assertArrayEquals(picks(1), picks(3, last));
  }

  @Test
  void search_loadsOfAnotherNetwork_takesWhatIsIdleThere() {
    ResidualNetwork loads = new ResidualNetwork(model);
    loads.take(model.down(7));
    loads.commit();
    PathFinder finder = new PathFinder(residual, loads, new SplittableRandom(SEED), 3);
    Candidates candidates = candidates(model);

    for (int i = 0; i < 1000; i++) {
      assertNotEquals(7, finder.search(0, -1, candidates));
    }
  }

  @Test
  void search_oneOfTwoEqualWaysIsBusier_takesTheOtherMostly() {
    NetworkModel spines =
        Networks.network()
            .rack("tor1", 1, 9)
            .rack("tor2", 1, 9)
            .sw("spine1")
            .sw("spine2")
            .link("tor1", "spine1", 4)
            .link("tor2", "spine1", 4)
            .link("tor1", "spine2", 4)
            .link("tor2", "spine2", 4)
            .model();
    ResidualNetwork half = new ResidualNetwork(spines);
    int busy =
        IntStream.range(0, spines.links())
            .map(spines::link)
            .filter(e -> spines.edgeName(e).equals("tor1->spine1"))
            .findFirst()
            .orElseThrow();
    half.take(busy);
    half.commit();
    Candidates candidates = candidates(spines);
    PathFinder finder = new PathFinder(half, new SplittableRandom(SEED), 3);

    int overBusy = 0;
    for (int i = 0; i < PICKS; i++) {
      finder.search(0, -1, candidates);
      overBusy += finder.edge(1) == busy ? 1 : 0;
    }
    assertEquals(1.0 / 8, overBusy / (double) PICKS, 0.02);
  }

  @Test
  void new_noChoice_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new PathFinder(residual, new SplittableRandom(SEED), 0));
  }

  private int[] picks(int choices) {
    return picks(choices, candidates(model));
  }

  private int[] picks(int choices, Candidates candidates) {
    PathFinder finder = new PathFinder(residual, new SplittableRandom(SEED), choices);
    return IntStream.range(0, PICKS).map(i -> finder.search(0, -1, candidates)).toArray();
  }

  private static Candidates candidates(NetworkModel of) {
    Candidates candidates = new Candidates(of);
    candidates.start(0, of.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);
    return candidates;
  }

  private static double shareOf(IntPredicate servers, int[] picks) {
    return IntStream.of(picks).filter(servers).count() / (double) picks.length;
  }
}
