package org.peacescheduler.testbed;

import java.util.List;

/**
 * What a host's process is told to do, one JSON line on its standard input. Immutable.
 *
 * @param op {@code await}, {@code write}, {@code verify}, {@code delete} or {@code quit}
 * @param fs the NameNode's URI
 * @param paths the files; for {@code await} empty
 * @param bytes of each file
 * @param threads files that are written at the same time
 * @param datanodes how many {@code await} waits for
 * @param startAt when to start writing, milliseconds since 1970
 */
record WriteOrder(
    String op,
    String fs,
    List<String> paths,
    List<Long> bytes,
    int threads,
    long chunkBytes,
    Replicas replicas,
    int datanodes,
    double startAt) {

  WriteOrder {
    paths = List.copyOf(paths);
    bytes = List.copyOf(bytes);
  }

  /** The same of the same files, at once. */
  WriteOrder as(String other) {
    return new WriteOrder(other, fs, paths, bytes, threads, chunkBytes, replicas, datanodes, 0);
  }

  /** Chunks of a file; the last may be a part of one. */
  int chunks(int file) {
    return (int) ((bytes.get(file) + chunkBytes - 1) / chunkBytes);
  }
}
