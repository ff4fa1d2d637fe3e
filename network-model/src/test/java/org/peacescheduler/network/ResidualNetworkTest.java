package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class ResidualNetworkTest {
  private final NetworkModel model = Networks.figureFive();
  private final ResidualNetwork residual = new ResidualNetwork(model);
  private final int link = model.link(0);

  @Test
  void take_oneOfOne_fillsTheEdge() {
    residual.take(link);

    assertEquals(0, residual.left(link));
    assertEquals(1, residual.used(link));
    assertFalse(residual.isIdle());
    assertFalse(residual.canLeave(model.linkFrom(0)));
  }

  @Test
  void give_whatWasTaken_leavesTheNetworkIdle() {
    residual.take(link);
    residual.commit();
    residual.give(link);

    assertTrue(residual.isIdle());
    assertTrue(residual.canLeave(model.linkFrom(0)));
  }

  @Test
  void give_moreThanWasTaken_throwsWithTheNameOfTheEdge() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> residual.give(link));

    assertEquals("tor1->tor2 got back more than was taken", thrown.getMessage());
    assertTrue(residual.isIdle());
  }

  @Test
  void rollBack_innerTransaction_keepsTheOuterOne() {
    int outer = residual.mark();
    residual.take(model.up(0));
    int inner = residual.mark();
    residual.take(model.down(1));
    residual.take(link);
    residual.rollBack(inner);

    assertEquals(0, residual.left(model.up(0)));
    assertEquals(1, residual.left(model.down(1)));
    assertEquals(1, residual.left(link));

    residual.rollBack(outer);
    assertTrue(residual.isIdle());
  }

  @Test
  void rollBack_afterCommit_undoesOnlyWhatCameLater() {
    residual.take(link);
    residual.commit();
    int mark = residual.mark();
    residual.take(model.up(0));
    residual.rollBack(mark);

    assertEquals(0, residual.left(link));
    assertEquals(1, residual.left(model.up(0)));
  }

  @Test
  void rollBack_moreThanTheFirstJournal_undoesEverything() {
    NetworkModel wide = Networks.star(60, 60);
    ResidualNetwork many = new ResidualNetwork(wide);
    for (int edge = 0; edge < 2 * wide.servers(); edge++) {
      many.take(edge);
    }
    many.rollBack(0);

    assertTrue(many.isIdle());
  }

  @Test
  void rollBack_markThatWasNeverGiven_throws() {
    residual.take(link);

    assertThrows(IllegalArgumentException.class, () -> residual.rollBack(-1));
    assertEquals(0, residual.left(link));
  }

  @Test
  void take_beyondTheCapacity_staysFullUntilAllOfItIsBack() {
    residual.take(model.down(1));
    residual.take(model.down(1));
    residual.commit();
    assertEquals(-1, residual.left(model.down(1)));
    assertFalse(residual.hasRoom(1));

    residual.give(model.down(1));
    assertEquals(0, residual.left(model.down(1)));
    assertFalse(residual.hasRoom(1));

    residual.give(model.down(1));
    assertTrue(residual.hasRoom(1));
    assertTrue(residual.isIdle());
  }

  @Test
  void setPresent_absentServer_hasNoRoomAndComesBack() {
    residual.setPresent(1, false);
    residual.setPresent(1, false);

    assertFalse(residual.hasRoom(1));
    assertEquals(1, residual.roomy(0));
    assertEquals(3, residual.presentServers());
    assertEquals(1, residual.presentInRack(model.rackOf(1)));

    residual.setPresent(1, true);
    assertEquals(2, residual.roomy(0));
    assertIndexIsARecount(residual);
  }

  @Test
  void copy_changedAfterwards_leavesTheOriginalAlone() {
    residual.take(model.down(0));
    residual.commit();
    ResidualNetwork copy = residual.copy();
    copy.take(model.down(1));
    copy.take(link);
    copy.commit();
    copy.setPresent(2, false);

    assertEquals(1, residual.left(model.down(1)));
    assertEquals(1, residual.left(link));
    assertTrue(residual.isPresent(2));
    assertEquals(0, copy.left(model.down(0)));
    assertIndexIsARecount(residual);
    assertIndexIsARecount(copy);
  }

  @Test
  void copy_openTransaction_throws() {
    residual.take(link);

    assertThrows(IllegalStateException.class, residual::copy);
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void anyOperations_onAnyNetwork_keepCountsAndIndex(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ResidualNetwork tested = new ResidualNetwork(Networks.random(random));
    NetworkModel network = tested.model();
    int[] taken = new int[network.edges()];
    Deque<Integer> marks = new ArrayDeque<>();
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int edge = random.nextInt(network.edges());
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          tested.take(edge);
          open.add(edge);
          taken[edge]++;
        }
        case 3 -> marks.push(tested.mark());
        case 4 -> {
          int mark = marks.isEmpty() ? 0 : marks.pop();
          tested.rollBack(mark);
          List<Integer> undone = open.subList(mark, open.size());
          undone.forEach(e -> taken[e]--);
          undone.clear();
        }
        case 5 -> {
          tested.commit();
          open.clear();
          marks.clear();
        }
        case 6 -> {
          // Only what was committed may be given back while a transaction is open.
          if (taken[edge] > open.stream().filter(e -> e == edge).count()) {
            tested.give(edge);
            taken[edge]--;
          }
        }
        default -> {
          int server = random.nextInt(network.servers());
          tested.setPresent(server, random.nextBoolean());
        }
      }
      for (int e = 0; e < taken.length; e++) {
        assertEquals(taken[e], tested.used(e), network.edgeName(e));
      }
      assertEquals(Arrays.stream(taken).allMatch(t -> t == 0), tested.isIdle());
      assertIndexIsARecount(tested);
    }
    tested.commit();
    assertIndexIsARecount(tested.copy());
  }

  static void assertIndexIsARecount(ResidualNetwork residual) {
    NetworkModel model = residual.model();
    SwitchDistances distances = model.distances();
    int present = 0;
    int[] inRack = new int[model.racks()];
    for (int i = 0; i < model.servers(); i++) {
      present += residual.isPresent(i) ? 1 : 0;
      inRack[model.rackOf(i)] += residual.isPresent(i) ? 1 : 0;
    }
    assertEquals(present, residual.presentServers());
    for (int rack = 0; rack < inRack.length; rack++) {
      assertEquals(inRack[rack], residual.presentInRack(rack));
    }
    int total = 0;
    for (int u = 0; u < model.switches(); u++) {
      Set<Integer> expected = new HashSet<>();
      for (int i : model.serversOn(u)) {
        if (residual.isPresent(i)
            && residual.left(model.down(i)) > 0
            && residual.left(model.disk(i)) > 0) {
          expected.add(i);
        }
      }
      Set<Integer> indexed = new HashSet<>();
      for (int i = 0; i < residual.roomy(u); i++) {
        indexed.add(residual.roomyServer(u, i));
      }
      assertEquals(expected, indexed, model.switchName(u));
      assertEquals(expected.size(), residual.roomy(u), model.switchName(u));
      assertEquals(expected.size(), residual.roomyAnywhere().weight(u));
      boolean reachable = hasFree(residual, model.linksIn(u));
      FenwickTree reachableRoomy = residual.roomyReachable(distances.classOf(u));
      assertEquals(reachable ? expected.size() : 0, reachableRoomy.weight(distances.position(u)));
      assertEquals(hasFree(residual, model.linksOut(u)), residual.canLeave(u));
      total += expected.size();
    }
    assertEquals(total, residual.roomyAnywhere().total());
  }

  private static boolean hasFree(ResidualNetwork residual, int[] links) {
    return Arrays.stream(links).anyMatch(k -> residual.left(residual.model().link(k)) > 0);
  }
}
