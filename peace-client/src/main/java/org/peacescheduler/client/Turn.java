package org.peacescheduler.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * A writer's turn, from which on it takes its snapshot and writes it.
 *
 * <p>It ends with {@link #close}, with the death of the client, or by time. Thread-safe.
 */
public interface Turn extends AutoCloseable {
  /** How a turn was got. */
  enum Way {
    /** By Peace's request protocol: a place in the order, on a NameNode that offers it. */
    PROTOCOL,
    /**
     * By a small file whose first block was placed: HDFS's own calls, so any NameNode understands
     * it, and one with Peace lets it wait.
     */
    FIRST_BLOCK,
    /** By nothing: the file system is not HDFS, or the time was over. */
    AT_ONCE
  }

  /** How it was got; {@link Way#AT_ONCE} where {@link #inTime} is false. */
  Way way();

  /**
   * Whether it came before the time of {@link PendingTurn#await} was over. Always true by {@link
   * Way#AT_ONCE} on a file system that has no turns.
   */
  boolean inTime();

  /** From {@link Turns#ask} until now it was this writer's turn. */
  Duration waited();

  /**
   * Tells how many bytes the snapshot really has. Fewer than asked for gives back, more is
   * appended, and the place stays. Without effect where nobody gave the turn, or by its first
   * block.
   *
   * @throws IOException if it cannot be told; the turn stays
   */
  void confirm(long bytes) throws IOException;

  /**
   * The stream of {@link Request#file}, once, if the turn came {@linkplain Way#FIRST_BLOCK by the
   * first block of that file}. Its first {@link Request#HEADER_BYTES} bytes are written, as zeros;
   * the caller goes on behind them, and closes it. Who does not take it has the file deleted by
   * {@link #close}.
   *
   * @return empty if the caller has to create the file itself
   */
  Optional<FSDataOutputStream> takeStream();

  /** Ends the turn: the snapshot is written, or will not be. Without effect the second time. */
  @Override
  void close();
}
