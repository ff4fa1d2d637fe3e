package org.peacescheduler.client.checkpoint;

import java.time.Duration;

/**
 * How a {@link CheckpointWriter} writes. Immutable: each method returns other options.
 *
 * @param threads how many write one checkpoint, each one file; four reach most of a client's link
 * @param retain how many checkpoints of a unit are kept, 2 or more: a reader may be at the last but
 *     one
 * @param longestWait for a turn; then the writer goes without one
 * @param replication of the files; 0 for the file system's default
 * @param chunk bytes of a block; 0 for the file system's default
 */
public record WriterOptions(
    int threads, int retain, Duration longestWait, int replication, long chunk) {
  /**
   * Four threads, three checkpoints, a minute, and the file system's replication and block size.
   */
  public static final WriterOptions DEFAULTS = new WriterOptions(4, 3, Duration.ofMinutes(1), 0, 0);

  /** Refuses what cannot be. */
  public WriterOptions {
    if (threads < 1 || retain < 2 || longestWait.isNegative() || replication < 0 || chunk < 0) {
      throw new IllegalArgumentException(
          ("threads %d, retain %d, longestWait %s, replication %d, chunk %d."
                  + " Maybe 1 thread or more, 2 retained or more, and the others 0 or more.")
              .formatted(threads, retain, longestWait, replication, chunk));
    }
  }

  /** Other threads. */
  public WriterOptions threads(int number) {
    return new WriterOptions(number, retain, longestWait, replication, chunk);
  }

  /** Other retention. */
  public WriterOptions retain(int number) {
    return new WriterOptions(threads, number, longestWait, replication, chunk);
  }

  /** Another limit of the wait for a turn. */
  public WriterOptions longestWait(Duration longest) {
    return new WriterOptions(threads, retain, longest, replication, chunk);
  }

  /** Other replication. */
  public WriterOptions replication(int replicas) {
    return new WriterOptions(threads, retain, longestWait, replicas, chunk);
  }

  /** Another block size. */
  public WriterOptions chunk(long bytes) {
    return new WriterOptions(threads, retain, longestWait, replication, bytes);
  }
}
