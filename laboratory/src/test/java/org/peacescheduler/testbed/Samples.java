package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.laboratory.workload.Replicas;
import org.peacescheduler.measure.ByteSize;

/** Runs for tests, on {@link ShapedTopologyTest#TWO_RACKS}. */
final class Samples {
  static final ByteSize CHUNK = new ByteSize(1 << 20);
  static final ByteSize QUARTER = new ByteSize(1 << 18);

  static final LinkQueues QUEUES = new LinkQueues(28, new ByteSize(3072));

  private Samples() {}

  static CellGrid grid(List<Integer> writers, List<Integer> chunks) {
    return new CellGrid(writers, chunks, Optional.empty(), QUARTER, CHUNK, 4);
  }

  static CellGrid grid(List<Integer> writers, List<Integer> chunks, int smallFiles) {
    return new CellGrid(writers, chunks, Optional.of(smallFiles), QUARTER, CHUNK, 4);
  }

  /** One round of stock and Peace after some to warm up. */
  static TestbedOptions options(CellGrid grid, int rounds, int warmUp) {
    return new TestbedOptions(
        ShapedTopologyTest.twoRacks(1),
        grid,
        new Replicas(3, false),
        List.of(TestbedConfiguration.parse("stock"), TestbedConfiguration.parse("peace")),
        rounds,
        warmUp,
        QUEUES,
        1,
        Path.of("target", "testbed"));
  }

  /**
   * A round of each configuration of a cell of 4 writers and 8 chunks, and none of one with 2
   * chunks. Two writers under stock, one of which takes three times as long; under Peace half of
   * it.
   */
  static TestbedResult result(String firstFailure, String secondFailure) {
    return new TestbedResult(
        options(grid(List.of(4), List.of(8, 2)), 1, 0),
        new NetworkPlan("7", ShapedTopologyTest.twoRacks(1), Samples.QUEUES).links(),
        List.of(
            round("stock", 1, 0.5, OptionalDouble.empty(), firstFailure, secondFailure),
            round("peace", 0.5, 0.9, OptionalDouble.of(2), firstFailure, secondFailure)),
        Optional.of("a process has ended"));
  }

  private static Round round(
      String configuration,
      double scale,
      double busy,
      OptionalDouble granted,
      String first,
      String second) {
    return new Round(
        "4 writers x 8 chunks",
        configuration,
        1,
        false,
        List.of(
            new Round.Writer("svr1.1", 0, 0.1, granted, 4 * scale, first, List.of()),
            new Round.Writer("svr2.1", 0, 0.1, granted, 12 * scale, second, List.of())),
        Map.of(),
        busy,
        3,
        1);
  }
}
