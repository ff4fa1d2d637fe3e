package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.testbed.LinkQueues;
import org.peacescheduler.testbed.TestbedHdfs;

class FlinkOptionsTest {
  @Test
  void problems_ofFourJobsOnSeventeenHosts_areNone() {
    assertEquals(List.of(), options(4, List.of(4, 1), 1 << 16, "stock", "peace").problems(17));
  }

  @Test
  void problems_tooFewHosts_saysHowManyAreNeeded() {
    assertEquals(
        List.of(
            "4 jobs of 4 tasks and a host for the job managers need 17 hosts, and the topology has"
                + " 16. Maybe fewer --jobs or --tasks."),
        options(4, List.of(4), 1 << 16, "stock").problems(16));
  }

  @Test
  void problems_severalAtOnce_areAllTold() {
    assertEquals(
        List.of(
            "--together 3 of 2 jobs. Maybe --together 2.",
            "--state 4 MiB is no multiple of --value 3000000 B. Maybe --value 64KiB.",
            "--configurations names one twice."),
        options(2, List.of(3), 3_000_000, "stock", "stock").problems(17));
  }

  @Test
  void hdfs_withAndWithoutTimer_shareANameNode() {
    FlinkOptions options = options(4, List.of(4), 1 << 16, "stock", "stock+interval=9", "peace");
    assertEquals(List.of("stock", "peace"), options.shape().configurations());
    assertEquals(
        List.of(0, 0, 1), options.configurations().stream().map(options::hdfsIndex).toList());
  }

  static FlinkOptions options(int jobs, List<Integer> together, long value, String... names) {
    List<FlinkConfiguration> configurations =
        Stream.of(names).map(FlinkConfiguration::parse).toList();
    return new FlinkOptions(
        new TestbedHdfs.Shape(
            Path.of("t.yaml"),
            1,
            FlinkOptions.hdfs(configurations),
            new ByteSize(1 << 20),
            3,
            new LinkQueues(28, new ByteSize(3072)),
            1,
            Path.of("out")),
        configurations,
        jobs,
        4,
        new ByteSize(4 << 20),
        new ByteSize(value),
        5,
        StateBackend.HASHMAP,
        false,
        together,
        2,
        1,
        0);
  }
}
