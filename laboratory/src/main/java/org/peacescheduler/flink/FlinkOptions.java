package org.peacescheduler.flink;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * What was asked of {@code ./peace flink}. Immutable.
 *
 * @param shape network and HDFS
 * @param jobs each with a cluster of its own
 * @param tasks of each job, each on a task manager and host of its own
 * @param state bytes of each task
 * @param value bytes of each value of the state
 * @param turnSeconds in which all values are written anew
 * @param unaligned whether barriers overtake records
 * @param together how many jobs take a checkpoint at the same moment; each number is measured
 * @param checkpoints of each number, in each turn
 * @param rounds turns of each configuration
 * @param warmUp turns before them
 */
record FlinkOptions(
    TestbedHdfs.Shape shape,
    List<FlinkConfiguration> configurations,
    int jobs,
    int tasks,
    ByteSize state,
    ByteSize value,
    int turnSeconds,
    StateBackend backend,
    boolean unaligned,
    List<Integer> together,
    int checkpoints,
    int rounds,
    int warmUp) {

  FlinkOptions {
    configurations = List.copyOf(configurations);
    together = List.copyOf(together);
  }

  /** Values of each task's state. */
  int values() {
    return (int) (state.bytes() / value.bytes());
  }

  /** The configurations of HDFS, each once. */
  static List<String> hdfs(List<FlinkConfiguration> configurations) {
    return configurations.stream().map(FlinkConfiguration::hdfs).distinct().toList();
  }

  /** Which of HDFS's configurations one of Flink's runs on. */
  int hdfsIndex(FlinkConfiguration configuration) {
    return shape.configurations().indexOf(configuration.hdfs());
  }

  /** The number of jobs whose checkpoints are the ones that Flink's timer is compared with. */
  int mostTogether() {
    return together.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /**
   * Everything that is wrong, each with a remedy.
   *
   * @param hosts of the network
   */
  List<String> problems(int hosts) {
    List<String> problems = new ArrayList<>();
    if (jobs < 1 || tasks < 1) {
      problems.add("--jobs and --tasks have to be at least 1.");
    } else if (jobs * tasks >= hosts) {
      problems.add(
          "%d jobs of %d tasks and a host for the job managers need %d hosts, and the topology has"
                  .formatted(jobs, tasks, jobs * tasks + 1)
              + " %d. Maybe fewer --jobs or --tasks.".formatted(hosts));
    }
    for (int number : together) {
      if (number < 1 || number > jobs) {
        problems.add(
            "--together %d of %d jobs. Maybe --together %d.".formatted(number, jobs, jobs));
      }
    }
    if (state.bytes() % value.bytes() != 0) {
      problems.add(
          "--state %s is no multiple of --value %s. Maybe --value 64KiB.".formatted(state, value));
    }
    if (checkpoints < 1 || rounds < 1 || warmUp < 0 || turnSeconds < 1) {
      problems.add(
          "--checkpoints, --rounds and --turn have to be at least 1, and --warm-up at least 0.");
    }
    if (configurations.stream().map(FlinkConfiguration::name).distinct().count()
        < configurations.size()) {
      problems.add("--configurations names one twice.");
    }
    return problems;
  }
}
