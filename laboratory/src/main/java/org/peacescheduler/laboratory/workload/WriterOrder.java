package org.peacescheduler.laboratory.workload;

import java.util.List;

/**
 * What a writer is to write; one can be sent to another process as JSON. Immutable.
 *
 * @param client writers of one name share a client of HDFS, and keep it for the next orders
 * @param files in the order in which threads take them
 * @param threads files that are written at the same time; one if {@code turnBytes} is more than 0
 * @param turnBytes how much each file gets by turns; 0: a thread writes one file after the other
 */
public record WriterOrder(
    String client,
    List<File> files,
    int threads,
    long turnBytes,
    long chunkBytes,
    Replicas replicas,
    Pace pace,
    Says says) {
  /** Copies the list. */
  public WriterOrder {
    files = List.copyOf(files);
  }

  /**
   * A file.
   *
   * @param startAt when to start, milliseconds since 1970
   */
  public record File(String path, long bytes, double startAt) {}

  /**
   * How fast a writer writes.
   *
   * @param rate bytes/s to each file; 0: no limit
   * @param writerRate bytes/s to all together; 0: no limit
   * @param pauseMillis from a chunk that is on all datanodes to the next one
   */
  public record Pace(double rate, double writerRate, long pauseMillis) {
    /** No limits. */
    public static final Pace FREE = new Pace(0, 0, 0);
  }

  /**
   * What a writer says of itself.
   *
   * @param user who it is; empty: whoever runs the process
   * @param context its caller context; empty: none
   */
  public record Says(String user, String context) {
    /** Nothing. */
    public static final Says NOTHING = new Says("", "");
  }

  /** Chunks of a file; the last may be a part of one. */
  int chunks(File file) {
    return (int) ((file.bytes() + chunkBytes - 1) / chunkBytes);
  }
}
