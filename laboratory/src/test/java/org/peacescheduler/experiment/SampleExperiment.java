package org.peacescheduler.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ProcessorMeter;

/**
 * A made-up experiment: under stock all writers share everything and end together; under Peace
 * three at a time, one after the other.
 */
final class SampleExperiment {
  private static final double CHUNK_SECONDS = 0.25;

  private SampleExperiment() {}

  static ExperimentOptions options(int writers, int chunks, int datanodes, int rounds) {
    return new ExperimentOptions(
        new BurstShape(writers, chunks, Math.min(3, datanodes), ByteSize.parse("1 MiB")),
        new ClusterShape(datanodes, 2, ByteSize.parse("4 MiB/s"), Duration.ofMillis(50)),
        new PeaceSettings(Optional.empty(), 2, OptionalDouble.empty(), Map.of()),
        List.of(Policy.STOCK, Policy.PEACE),
        rounds,
        1,
        17,
        Path.of("target", "experiment"));
  }

  static ExperimentResult result(int writers, int chunks, int datanodes, int rounds) {
    ExperimentOptions options = options(writers, chunks, datanodes, rounds);
    List<Side> sides = options.sides();
    List<Round> all = new ArrayList<>();
    all.add(round(options, sides.get(0), 1, true, 99));
    all.add(round(options, sides.get(1), 1, true, 99));
    for (int number = 1; number <= rounds; number++) {
      double slowness = 1 + 0.03 * (number % 3);
      all.add(round(options, sides.get(0), number, false, slowness));
      all.add(round(options, sides.get(1), number, false, slowness));
    }
    return new ExperimentResult(
        options,
        all,
        GeneratedTopology.yaml(options.cluster(), 2, 10_000),
        new Setup("2025-06-01T10:00:00Z", "1.0", "3.5.0", "Java 17", "Linux", 2, "2 GiB"));
  }

  private static Round round(
      ExperimentOptions options, Side side, int number, boolean warmUp, double slowness) {
    BurstShape burst = options.burst();
    int atOnce = side.policy() == Policy.STOCK ? burst.writers() : Math.min(3, burst.writers());
    double chunkSeconds =
        slowness
            * CHUNK_SECONDS
            * 1.1
            * atOnce
            * burst.replication()
            / options.cluster().datanodes();
    List<WriterTimes> times = new ArrayList<>();
    List<ReplicaSpan> replicas = new ArrayList<>();
    List<Grant> grants = new ArrayList<>();
    for (int writer = 0; writer < burst.writers(); writer++) {
      double start = 0.02 * (writer % 3) + writer / atOnce * burst.chunks() * chunkSeconds;
      for (int chunk = 0; chunk < burst.chunks(); chunk++) {
        double from = start + chunk * chunkSeconds;
        if (side.policy() == Policy.PEACE) {
          grants.add(new Grant(writer, chunk, chunk == 0 ? 0 : from, from, -1));
        }
        for (int replica = 0; replica < burst.replication(); replica++) {
          int datanode = (writer * 5 + chunk * 3 + replica) % options.cluster().datanodes();
          replicas.add(new ReplicaSpan(writer, chunk, datanode, from, from + chunkSeconds * 0.96));
        }
      }
      times.add(
          new WriterTimes(
              options.cluster().writerHost(writer),
              "/round-" + number + "/writer-" + (writer + 1),
              0,
              side.policy() == Policy.PEACE ? start : 0,
              start + burst.chunks() * chunkSeconds,
              burst.fileBytes(),
              ""));
    }
    return new Round(
        side,
        number,
        warmUp,
        times,
        replicas,
        grants,
        side.policy() == Policy.PEACE ? burst.writers() - 2 : 0,
        0,
        new ProcessorMeter.Busy(0.4, 0.3));
  }
}
