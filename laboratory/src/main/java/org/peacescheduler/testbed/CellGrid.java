package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.measure.ByteSize;

/**
 * Which cells a run measures: every number of writers with every load. Immutable.
 *
 * <p>Example: writers 8 and 16, chunks 2 and 4, and 200 small files are six cells: 8 x 2, 8 x 4, 8
 * with the small files, and the same with 16.
 *
 * @param writers numbers of hosts that write
 * @param chunks numbers of chunks of each writer
 * @param smallFiles files of less than a chunk that all writers together have, if asked for
 * @param smallFileSize of each of those
 * @param threads files that a writer writes at the same time, if it has as many
 */
record CellGrid(
    List<Integer> writers,
    List<Integer> chunks,
    Optional<Integer> smallFiles,
    ByteSize smallFileSize,
    ByteSize chunkSize,
    int threads) {

  /** The writers in figure 10 of the paper. */
  static final List<Integer> FIGURE_10_WRITERS = List.of(8, 12, 16);

  /** What each of them writes there: 128, 256 or 512 MB, in chunks of 64 MB. */
  static final List<Integer> FIGURE_10_CHUNKS = List.of(2, 4, 8);

  CellGrid {
    writers = List.copyOf(writers);
    chunks = List.copyOf(chunks);
  }

  /** All cells; only of a grid without {@link #problems}. */
  List<BurstShape> cells() {
    List<BurstShape> cells = new ArrayList<>();
    for (int count : writers) {
      for (int each : chunks) {
        cells.add(BurstShape.checkpoints(count, each, chunkSize, threads));
      }
      smallFiles.ifPresent(
          files -> cells.add(BurstShape.smallFiles(count, files, smallFileSize, threads)));
    }
    return List.copyOf(cells);
  }

  /** Whether its cells are those of the figure, whatever else it has. */
  boolean isFigure10() {
    return writers.equals(FIGURE_10_WRITERS) && chunks.equals(FIGURE_10_CHUNKS);
  }

  int mostWriters() {
    return writers.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Everything that is wrong with it on so many servers, each with a remedy. */
  List<String> problems(int hosts) {
    List<String> problems = new ArrayList<>();
    for (int count : writers) {
      if (count < 1 || count > hosts) {
        problems.add(
            "--writers is %d, and the topology has %d servers. Maybe --writers %d."
                .formatted(count, hosts, Math.max(1, hosts - 1)));
      }
    }
    for (int each : chunks) {
      if (each < 1) {
        problems.add("--chunks-per-writer is %d. Maybe --chunks-per-writer 8.".formatted(each));
      }
    }
    if (writers.isEmpty() || (chunks.isEmpty() && smallFiles.isEmpty())) {
      problems.add("There is nothing to write. Maybe --writers 16 --chunks-per-writer 8.");
    }
    if (hasTwice(writers)) {
      problems.add("--writers names one number twice.");
    }
    if (hasTwice(chunks)) {
      problems.add("--chunks-per-writer names one number twice.");
    }
    if (threads < 1) {
      problems.add("--threads is %d. Maybe --threads 4.".formatted(threads));
    }
    if (smallFiles.isPresent() && smallFiles.get() < mostWriters()) {
      problems.add(
          "--small-files is %d for %d writers, at least one for each. Maybe --small-files 200."
              .formatted(smallFiles.get(), mostWriters()));
    }
    if (smallFileSize.bytes() > chunkSize.bytes()) {
      problems.add(
          "--small-file-size is %s, more than a chunk of %s. Maybe --chunks-per-writer."
              .formatted(smallFileSize, chunkSize));
    }
    if (chunkSize.bytes() % 512 != 0) {
      problems.add("--chunk-size has to be a multiple of 512 bytes, HDFS's checksum unit.");
    }
    return problems;
  }

  private static boolean hasTwice(List<Integer> numbers) {
    return numbers.stream().distinct().count() < numbers.size();
  }
}
