package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.peacescheduler.measure.ByteSize;

/**
 * What one burst writes, a cell of the run. Immutable.
 *
 * <p>Example: 2 writers with 3 chunks of 1 MiB in 2 threads are {@code [[2 MiB, 1 MiB], [2 MiB, 1
 * MiB]]}; 3 small files of 256 KiB from 2 writers are {@code [[256 KiB, 256 KiB], [256 KiB]]}.
 *
 * @param name tells it from the other cells of a run
 * @param files bytes of each file of each writer, in the order in which its threads take them
 * @param threads files that a writer writes at the same time
 */
record BurstShape(String name, List<List<Long>> files, int threads) {

  BurstShape {
    files = files.stream().map(List::copyOf).toList();
  }

  /**
   * Each writer has a file for each thread, all of about as many whole chunks; with fewer chunks
   * than threads, as many files as chunks.
   */
  static BurstShape checkpoints(int writers, int chunks, ByteSize chunkSize, int threads) {
    int perWriter = Math.min(threads, chunks);
    List<Long> files = new ArrayList<>();
    for (int file = 0; file < perWriter; file++) {
      files.add(share(chunks, perWriter, file) * chunkSize.bytes());
    }
    return new BurstShape(
        "%s x %d %s".formatted(counted(writers), chunks, chunks == 1 ? "chunk" : "chunks"),
        Collections.nCopies(writers, files),
        perWriter);
  }

  /** So many files in all, spread over the writers; each thread writes one after the other. */
  static BurstShape smallFiles(int writers, int count, ByteSize fileSize, int threads) {
    List<List<Long>> files = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      files.add(Collections.nCopies(share(count, writers, writer), fileSize.bytes()));
    }
    return new BurstShape(
        "%s, %d small %s".formatted(counted(writers), count, count == 1 ? "file" : "files"),
        files,
        threads);
  }

  /** The part of one of several that share as evenly as can be. */
  private static int share(int whole, int parts, int part) {
    return whole / parts + (part < whole % parts ? 1 : 0);
  }

  private static String counted(int writers) {
    return writers + (writers == 1 ? " writer" : " writers");
  }

  int writers() {
    return files.size();
  }

  /** What a writer writes, each replica counted once. */
  long bytes(int writer) {
    return files.get(writer).stream().mapToLong(Long::longValue).sum();
  }

  /** What all write. */
  long bytes() {
    long all = 0;
    for (int writer = 0; writer < writers(); writer++) {
      all += bytes(writer);
    }
    return all;
  }
}
