package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Links whose bandwidth is shared max-min fairly, about as TCP streams share it: who gets less than
 * another one cannot get more, or has all it wants.
 *
 * <p>Example: two flows on a link of 10 bytes/s, one of them also on a link of 2: 8 and 2.
 */
final class FairLinks {
  private static final double NO_BYTES = 1e-6;

  private final double[] bytesPerSecond;

  /** By edge. */
  FairLinks(double... bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond.clone();
  }

  /**
   * What flows move in a while.
   *
   * @param edges of each flow
   * @param wanted what each has to move, in bytes
   * @return what each moves, in bytes
   */
  double[] move(List<int[]> edges, double[] wanted, double seconds) {
    double[] left = Arrays.stream(bytesPerSecond).map(rate -> rate * seconds).toArray();
    double[] moved = new double[wanted.length];
    List<Integer> growing = new ArrayList<>(IntStream.range(0, wanted.length).boxed().toList());
    while (!growing.isEmpty()) {
      double each = mostForEach(growing, edges, left);
      for (int flow : growing) {
        each = Math.min(each, wanted[flow] - moved[flow]);
      }
      for (int flow : growing) {
        moved[flow] += each;
        for (int edge : edges.get(flow)) {
          left[edge] -= each;
        }
      }
      growing.removeIf(
          flow ->
              wanted[flow] - moved[flow] <= NO_BYTES
                  || Arrays.stream(edges.get(flow)).anyMatch(edge -> left[edge] <= NO_BYTES));
    }
    return moved;
  }

  private static double mostForEach(List<Integer> growing, List<int[]> edges, double[] left) {
    int[] sharing = new int[left.length];
    for (int flow : growing) {
      for (int edge : edges.get(flow)) {
        sharing[edge]++;
      }
    }
    return IntStream.range(0, left.length)
        .filter(edge -> sharing[edge] > 0)
        .mapToDouble(edge -> left[edge] / sharing[edge])
        .min()
        .orElse(Double.MAX_VALUE);
  }
}
