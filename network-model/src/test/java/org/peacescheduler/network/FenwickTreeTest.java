package org.peacescheduler.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FenwickTreeTest {

  @Test
  void itemAt_weightsOfTheJavadoc_skipsTheZero() {
    FenwickTree tree = new FenwickTree(3);
    tree.set(0, 3);
    tree.set(2, 5);

    assertEquals(8, tree.total());
    assertEquals(0, tree.itemAt(2));
    assertEquals(2, tree.offsetOfLast());
    assertEquals(2, tree.itemAt(3));
    assertEquals(0, tree.offsetOfLast());
    assertEquals(2, tree.itemAt(7));
    assertEquals(4, tree.offsetOfLast());
  }

  @Property(tries = 500)
  void everyUnit_afterRandomChanges_belongsToTheItemOfALinearScan(
      @ForAll @IntRange(min = 1, max = 40) int size, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FenwickTree tree = new FenwickTree(size);
    int[] weights = new int[size];
    for (int i = 0; i < 3 * size; i++) {
      int item = random.nextInt(size);
      weights[item] = random.nextInt(3) == 0 ? 0 : random.nextInt(6);
      tree.set(item, weights[item]);
    }
    FenwickTree copy = tree.copy();
    tree.set(0, tree.weight(0) + 1);

    int unit = 0;
    for (int item = 0; item < size; item++) {
      assertEquals(weights[item], copy.weight(item));
      for (int offset = 0; offset < weights[item]; offset++) {
        assertEquals(item, copy.itemAt(unit));
        assertEquals(offset, copy.offsetOfLast());
        unit++;
      }
    }
    assertEquals(unit, copy.total());
  }

  @Property(tries = 500)
  void skipping_oneItem_walksOverAllUnitsOfTheOthers(
      @ForAll @IntRange(min = 1, max = 20) int size, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FenwickTree tree = new FenwickTree(size);
    for (int item = 0; item < size; item++) {
      tree.set(item, random.nextInt(4));
    }
    int skipped = random.nextInt(size);

    int at = 0;
    for (int unit = 0; unit < tree.total(); unit++) {
      if (tree.itemAt(unit) != skipped) {
        assertEquals(unit, tree.skipping(at++, skipped));
      }
    }
  }
}
