package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;

class CandidatesTest {
  private final NetworkModel model = Networks.star(3, 3, 3);
  private final Candidates candidates = new Candidates(model);

  @Test
  void accepts_writer_onlyUnderLocal() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.LOCAL);
    assertArrayEquals(new int[] {0}, accepted());

    candidates.constrain(Constraint.SAME_RACK);
    assertArrayEquals(new int[] {1, 2}, accepted());
  }

  @Test
  void accepts_afterPush_isRelativeToThePushedServer() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.push(4);
    candidates.constrain(Constraint.SAME_RACK);
    assertArrayEquals(new int[] {3, 5}, accepted());

    candidates.constrain(Constraint.OTHER_RACK);
    assertArrayEquals(new int[] {1, 2, 6, 7, 8}, accepted());

    candidates.constrain(Constraint.NEW_RACK);
    assertArrayEquals(new int[] {1, 2, 6, 7, 8}, accepted());

    candidates.push(8);
    assertArrayEquals(new int[] {1, 2}, accepted());
    assertArrayEquals(new int[] {4, 8}, candidates.chosen());
  }

  @Test
  void accepts_rackHasAsManyAsItMay_isInNoPlacement() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 9);
    candidates.limitRacks(1);
    candidates.push(4);
    for (Constraint constraint : new Constraint[] {Constraint.ANY, Constraint.SPREAD}) {
      candidates.constrain(constraint);
      assertArrayEquals(new int[] {1, 2, 6, 7, 8}, accepted());
    }
    candidates.constrain(Constraint.SAME_RACK);
    assertArrayEquals(new int[] {}, accepted());

    candidates.start(0, model.rackOf(0), -1, new BitSet(), 9);
    candidates.push(4);
    assertArrayEquals(new int[] {3, 5}, accepted());
  }

  @Test
  void accepts_afterPop_isRelativeToTheServerBefore() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.push(4);
    candidates.pop(0, model.rackOf(0));
    candidates.constrain(Constraint.SAME_RACK);

    assertEquals(0, candidates.sender());
    assertArrayEquals(new int[] {1, 2}, accepted());
  }

  @Test
  void accepts_avoidedRack_takesNothingNotEvenTheLocalReplica() {
    candidates.start(0, model.rackOf(0), model.rackOf(0), new BitSet(), 1);
    candidates.constrain(Constraint.LOCAL);
    assertArrayEquals(new int[] {}, accepted());
    assertFalse(candidates.exist(new ResidualNetwork(model)));

    candidates.constrain(Constraint.ANY);
    assertArrayEquals(new int[] {3, 4, 5, 6, 7, 8}, accepted());
  }

  @Test
  void accepts_writerWithoutARack_allowsAnyRack() {
    candidates.start(-1, -1, -1, new BitSet(), 1);
    for (Constraint constraint :
        new Constraint[] {Constraint.SAME_RACK, Constraint.OTHER_RACK, Constraint.NEW_RACK}) {
      candidates.constrain(constraint);
      assertEquals(9, accepted().length, constraint.text());
    }
  }

  @Test
  void start_secondChunk_forgetsTheFirst() {
    BitSet excluded = new BitSet();
    excluded.set(1);
    candidates.start(0, model.rackOf(0), -1, excluded, 1);
    candidates.push(2);
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.SAME_RACK);

    assertArrayEquals(new int[] {1, 2}, accepted());
  }

  @Test
  void bar_insideALevel_rulesOutForThatReplicaOnly() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);
    int first = candidates.openLevel();
    candidates.bar(3);
    candidates.push(4);
    int second = candidates.openLevel();
    assertArrayEquals(new int[] {1, 2, 6, 7, 8}, accepted());
    candidates.constrain(Constraint.SAME_RACK);
    assertArrayEquals(new int[] {3, 5}, accepted());
    candidates.bar(5);
    assertArrayEquals(new int[] {3}, accepted());

    candidates.closeLevel(second);
    candidates.pop(0, model.rackOf(0));
    candidates.constrain(Constraint.OTHER_RACK);
    assertArrayEquals(new int[] {4, 5, 6, 7, 8}, accepted());

    candidates.closeLevel(first);
    assertArrayEquals(new int[] {3, 4, 5, 6, 7, 8}, accepted());
  }

  @Test
  void barAlike_oneServer_rulesOutItsWholeRackOnThatSwitch() {
    candidates.start(0, model.rackOf(0), -1, new BitSet(), 1);
    candidates.constrain(Constraint.OTHER_RACK);
    candidates.openLevel();
    candidates.barAlike(4);

    assertArrayEquals(new int[] {6, 7, 8}, accepted());
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void exist_anyState_isTrueIfAPresentServerIsAccepted(@ForAll long seed) {
    SearchCase search = SearchCase.random(new SplittableRandom(seed));

    boolean expected =
        IntStream.range(0, search.model.servers())
            .anyMatch(i -> search.residual.isPresent(i) && search.candidates.accepts(i));
    assertEquals(expected, search.candidates.exist(search.residual), search::toString);
    assertTrue(
        IntStream.range(0, search.model.servers())
            .allMatch(i -> search.candidates.accepts(i) == search.mayTake(i)),
        search::toString);
  }

  private int[] accepted() {
    return IntStream.range(0, model.servers()).filter(candidates::accepts).toArray();
  }
}
