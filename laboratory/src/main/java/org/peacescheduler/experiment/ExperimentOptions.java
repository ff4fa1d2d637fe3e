package org.peacescheduler.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.peacescheduler.measure.ByteSize;

/**
 * Everything that an operator can choose about an experiment.
 *
 * <p>Immutable.
 *
 * @param rounds measured rounds; each is one burst per side
 * @param warmUp rounds before them that are not measured
 * @param seed for the files' contents and for Peace's own choices
 */
record ExperimentOptions(
    BurstShape burst,
    ClusterShape cluster,
    PeaceSettings peace,
    List<Policy> policies,
    int rounds,
    int warmUp,
    long seed,
    Path out) {
  /**
   * HDFS cuts data into checksummed pieces of this size, and a block has to be a whole number of
   * them.
   */
  private static final int BYTES_PER_CHECKSUM = 512;

  ExperimentOptions {
    policies = List.copyOf(policies);
  }

  /** All that is wrong with the options, each with its remedy; empty if nothing is. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    atLeast(problems, "--writers", burst.writers(), 1);
    atLeast(problems, "--chunks", burst.chunks(), 1);
    atLeast(problems, "--replication", burst.replication(), 1);
    atLeast(problems, "--datanodes", cluster.datanodes(), 1);
    atLeast(problems, "--racks", cluster.racks(), 1);
    atLeast(problems, "--rounds", rounds, 1);
    atLeast(problems, "--warm-up", warmUp, 0);
    atLeast(problems, "--down", peace.down(), 1);
    atLeast(problems, "--throttle-period", cluster.throttlePeriod().toMillis(), 1);
    if (burst.replication() > cluster.datanodes()) {
      problems.add(
          ("--replication %d: there are only %d datanodes, and a chunk's replicas are on different"
                  + " ones.%nMaybe '--datanodes %d' or more.")
              .formatted(burst.replication(), cluster.datanodes(), burst.replication()));
    }
    if (cluster.racks() > cluster.datanodes()) {
      problems.add(
          "--racks %d: there are only %d datanodes.%nMaybe '--racks %d' or fewer."
              .formatted(cluster.racks(), cluster.datanodes(), cluster.datanodes()));
    }
    if (burst.chunkSize().bytes() % BYTES_PER_CHECKSUM != 0) {
      problems.add(
          "--chunk-size %s: a block is a whole number of %d bytes.%nMaybe '--chunk-size %s'."
              .formatted(
                  burst.chunkSize(),
                  BYTES_PER_CHECKSUM,
                  new ByteSize(
                      (burst.chunkSize().bytes() / BYTES_PER_CHECKSUM + 1) * BYTES_PER_CHECKSUM)));
    }
    if (policies.isEmpty() || policies.size() > 2) {
      problems.add(
          "--policies: %d given, 1 or 2 can be compared.%nMaybe '--policies stock,peace'."
              .formatted(policies.size()));
    }
    peace
        .completionFraction()
        .ifPresent(
            fraction -> {
              if (!(fraction >= 0 && fraction <= 1)) {
                problems.add(
                    "--completion-fraction %s: it is a share, from 0 to 1.%nMaybe 0.8, the paper's."
                        .formatted(fraction));
              }
            });
    return problems;
  }

  /**
   * The cluster of each side.
   *
   * @param topologyFile what Peace is told of it
   */
  ClusterSettings settings(Path topologyFile) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("dfs.namenode.peace.topology.file", topologyFile.toString());
    keys.put("dfs.namenode.peace.seed", String.valueOf(seed));
    keys.putAll(peace.keys());
    return new ClusterSettings(
        cluster.hosts(),
        cluster.rackNames(),
        Collections.nCopies(cluster.datanodes(), cluster.rate().bytes()),
        cluster.throttlePeriod(),
        burst.chunkSize().bytes(),
        burst.replication(),
        Collections.nCopies(burst.writers(), ""),
        ClusterSettings.handlers(burst.writers()),
        keys);
  }

  List<Side> sides() {
    return Side.of(policies);
  }

  /** The command that does the same again, without the place of its results. */
  String commandLine() {
    StringBuilder command = new StringBuilder("./peace experiment");
    command.append(" --writers ").append(burst.writers());
    command.append(" --chunks ").append(burst.chunks());
    command.append(" --replication ").append(burst.replication());
    command.append(" --chunk-size ").append(compact(burst.chunkSize()));
    command.append(" --datanodes ").append(cluster.datanodes());
    command.append(" --racks ").append(cluster.racks());
    command.append(" --rate ").append(compact(cluster.rate()));
    command.append(" --throttle-period ").append(cluster.throttlePeriod().toMillis());
    command.append(" --rounds ").append(rounds);
    command.append(" --warm-up ").append(warmUp);
    command.append(" --policies ");
    command.append(String.join(",", policies.stream().map(Policy::word).toList()));
    if (peace.topology().isPresent()) {
      command.append(" --topology ").append(peace.topology().get().getFileName());
    } else {
      command.append(" --down ").append(peace.down());
    }
    peace
        .completionFraction()
        .ifPresent(f -> command.append(String.format(Locale.ROOT, " --completion-fraction %s", f)));
    peace.properties().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(e -> command.append(" -D ").append(e.getKey()).append('=').append(e.getValue()));
    command.append(" --seed ").append(seed);
    return command.toString();
  }

  private static String compact(ByteSize size) {
    return size.toString().replace(" ", "");
  }

  private static void atLeast(List<String> problems, String option, long value, long least) {
    if (value < least) {
      problems.add("%s %d: it has to be at least %d.".formatted(option, value, least));
    }
  }
}
