package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.peacescheduler.network.export.TopologyYaml;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.simulate.Limits;
import org.peacescheduler.simulate.Workload;

/**
 * What was asked of the experiment with a workload. Immutable.
 *
 * @param peaceKeys further keys of Peace
 * @param rounds in each of which every policy runs all bursts of the workload
 */
record WorkloadOptions(
    Workload workload,
    Duration throttlePeriod,
    Map<String, String> peaceKeys,
    List<Policy> policies,
    int rounds,
    int warmUp,
    long seed,
    Path out) {
  /**
   * What a cluster in one process cannot do: it limits what datanodes take in, and nothing else.
   */
  static final Limits LIMITS =
      new Limits(
          "./peace experiment",
          Map.of(
              "loss", "nothing is lost in one process",
              "othersOnLinks", "its cluster has no links between switches",
              "slow", "its datanodes can take in less, and cannot send less",
              "delays", "its daemons take as long as they do",
              "betweenBursts", "its next burst begins when nothing is left of the one before",
              "log", "its bursts end when all files are closed",
              "flushed", "its writers flush nothing",
              "ownDisk", "what a datanode takes in is limited wherever it comes from"),
          WorkloadOptions::objection);

  WorkloadOptions {
    peaceKeys = Map.copyOf(peaceKeys);
    policies = List.copyOf(policies);
  }

  /** All but {@code down} has to be so wide that it limits nothing, for nothing limits it here. */
  private static Optional<Limits.Objection> objection(Topology network) {
    double all = 0;
    for (ServerSpec server : network.servers()) {
      all += server.capacities().down().asStreams();
    }
    double wide = all;
    String least = bandwidth(network, all);
    for (ServerSpec server : network.servers()) {
      if (server.capacities().disk().isPresent()) {
        return Optional.of(
            new Limits.Objection(
                "'./peace experiment' limits what datanodes take in and nothing else, and the"
                    + " server"
                    + " '%s' has a 'disk'.".formatted(server.host()),
                "Maybe remove it, or use './peace simulate'."));
      }
    }
    return network.servers().stream()
        .filter(server -> isLess(server.capacities().up(), wide))
        .map(server -> tooNarrow("'up' of the server '%s'".formatted(server.host()), least))
        .findFirst()
        .or(
            () ->
                network.links().stream()
                    .filter(link -> isLess(link.capacity(), wide))
                    .map(link -> tooNarrow(name(link), least))
                    .findFirst());
  }

  private static boolean isLess(Capacity capacity, double streams) {
    return capacity.asStreams() < streams * (1 - 1e-9);
  }

  private static String name(LinkSpec link) {
    return "the link between '%s' and '%s'".formatted(link.a(), link.b());
  }

  private static Limits.Objection tooNarrow(String what, String least) {
    return new Limits.Objection(
        "'./peace experiment' limits what datanodes take in and nothing else, and %s is less than what"
                .formatted(what)
            + " all of them take in.",
        "Maybe write %s or more, or use './peace testbed'.".formatted(least));
  }

  private static String bandwidth(Topology network, double streams) {
    return "%d kB/s"
        .formatted(
            (long) Math.ceil(streams * network.streamBytesPerSecond().orElse(0) / 1e3 - 1e-6));
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (rounds < 1 || warmUp < 0) {
      problems.add("--rounds has to be at least 1, and --warm-up at least 0.");
    }
    if (throttlePeriod.toMillis() < 1) {
      problems.add("--throttle-period has to be at least 1.");
    }
    if (policies.size() != 2 || policies.get(0) != Policy.STOCK) {
      problems.add("A scenario is compared with stock HDFS. Maybe --policies stock,peace.");
    }
    return problems;
  }

  List<Side> sides() {
    return Side.of(policies);
  }

  /**
   * Who writes in a burst: the same sizes and arrivals in all, so that what Peace has learnt in one
   * is true in the next.
   *
   * @param number of the burst, from 1, counted over all rounds
   */
  List<Workload.Writer> burst(int number) {
    return workload.burst(number, seed, new SplittableRandom(seed + number));
  }

  /** The writers' names, each with its user. */
  Map<String, String> users() {
    Map<String, String> users = new LinkedHashMap<>();
    burst(1).forEach(writer -> users.put(writer.name(), writer.says().user().orElse("")));
    return users;
  }

  /** The cluster of each side; writes the file that Peace is told, if it is told one. */
  ClusterSettings settings() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>();
    Path file = out.resolve("topology.yaml");
    Files.deleteIfExists(file);
    if (workload.told().isPresent()) {
      Files.writeString(file, TopologyYaml.yaml(workload.told().get()));
      keys.put("dfs.namenode.peace.topology.file", file.toString());
    }
    keys.put("dfs.namenode.peace.seed", String.valueOf(seed));
    keys.put("dfs.namenode.peace.deferral.max", workload.deferralMax().toMillis() + "ms");
    keys.putAll(peaceKeys);
    Topology network = workload.network();
    double stream = network.streamBytesPerSecond().orElseThrow();
    return new ClusterSettings(
        network.servers().stream().map(ServerSpec::host).toList(),
        network.servers().stream().map(ServerSpec::rack).toList(),
        network.servers().stream()
            .map(server -> Math.round(stream * server.capacities().down().asStreams()))
            .toList(),
        throttlePeriod,
        workload.smallestChunk(),
        workload.replication(),
        List.copyOf(users().values()),
        ClusterSettings.handlers(
            burst(1).stream().mapToInt(writer -> writer.files().count()).sum()),
        keys);
  }
}
