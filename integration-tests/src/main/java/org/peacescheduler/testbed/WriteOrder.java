package org.peacescheduler.testbed;

import java.util.List;

/**
 * What a host's process is told to do, one JSON line on its standard input. Immutable.
 *
 * @param op {@code await}, {@code write}, {@code verify}, {@code delete} or {@code quit}
 * @param fs the NameNode's URI
 * @param paths the files; for {@code await} empty
 * @param chunks of each file
 * @param datanodes how many {@code await} waits for
 * @param startAt when to start writing, milliseconds since 1970
 */
record WriteOrder(
    String op,
    String fs,
    List<String> paths,
    List<Integer> chunks,
    long chunkBytes,
    int replication,
    int datanodes,
    double startAt) {

  WriteOrder {
    paths = List.copyOf(paths);
    chunks = List.copyOf(chunks);
  }
}
