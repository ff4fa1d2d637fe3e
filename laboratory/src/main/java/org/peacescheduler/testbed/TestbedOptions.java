package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.laboratory.workload.Replicas;

/**
 * What was asked of the testbed. Immutable.
 *
 * @param shape the network
 * @param grid what the bursts write
 * @param replicas of each chunk
 * @param configurations in the order in which they take turns
 * @param queues before each shaped link
 * @param seed of Peace and of random starts
 * @param out where results go
 */
record TestbedOptions(
    ShapedTopology shape,
    CellGrid grid,
    Replicas replicas,
    List<TestbedConfiguration> configurations,
    int rounds,
    int warmUp,
    LinkQueues queues,
    long seed,
    Path out) {

  TestbedOptions {
    configurations = List.copyOf(configurations);
  }

  /** The cells, in the order in which they take turns. */
  List<BurstShape> cells() {
    return grid.cells();
  }

  /** The network and HDFS that it needs. */
  ClusterOptions cluster() {
    return new ClusterOptions(
        shape,
        Optional.of(shape.text()),
        shape.writers(grid.mostWriters()),
        configurations,
        grid.chunkSize(),
        replicas.count(),
        Map.of(),
        queues,
        seed,
        out);
  }

  /** What the other configurations are compared with, if it takes part. */
  Optional<TestbedConfiguration> stock() {
    return configurations.stream().filter(TestbedConfiguration::isStock).findFirst();
  }

  CutBound bound(BurstShape cell) {
    return CutBound.of(shape, cell, replicas);
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    int hosts = shape.hosts().size();
    List<String> problems = new ArrayList<>(grid.problems(hosts));
    replicas.problem(hosts).ifPresent(problems::add);
    if (rounds < 1 || warmUp < 0) {
      problems.add("--rounds has to be at least 1, and --warm-up at least 0.");
    }
    problems.addAll(cluster().problems());
    boolean stock = false;
    for (TestbedConfiguration configuration : configurations) {
      stock |= configuration.isStock();
      if (configuration.startsAtRandom() && !stock) {
        problems.add(
            "'stock-random' needs the time that stock takes. Maybe put 'stock' before it.");
      }
    }
    return problems;
  }
}
