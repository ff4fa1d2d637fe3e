package org.peacescheduler.turns;

import java.util.List;
import java.util.function.Consumer;

/**
 * Where the queue learns whose turn it is: the scheduler of chunks, in whose order each request has
 * a place, among all other writers. Thread-safe.
 */
public interface Room {
  /** What became of an {@link #ask}. */
  enum Answer {
    /** The links have room for the first chunk, and it is held. */
    FREE,
    /** Nobody will ever say more of it: the writer goes as on stock HDFS. */
    ANYWAY,
    /** The scheduler does not let chunks wait longer; it is to be asked again. */
    ASK_AGAIN
  }

  /** A request's place in the order. */
  interface Place {
    /** It asks and holds nothing any more, but its group keeps its rank. No effect twice. */
    void leave();

    /** A chunk was submitted in its turn: what it stood for is written by others from now on. */
    void begun();

    /** It is gone, and its group with it if nobody writes for it. */
    void end();

    /** The links that are full, if it waits. */
    List<String> blockedBy();
  }

  /**
   * Asks for room for a request's first chunk, in the order.
   *
   * @param answer called once, maybe before this returns, on any thread, unless the place is left
   *     before
   */
  Place ask(Wish wish, Consumer<Answer> answer);
}
