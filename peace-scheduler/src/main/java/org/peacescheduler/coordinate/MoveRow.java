package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What moves together in the order, those first that have not moved for longest: so a move of all
 * can be done bit by bit, and another one begin before it is over.
 *
 * <p>Example: of a, b, c all are to move; a is moved and stands last; then all are to move again:
 * b, c, a. Cost: a step for each that is moved, added or removed. Confined to the coordinator's
 * lock.
 */
final class MoveRow<T> {
  /** With the last move of all in which each took part. */
  final Map<T, Long> row = new LinkedHashMap<>();

  /** Counts the moves of all. */
  private long moves;

  boolean isEmpty() {
    return row.isEmpty();
  }

  /** Adds one that has moved as often as all. */
  void add(T item) {
    row.put(item, moves);
  }

  void remove(T item) {
    row.remove(item);
  }

  /** All are to move. */
  void beginMove() {
    moves++;
  }

  /** Whether one is to move. */
  boolean isAnyToMove() {
    return !isEmpty() && row.values().iterator().next() != moves;
  }

  /** The next one that is to move; it counts as moved. */
  T move() {
    T next = row.keySet().iterator().next();
    remove(next);
    add(next);
    return next;
  }
}
