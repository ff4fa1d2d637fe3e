package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Checkpoints that messages force: an index-based protocol as that of Manivannan and Singhal
 * (quasi-synchronous checkpointing, ICDCS 1996), whose rule for messages is that of Briatico,
 * Ciuffoletti and Simoncini (1984).
 *
 * <p>Each member has an index. At the time of its own k-th checkpoint it takes it, with the index
 * k, unless it has that index or a higher one. A message carries its sender's index. Who gets a
 * higher one than its own takes a checkpoint of that index at once, and none at its own time.
 *
 * <p>Members get messages of any other one, at any time, as in a dataflow with a cycle; a message
 * takes no time.
 *
 * <p>Example: members whose own times are 0 and 30, 10 and 40. The first one comes at 0 and 30; a
 * message at 4 makes the second one come then, and one at 31.
 *
 * <p>Cost: each checkpoint, and the messages until all members have the newest index. Confined to
 * one draw.
 */
final class ForcedArrivals {
  private record Own(double at, int member, int index) {}

  private static final Comparator<Own> IN_ORDER =
      Comparator.comparingDouble(Own::at).thenComparingInt(Own::member);

  private final double gap;
  private final SplittableRandom random;
  private final PriorityQueue<Own> own = new PriorityQueue<>(IN_ORDER);
  private final List<List<Double>> taken = new ArrayList<>();
  private final int[] index;

  /**
   * Members that send to each other.
   *
   * @param own when each of them would come by itself
   * @param gap from one message that a member gets to the next, on average
   */
  ForcedArrivals(List<double[]> own, double gap, SplittableRandom random) {
    this.gap = gap;
    this.random = random;
    index = new int[own.size()];
    for (int member = 0; member < index.length; member++) {
      taken.add(new ArrayList<>());
      for (int i = 0; i < own.get(member).length; i++) {
        this.own.add(new Own(own.get(member)[i], member, i + 1));
      }
    }
  }

  /** When each of them comes; each index once, or not at all if a higher one came before. */
  List<double[]> draw() {
    double now = 0;
    while (!own.isEmpty()) {
      Own next = own.peek();
      double message = isAnyBehind() ? now + untilMessage() : Double.MAX_VALUE;
      now = Math.min(message, next.at());
      if (message < next.at()) {
        deliver(now);
      } else {
        take(own.poll().member(), next.index(), now);
      }
    }
    return taken.stream().map(at -> at.stream().mapToDouble(t -> t).toArray()).toList();
  }

  /** Of all messages that members get, one comes so much later. */
  private double untilMessage() {
    return -gap / index.length * Math.log(1 - random.nextDouble());
  }

  private boolean isAnyBehind() {
    return Arrays.stream(index).distinct().count() > 1;
  }

  private void deliver(double now) {
    int to = random.nextInt(index.length);
    int from = (to + 1 + random.nextInt(index.length - 1)) % index.length;
    take(to, index[from], now);
  }

  private void take(int member, int of, double now) {
    if (of > index[member]) {
      index[member] = of;
      taken.get(member).add(now);
    }
  }
}
