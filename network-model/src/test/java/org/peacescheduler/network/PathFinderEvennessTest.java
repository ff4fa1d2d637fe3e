package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;

/**
 * Equal destinations are picked with equal probability. The seeds are fixed, so a test that passes
 * keeps passing; an honest source fails one of these at random in ten thousand.
 */
class PathFinderEvennessTest {
  private static final long SEED = 20080824;
  private static final int PICKS_PER_SERVER = 400;
  private static final double SIGNIFICANCE = 1e-4;

  @Test
  void search_racksOf8And9_picksServersOfTheOtherRackEvenly() {
    NetworkModel model =
        Networks.network().rack("tor1", 8, 2).rack("tor2", 9, 2).link("tor1", "tor2", 8).model();

    assertEven(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, s -> s >= 8);
    assertEven(new ResidualNetwork(model), 8, Constraint.OTHER_RACK, s -> s < 8);
    assertEven(new ResidualNetwork(model), 0, Constraint.SAME_RACK, s -> s > 0 && s < 8);
  }

  @Test
  void search_racksOf2And5And20BelowACore_picksServersNotRacksEvenly() {
    NetworkModel model = Networks.star(2, 5, 20);

    assertEven(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, s -> s >= 2);
    assertEven(new ResidualNetwork(model), 26, Constraint.OTHER_RACK, s -> s < 7);
    // The first replica is on tor2 (server 2): tor3 is near to the sender, tor1 is not.
    assertEven(new ResidualNetwork(model), 26, Constraint.NEW_RACK, s -> s >= 7 && s < 26);
  }

  @Test
  void search_halfFull_picksTheServersWithRoomEvenly() {
    NetworkModel model = Networks.star(2, 5, 20);
    ResidualNetwork residual = new ResidualNetwork(model);
    for (int server = 3; server < model.servers(); server += 2) {
      residual.take(model.down(server));
      residual.take(model.down(server));
    }
    residual.commit();

    assertEven(residual, 0, Constraint.OTHER_RACK, s -> s >= 2 && s % 2 == 0);
  }

  @Test
  void search_excludedAndAbsentServers_picksTheOthersEvenly() {
    NetworkModel model = Networks.star(2, 5, 20);
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.setPresent(4, false);
    residual.setPresent(11, false);
    BitSet excluded = new BitSet();
    excluded.set(8, 24);

    assertEven(
        residual, 0, Constraint.OTHER_RACK, excluded, s -> (s >= 2 && s != 4 && s < 8) || s >= 24);
  }

  @Test
  void search_drawsMostlyRejected_decidesExactlyAndStillEvenly() {
    // 60 servers have room, 3 of them may take the replica: most searches run out of draws.
    NetworkModel model = Networks.star(2, 20, 40);
    BitSet excluded = new BitSet();
    excluded.set(2, model.servers());
    excluded.clear(5);
    excluded.clear(30);
    excluded.clear(61);

    assertEven(
        new ResidualNetwork(model),
        0,
        Constraint.OTHER_RACK,
        excluded,
        s -> s == 5 || s == 30 || s == 61);
  }

  @Test
  void search_unknownDistances_picksEvenly() {
    NetworkModel model = ringBeyondTheLimit();
    assertFalse(model.distances().known());

    // Servers 1 to 3 are on one neighbour of the sender's switch, server 4 on the other.
    assertEven(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, s -> s >= 1 && s <= 4);
  }

  @Test
  void search_writerOutsideTheModel_picksAllServersEvenly() {
    NetworkModel model = Networks.star(2, 5, 20);

    assertEven(new ResidualNetwork(model), -1, Constraint.ANY, s -> true);
  }

  @Test
  void search_leavesAndSpinesOfUnequalUplinks_picksServersEvenlyWhateverThePaths() {
    // tor2 is behind both spines, tor3 behind one of them that is still free.
    NetworkModel model =
        Networks.network()
            .rack("tor1", 1, 1)
            .rack("tor2", 4, 1)
            .rack("tor3", 4, 1)
            .sw("spine1")
            .sw("spine2")
            .link("tor1", "spine1", 1)
            .link("tor1", "spine2", 1)
            .link("tor2", "spine1", 1)
            .link("tor2", "spine2", 1)
            .link("tor3", "spine1", 1)
            .link("tor3", "spine2", 1)
            .model();
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.take(model.link(linkBetween(model, "spine2", "tor3")));
    residual.commit();

    assertEven(residual, 0, Constraint.OTHER_RACK, s -> s > 0);
  }

  @Test
  void search_parallelEqualLinks_usesThemEvenly() {
    Networks network = Networks.network().rack("tor1", 1, 1).rack("tor2", 1, 1);
    network.link("tor1", "tor2", 1).link("tor1", "tor2", 1).link("tor1", "tor2", 1);

    assertEvenLinks(network.model(), 0, 3);
  }

  @Test
  void search_equalSpines_usesThemEvenly() {
    Networks network = Networks.network().rack("tor1", 1, 1).rack("tor2", 1, 1);
    for (int spine = 1; spine <= 4; spine++) {
      network.sw("spine" + spine);
      network.link("tor1", "spine" + spine, 1).link("tor2", "spine" + spine, 1);
    }

    assertEvenLinks(network.model(), 0, 4);
  }

  @Test
  void search_sameSeed_givesTheSameSequence() {
    NetworkModel model = Networks.star(2, 5, 20);
    int[] first = picks(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, SEED, 200);
    int[] second = picks(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, SEED, 200);
    int[] other = picks(new ResidualNetwork(model), 0, Constraint.OTHER_RACK, SEED + 1, 200);

    assertArrayEquals(first, second);
    assertFalse(Arrays.equals(first, other));
  }

  /** Switch 0 has server 0, its neighbours 1 and 2099 have servers 1 to 3 and 4. */
  private static NetworkModel ringBeyondTheLimit() {
    Networks ring = Networks.network();
    int n = 2100;
    for (int u = 0; u < n; u++) {
      ring.rack("tor" + u, u == 1 ? 3 : 0, 1);
      if (u == 0) {
        ring.server("sender", "tor0", 1, 1);
      }
    }
    ring.server("last", "tor2099", 1, 1);
    for (int u = 0; u < n; u++) {
      ring.link("tor" + u, "tor" + (u + 1) % n, 1);
    }
    return ring.model();
  }

  private static int linkBetween(NetworkModel model, String from, String to) {
    return IntStream.range(0, model.links())
        .filter(k -> model.edgeName(model.link(k)).equals(from + "->" + to))
        .findFirst()
        .orElseThrow();
  }

  private static int[] picks(
      ResidualNetwork residual, int sender, Constraint constraint, long seed, int count) {
    Candidates candidates = new Candidates(residual.model());
    candidates.start(sender, rackOf(residual, sender), -1, new BitSet(), 1);
    candidates.constrain(constraint);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(seed));
    return IntStream.range(0, count).map(i -> finder.search(sender, -1, candidates)).toArray();
  }

  private static int rackOf(ResidualNetwork residual, int sender) {
    return sender < 0 ? -1 : residual.model().rackOf(sender);
  }

  private static void assertEven(
      ResidualNetwork residual, int sender, Constraint constraint, IntPredicate expected) {
    assertEven(residual, sender, constraint, new BitSet(), expected);
  }

  private static void assertEven(
      ResidualNetwork residual,
      int sender,
      Constraint constraint,
      BitSet excluded,
      IntPredicate expected) {
    NetworkModel model = residual.model();
    Candidates candidates = new Candidates(model);
    candidates.start(sender, rackOf(residual, sender), -1, excluded, 1);
    if (constraint == Constraint.NEW_RACK) {
      candidates.push(2);
    }
    candidates.constrain(constraint);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(SEED));
    TreeMap<Integer, Long> counts = new TreeMap<>();
    IntStream.range(0, model.servers()).filter(expected).forEach(s -> counts.put(s, 0L));
    int picks = PICKS_PER_SERVER * counts.size();
    for (int i = 0; i < picks; i++) {
      counts.merge(finder.search(sender, -1, candidates), 1L, Long::sum);
    }
    assertEvenCounts(counts, (int) IntStream.range(0, model.servers()).filter(expected).count());
  }

  private static void assertEvenLinks(NetworkModel model, int sender, int ways) {
    Candidates candidates = new Candidates(model);
    candidates.start(sender, model.rackOf(sender), -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);
    ResidualNetwork residual = new ResidualNetwork(model);
    PathFinder finder = new PathFinder(residual, new SplittableRandom(SEED));
    Map<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < PICKS_PER_SERVER * ways; i++) {
      finder.search(sender, -1, candidates);
      counts.merge(finder.edge(1), 1L, Long::sum);
    }
    assertEvenCounts(counts, ways);
  }

  private static void assertEvenCounts(Map<Integer, Long> counts, int kinds) {
    assertEquals(kinds, counts.size(), () -> "picked " + new TreeSet<>(counts.keySet()));
    long[] observed = counts.values().stream().mapToLong(Long::longValue).toArray();
    double[] expected = new double[observed.length];
    Arrays.fill(expected, LongStream.of(observed).sum() / (double) observed.length);
    double p = new ChiSquareTest().chiSquareTest(expected, observed);
    assertTrue(p > SIGNIFICANCE, () -> "p = " + p + " with seed " + SEED + ": " + counts);
  }
}
