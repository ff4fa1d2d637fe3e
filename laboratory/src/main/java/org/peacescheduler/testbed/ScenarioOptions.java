package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.network.export.TopologyYaml;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.simulate.Limits;
import org.peacescheduler.simulate.Workload;

/**
 * What was asked of the testbed with a scenario. Immutable.
 *
 * @param shape the scenario's network, as it is
 * @param rounds in each of which every configuration runs all bursts of the scenario
 */
record ScenarioOptions(
    Workload workload,
    ShapedTopology shape,
    List<TestbedConfiguration> configurations,
    int rounds,
    int warmUp,
    LinkQueues queues,
    long seed,
    Path out) {
  /** What real daemons on shaped links cannot do. */
  static final Limits LIMITS =
      new Limits(
          "./peace testbed",
          Map.of(
              "loss", "its links lose what their queues cannot hold",
              "delays", "its daemons take as long as they do",
              "betweenBursts", "its next burst begins when nothing is left of the one before",
              "log", "its bursts end when all files are closed",
              "flushed", "its writers flush nothing"),
          ScenarioOptions::objection);

  ScenarioOptions {
    configurations = List.copyOf(configurations);
  }

  private static Optional<Limits.Objection> objection(Topology network) {
    return network.servers().stream()
        .filter(server -> server.capacities().disk().isPresent())
        .findFirst()
        .map(
            server ->
                new Limits.Objection(
                    "'./peace testbed' shapes links and no disks, and the server '%s' has a 'disk'."
                        .formatted(server.host()),
                    "Maybe remove it, or use './peace simulate'."));
  }

  /** The hosts that write. */
  List<ShapedTopology.Host> clients() {
    Set<String> names = new LinkedHashSet<>();
    burst(1).forEach(writer -> names.add(writer.host()));
    return shape.hosts().stream()
        .filter(host -> names.stream().anyMatch(host.name()::equalsIgnoreCase))
        .toList();
  }

  /**
   * Who writes in a burst: the same sizes and arrivals in all, so that what Peace has learnt in one
   * is true in the next.
   *
   * @param number of the burst, from 1, counted over all rounds; the same one is the same under
   *     each configuration
   */
  List<Workload.Writer> burst(int number) {
    return workload.burst(number, seed, new SplittableRandom(seed + number));
  }

  /** The network and HDFS that it needs. */
  ClusterOptions cluster() {
    return new ClusterOptions(
        shape,
        workload.told().map(TopologyYaml::yaml),
        clients(),
        configurations,
        new ByteSize(workload.smallestChunk()),
        workload.replication(),
        Map.of("dfs.namenode.peace.deferral.max", workload.deferralMax().toMillis() + "ms"),
        queues,
        seed,
        out);
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(cluster().problems());
    if (rounds < 1 || warmUp < 0) {
      problems.add("--rounds has to be at least 1, and --warm-up at least 0.");
    }
    if (configurations.stream().noneMatch(TestbedConfiguration::isStock)
        || configurations.size() < 2) {
      problems.add(
          "A scenario is compared with stock HDFS. Maybe --configurations stock,peace-patched.");
    }
    if (configurations.stream().anyMatch(TestbedConfiguration::startsAtRandom)) {
      problems.add(
          "'stock-random' has its own starts, and the scenario says when writers start."
              + " Maybe write a larger 'startWithin' into it.");
    }
    return problems;
  }

  /** The name of the configuration that the others are compared with. */
  String stock() {
    return configurations.stream()
        .filter(TestbedConfiguration::isStock)
        .findFirst()
        .orElseThrow()
        .name();
  }
}
