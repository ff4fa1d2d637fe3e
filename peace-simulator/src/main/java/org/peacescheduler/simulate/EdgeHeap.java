package org.peacescheduler.simulate;

import java.util.Arrays;

/**
 * Edges by what each of them leaves, the least first. What an edge leaves can change while it is
 * in.
 *
 * <p>Example: with {@code add(3, 0.5)} and {@code add(7, 0.2)} the first one is 7; after {@code
 * change(7, 0.9)} it is 3. Cost: the logarithm of the edges that are in. Confined to one
 * simulation.
 */
final class EdgeHeap {
  private static final int OUT = -1;

  private final int[] heap;
  private final int[] place;
  private final double[] left;
  private int size;

  /** Nothing is in it. */
  EdgeHeap(int edges) {
    heap = new int[edges];
    place = new int[edges];
    left = new double[edges];
    Arrays.fill(place, OUT);
  }

  /** Takes out all edges. */
  void clear() {
    for (int i = 0; i < size; i++) {
      place[heap[i]] = OUT;
    }
    size = 0;
  }

  /** Puts an edge in that is not. */
  void add(int edge, double leaves) {
    left[edge] = leaves;
    put(size++, edge);
    up(place[edge]);
  }

  /** What the first edge leaves; {@link Double#MAX_VALUE} if there is none. */
  double least() {
    return size == 0 ? Double.MAX_VALUE : left[heap[0]];
  }

  /** Takes out the first edge. */
  int poll() {
    int first = heap[0];
    int last = heap[--size];
    if (size > 0) {
      put(0, last);
      down(0);
    }
    place[first] = OUT;
    return first;
  }

  /** An edge leaves something else; no effect if it is not in. */
  void change(int edge, double leaves) {
    if (place[edge] != OUT) {
      left[edge] = leaves;
      up(place[edge]);
      down(place[edge]);
    }
  }

  private void put(int at, int edge) {
    heap[at] = edge;
    place[edge] = at;
  }

  private void up(int from) {
    int at = from;
    int edge = heap[at];
    while (at > 0 && left[heap[(at - 1) / 2]] > left[edge]) {
      put(at, heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, edge);
  }

  private void down(int from) {
    int at = from;
    int edge = heap[at];
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && left[heap[child + 1]] < left[heap[child]]) {
        child++;
      }
      if (left[heap[child]] >= left[edge]) {
        break;
      }
      put(at, heap[child]);
      at = child;
    }
    put(at, edge);
  }
}
