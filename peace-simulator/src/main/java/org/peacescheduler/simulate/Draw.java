package org.peacescheduler.simulate;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Choices by chance that stay the same for a seed and an index, whatever else is drawn.
 *
 * <p>Those of an {@link #slot} are stratified: of {@link #BLOCK} scenarios in a row each slot has
 * one, in an order of its own, so that 40 scenarios have exactly the shares that 1000 have.
 *
 * <p>Confined to one scenario.
 */
final class Draw {
  /** So many scenarios in a row have each axis's shares exactly. */
  static final int BLOCK = 40;

  private static final double FRACTION = 0x1.0p-53;
  private static final int UNUSED_BITS = 11;

  private final long seed;
  private final int index;
  private final SplittableRandom random;

  Draw(long seed, int index) {
    this.seed = seed;
    this.index = index;
    random = new SplittableRandom(mixed(seed, -1, index));
  }

  private static long mixed(long seed, int axis, int number) {
    return new SplittableRandom(new SplittableRandom(seed + axis).nextLong() + number).nextLong();
  }

  /**
   * Chooses by an axis that is stratified.
   *
   * @param axis its name
   * @param shares of each choice, {@link #BLOCK} together
   * @return the number of the choice, from 0
   */
  int slot(String axis, int... shares) {
    SplittableRandom order = new SplittableRandom(mixed(seed, axis.hashCode(), index / BLOCK));
    int[] slots = new int[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      int j = below(order, i + 1);
      slots[i] = slots[j];
      slots[j] = i;
    }
    int left = slots[index % BLOCK];
    int choice = 0;
    while (left >= shares[choice]) {
      left -= shares[choice++];
    }
    return choice;
  }

  /** One of some, each as often. */
  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[below(random, choices.length)];
  }

  /** One of a list, each as often. */
  <T> T of(List<T> choices) {
    return choices.get(below(random, choices.size()));
  }

  /** A whole number between two, both included. */
  int between(int least, int most) {
    return least + below(random, most - least + 1);
  }

  /** Whether something is so that is so in a part of all. */
  boolean isIn(double part) {
    return uniform(random) < part;
  }

  private static int below(SplittableRandom random, int bound) {
    return (int) (uniform(random) * bound);
  }

  /** From the bits themselves, so that no release of Java has other numbers. */
  private static double uniform(SplittableRandom random) {
    return (random.nextLong() >>> UNUSED_BITS) * FRACTION;
  }
}
