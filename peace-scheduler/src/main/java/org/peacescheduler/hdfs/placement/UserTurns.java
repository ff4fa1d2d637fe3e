package org.peacescheduler.hdfs.placement;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Work that waits, one piece of each user by turns, so that nobody waits longer because of all that
 * another one has.
 *
 * <p>Example: eve has eight pieces when ann comes with one: ann's is the next, or the one after it.
 *
 * <p>Memory: {@value #MOST_OF_USER} pieces of a user and {@value #MOST} in all; more are refused.
 * Cost: constant. Thread-safe.
 */
final class UserTurns<T> {
  static final int MOST_OF_USER = 8;
  static final int MOST = 100;

  /** The users with work, those first whose turn it is. */
  private final Map<String, Deque<T>> byUser = new LinkedHashMap<>();

  private int size;

  /** Adds a piece; false if there are too many. */
  synchronized boolean offer(String user, T piece) {
    Deque<T> others = byUser.get(user);
    if (size >= MOST || (others != null && others.size() >= MOST_OF_USER)) {
      return false;
    }
    byUser.computeIfAbsent(user, u -> new ArrayDeque<>()).add(piece);
    size++;
    return true;
  }

  /** Takes the piece whose turn it is; its user has the next turn after all others. */
  synchronized Optional<T> next() {
    if (byUser.isEmpty()) {
      return Optional.empty();
    }
    String user = byUser.keySet().iterator().next();
    Deque<T> pieces = byUser.remove(user);
    T next = pieces.remove();
    size--;
    if (!pieces.isEmpty()) {
      byUser.put(user, pieces);
    }
    return Optional.of(next);
  }

  /** Gives back what has been taken and is not done: it is the first of its user's. */
  synchronized void giveBack(String user, T piece) {
    byUser.computeIfAbsent(user, u -> new ArrayDeque<>()).addFirst(piece);
    size++;
  }
}
