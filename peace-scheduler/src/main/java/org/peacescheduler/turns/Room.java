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
    /** What is before it is about to end; if the links have room already, that is held. */
    FREE,
    /** Nobody will ever say more of it: the writer goes as on stock HDFS. */
    ANYWAY,
    /** The scheduler does not let chunks wait longer; it is to be asked again. */
    ASK_AGAIN
  }

  /** A request's place in the order. */
  interface Place {
    /** It asks no more, and keeps nobody from anything, but its group keeps its rank. */
    void leave();

    /** It holds no capacity any more. Others whose turns need its links go on waiting. */
    void standAside();

    /**
     * How long what is left of it takes, in milliseconds; 0 if no others wait for that.
     *
     * @param bytes what its asker has in all
     */
    long leftMillis(long bytes);

    /** A chunk was submitted in its turn: what it stood for is written by others from now on. */
    void begun();

    /** It is gone, and its group with it if nobody writes for it. */
    void end();

    /** The links that are full, if it waits. */
    List<String> blockedBy();
  }

  /**
   * Asks for a request's turn, in the order. Who has it keeps others whose turns need the same
   * links from theirs, until its place is left.
   *
   * @param answer called once, maybe before this returns, on any thread, unless the place is left
   *     before
   */
  Place ask(Wish wish, Consumer<Answer> answer);
}
