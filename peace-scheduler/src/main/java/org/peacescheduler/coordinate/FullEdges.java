package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The edges of a network that shapes of chunks wait at, and which of them have become free.
 *
 * <p>At each edge every share has a spot, which knows its first shape. Of many shares only some are
 * looked at for one chunk, the next time the next ones.
 *
 * <p>Example: 10 shares wait at a link with 40 shapes each: ten spots, of which the first shapes
 * contend when the link is free. Cost: the logarithm of the shapes at a spot. Confined to the
 * coordinator's lock.
 */
final class FullEdges {
  /** By their numbers, those that anybody has waited at. */
  Edge[] edges = {};

  private final List<Edge> freed = new ArrayList<>();

  /** An edge that shapes wait at, in some lanes. */
  static final class Edge {
    private final int number;
    private final List<Spot> spots = new ArrayList<>();
    private final Map<Lane, Spot> ofLane = new HashMap<>();
    private boolean isFreed;
    private int next;

    private Edge(int number) {
      this.number = number;
    }

    /** How many shares contend, at most so many; if these are not all, the next ones. */
    int beginTurn(int most) {
      if (spots.size() <= most) {
        next = 0;
        return spots.size();
      }
      return most;
    }

    /** The first shape of the next share. */
    WaitingShape nextInTurn() {
      next = next < spots.size() ? next : 0;
      return spots.get(next++).first;
    }
  }

  /** The shapes of a lane that wait at an edge. */
  static final class Spot {
    private final Lane lane;
    final Edge edge;
    final NavigableMap<ShapeTurn, WaitingShape> shapes = new TreeMap<>();
    WaitingShape first;
    private int index;

    private Spot(Lane lane, Edge edge) {
      this.lane = lane;
      this.edge = edge;
      index = edge.spots.size();
      edge.spots.add(this);
      edge.ofLane.put(lane, this);
    }

    /** A shape waits here, in its turn. */
    void add(WaitingShape shape) {
      shapes.put(shape.turn, shape);
      first = ShapePlaces.earlier(first, shape);
    }

    /** A shape waits here no more; its turn is the one it had. */
    @SuppressWarnings("ReferenceEquality") // Shapes are told apart by who they are.
    void remove(WaitingShape shape) {
      shapes.remove(shape.turn);
      if (shapes.isEmpty()) {
        leaveEdge();
      } else if (first == shape) {
        first = shapes.firstEntry().getValue();
      }
    }

    private void leaveEdge() {
      Spot last = edge.spots.remove(edge.spots.size() - 1);
      if (last.index != index) {
        edge.spots.set(index, last);
        last.index = index;
      }
      edge.ofLane.remove(lane);
    }
  }

  /** Where a lane's shapes wait at an edge. */
  Spot spot(Lane lane, int number) {
    if (number >= edges.length) {
      edges = Arrays.copyOf(edges, 2 * number + 1);
    }
    if (edges[number] == null) {
      edges[number] = new Edge(number);
    }
    Spot spot = edges[number].ofLane.get(lane);
    return spot == null ? new Spot(lane, edges[number]) : spot;
  }

  /** An edge is full no more. */
  void free(int number) {
    Edge edge = number < edges.length ? edges[number] : null;
    if (edge != null && !edge.isFreed && !edge.spots.isEmpty()) {
      edge.isFreed = true;
      freed.add(edge);
    }
  }

  boolean isAnyFreed() {
    return !freed.isEmpty();
  }

  /** Those that became free, as far as anybody waits there. */
  List<Edge> freed() {
    return freed;
  }

  /** Forgets that edges became free that are full again, or that nobody waits at. */
  void dropWhatIsFullAgain(IntPredicate isFree) {
    for (int i = freed.size() - 1; i >= 0; i--) {
      Edge edge = freed.get(i);
      if (edge.spots.isEmpty() || !isFree.test(edge.number)) {
        edge.isFreed = false;
        freed.set(i, freed.get(freed.size() - 1));
        freed.remove(freed.size() - 1);
      }
    }
  }
}
