package org.peacescheduler.freeze;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * What was asked of {@code ./peace freeze}. Immutable.
 *
 * @param shape network and HDFS
 * @param units each on a host of its own
 * @param chunks of each unit's state
 * @param page bytes that are copied if they are updated while they are frozen
 * @param updates a second, of each unit
 * @param threads that write a checkpoint
 * @param rounds turns of each configuration
 * @param warmUp turns before them
 */
record FreezeOptions(
    TestbedHdfs.Shape shape,
    List<FreezeConfiguration> configurations,
    int units,
    int chunks,
    ByteSize page,
    int updates,
    int threads,
    int rounds,
    int warmUp) {

  FreezeOptions {
    configurations = List.copyOf(configurations);
  }

  /** Pages of each unit's state. */
  int pages() {
    return Math.toIntExact(chunks * shape.chunkSize().bytes() / page.bytes());
  }

  /** The configurations of HDFS, each once. */
  static List<String> hdfs(List<FreezeConfiguration> configurations) {
    return configurations.stream().map(FreezeConfiguration::hdfs).distinct().toList();
  }

  /** Which of HDFS's configurations one of the units runs on. */
  int hdfsIndex(FreezeConfiguration configuration) {
    return shape.configurations().indexOf(configuration.hdfs());
  }

  /**
   * Everything that is wrong, each with a remedy.
   *
   * @param hosts of the network
   */
  List<String> problems(int hosts) {
    List<String> problems = new ArrayList<>();
    if (units < 1 || chunks < 1 || updates < 1 || threads < 1 || rounds < 1 || warmUp < 0) {
      problems.add(
          "--units, --chunks, --updates, --threads and --rounds have to be at least 1, and --warm-up"
              + " at least 0.");
    }
    if (units > hosts) {
      problems.add(
          "%d units need as many hosts, and the topology has %d. Maybe --units %d."
              .formatted(units, hosts, hosts));
    }
    if (shape.chunkSize().bytes() % page.bytes() != 0) {
      problems.add(
          "--page %s: a chunk of %s is no whole number of pages. Maybe 8KiB."
              .formatted(page, shape.chunkSize()));
    }
    if (configurations.stream().map(FreezeConfiguration::name).distinct().count()
        < configurations.size()) {
      problems.add("--configurations names one twice.");
    }
    return problems;
  }
}
