package org.peacescheduler.testbed;

import java.util.List;
import org.peacescheduler.laboratory.workload.WriterOrder;

/**
 * What a host's process is told to do, one JSON line on its standard input. Immutable.
 *
 * @param op {@code await}, {@code prepare}, {@code write}, {@code verify} or {@code delete}
 * @param fs the NameNode's URI
 * @param writers who write on this host at the same time
 * @param directory what {@code delete} removes
 * @param datanodes how many {@code await} waits for
 */
record WriteOrder(
    String op, String fs, List<WriterOrder> writers, String directory, int datanodes) {
  /** Copies the list. */
  WriteOrder {
    writers = List.copyOf(writers);
  }

  /** Waits until so many datanodes are there. */
  static WriteOrder await(String fs, int datanodes) {
    return new WriteOrder("await", fs, List.of(), "", datanodes);
  }

  static WriteOrder delete(String fs, String directory) {
    return new WriteOrder("delete", fs, List.of(), directory, 0);
  }

  /** What concerns writers: {@code prepare}, {@code write} or {@code verify}. */
  static WriteOrder of(String op, String fs, List<WriterOrder> writers) {
    return new WriteOrder(op, fs, writers, "", 0);
  }
}
