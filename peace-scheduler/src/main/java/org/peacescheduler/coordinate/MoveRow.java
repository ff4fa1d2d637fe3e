package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.List;

/**
 * What moves together in the order, those first that have not moved for longest: so a move of all
 * can be done bit by bit, and another one begin before it is over.
 *
 * <p>Example: of a, b, c all are to move; a is moved and stands last; then all are to move again:
 * b, c, a. Cost: a step for each that is moved, added or removed. Confined to the coordinator's
 * lock.
 */
final class MoveRow<T> {
  /** Stands before the first and behind the last one. */
  private final Link<T> ends = new Link<>(null);

  /** Counts the moves of all. */
  private long moves;

  /** The place of one in a row. */
  static final class Link<T> {
    private final T item;
    private Link<T> before;
    private Link<T> behind;
    private long moves;

    Link(T item) {
      this.item = item;
      before = this;
      behind = this;
    }

    T item() {
      return item;
    }

    /** It is in no row any more. */
    void remove() {
      before.behind = behind;
      behind.before = before;
    }
  }

  boolean isEmpty() {
    return ends.behind.equals(ends);
  }

  /** Adds one that has moved as often as all. */
  void add(Link<T> link) {
    link.moves = moves;
    link.before = ends.before;
    link.behind = ends;
    ends.before.behind = link;
    ends.before = link;
  }

  /** All are to move. */
  void beginMove() {
    moves++;
  }

  /** Whether one is to move. */
  boolean isAnyToMove() {
    return !isEmpty() && ends.behind.moves != moves;
  }

  /** The next one that is to move; it counts as moved. */
  T move() {
    Link<T> next = ends.behind;
    next.remove();
    add(next);
    return next.item;
  }

  /** All of them. Cost: linear in them. */
  List<T> all() {
    List<T> all = new ArrayList<>();
    for (Link<T> at = ends.behind; !at.equals(ends); at = at.behind) {
      all.add(at.item);
    }
    return all;
  }
}
