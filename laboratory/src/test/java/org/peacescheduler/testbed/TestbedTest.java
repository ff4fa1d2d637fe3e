package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.laboratory.workload.Replicas;

class TestbedTest {
  @Test
  void stockSeconds_stockWithAKey_isWhatItsMeasuredRoundsTook() {
    TestbedOptions options =
        new TestbedOptions(
            ShapedTopologyTest.twoRacks(1),
            Samples.grid(List.of(4), List.of(8)),
            new Replicas(3, false),
            Stream.of("stock+dfs.namenode.foo=1", "stock-random")
                .map(TestbedConfiguration::parse)
                .toList(),
            1,
            0,
            Samples.QUEUES,
            1,
            Path.of("target", "testbed"));
    assertEquals(List.of(), options.problems());
    BurstShape cell = options.cells().get(0);
    Round cold = round(cell, true, 90);
    assertEquals(90, Testbed.stockSeconds(options, cell, List.of(cold), List.of()));
    List<Round> both = List.of(cold, round(cell, false, 12));
    assertEquals(12, Testbed.stockSeconds(options, cell, both, List.of()));
  }

  private static Round round(BurstShape cell, boolean warmUp, double seconds) {
    Round.Writer writer =
        new Round.Writer("svr1.1", 0, 0.1, OptionalDouble.empty(), seconds, "", List.of());
    return new Round(
        cell.name(), "stock+dfs.namenode.foo=1", 1, warmUp, List.of(writer), Map.of(), 0.5, 0, 0);
  }
}
