package org.peacescheduler.network;

/**
 * Weights of a fixed number of items, with the total and the item at a cumulative weight.
 *
 * <p>Example: weights 3, 0, 5: the total is 8, items 0..2 of the cumulative weight belong to item 0
 * and 3..7 to item 2. Cost: O(log n) to change a weight and to find an item (Fenwick 1994, "A new
 * data structure for cumulative frequency tables"). Confined to its owner's lock.
 */
final class FenwickTree {
  private final int[] sums;
  private final int[] weights;
  private final int highest;
  private int total;
  private int offset;

  FenwickTree(int size) {
    sums = new int[size + 1];
    weights = new int[size];
    highest = Integer.highestOneBit(Math.max(1, size));
  }

  private FenwickTree(FenwickTree other) {
    sums = other.sums.clone();
    weights = other.weights.clone();
    highest = other.highest;
    total = other.total;
  }

  FenwickTree copy() {
    return new FenwickTree(this);
  }

  int total() {
    return total;
  }

  int weight(int item) {
    return weights[item];
  }

  void set(int item, int weight) {
    int change = weight - weights[item];
    if (change == 0) {
      return;
    }
    weights[item] = weight;
    total += change;
    for (int i = item + 1; i < sums.length; i += i & -i) {
      sums[i] += change;
    }
  }

  /** The cumulative weight {@code at} of all items but one, as a cumulative weight of all. */
  int skipping(int at, int item) {
    int before = 0;
    for (int i = item; i > 0; i -= i & -i) {
      before += sums[i];
    }
    return at < before ? at : at + weights[item];
  }

  /** The item that holds the unit {@code at} of the cumulative weight, 0 to total - 1. */
  int itemAt(int at) {
    int item = 0;
    int rest = at;
    for (int step = highest; step > 0; step >>= 1) {
      int next = item + step;
      if (next < sums.length && sums[next] <= rest) {
        item = next;
        rest -= sums[next];
      }
    }
    offset = rest;
    return item;
  }

  /** Which unit of its item {@link #itemAt} found last, 0 to the item's weight - 1. */
  int offsetOfLast() {
    return offset;
  }
}
