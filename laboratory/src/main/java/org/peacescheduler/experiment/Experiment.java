package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.measure.WorkDirectory;

/**
 * Runs the rounds: each side has a cluster of its own, all are up from the beginning to the end,
 * and the sides take turns round by round (stock, peace, stock, peace, …), so that whatever changes
 * on the machine meanwhile meets both alike. While one side writes, the other's daemons only send
 * heartbeats.
 *
 * <p>Clusters that live on, rather than a fresh one for each round, are warm after the warm-up as a
 * real one is, and spare the several seconds that each start takes.
 */
final class Experiment {
  /** So wide that it never limits: more chunks than any burst has at once. */
  private static final int WIDE = 10_000;

  private final ExperimentOptions options;
  private final Clock clock;
  private final PrintStream progressOut;

  Experiment(ExperimentOptions options, Clock clock, PrintStream progressOut) {
    this.options = options;
    this.clock = clock;
    this.progressOut = progressOut;
  }

  /**
   * Runs all rounds and leaves Peace's trace, its topology file and the daemons' warnings in the
   * place for results.
   */
  ExperimentResult run() throws IOException, InterruptedException {
    Path out = Files.createDirectories(options.out()).toAbsolutePath();
    Path topology = out.resolve("topology.yaml");
    Files.writeString(topology, topologyText());
    List<Side> sides = options.sides();
    long bursts = (long) sides.size() * (options.warmUp() + options.rounds());
    try (QuietLogging logging = QuietLogging.to(out.resolve("hadoop.log"));
        TakeDown takeDown = TakeDown.begin();
        Progress progress = Progress.start(progressOut, bursts * options.burst().replicas());
        ReplicaLog replicaLog = logging.listen(progress::step)) {
      Path work = WorkDirectory.create("peace-experiment-", takeDown);
      List<ExperimentCluster> clusters = new ArrayList<>();
      try {
        for (Side side : sides) {
          progress.doing(
              "starting %s: %s"
                  .formatted(Count.of(options.cluster().datanodes(), "datanode"), side.label()));
          Path trace = out.resolve("trace-" + side.id() + ".jsonl");
          Files.deleteIfExists(trace);
          clusters.add(
              ExperimentCluster.start(
                  side, options.settings(topology), work.resolve(side.id()), trace));
        }
        return new ExperimentResult(
            options,
            rounds(clusters, replicaLog, progress),
            Files.readString(topology),
            Setup.ofThisProcess(clock));
      } finally {
        progress.doing("stopping the clusters");
        clusters.forEach(ExperimentCluster::close);
      }
    }
  }

  private List<Round> rounds(
      List<ExperimentCluster> clusters, ReplicaLog replicaLog, Progress progress)
      throws IOException, InterruptedException {
    List<Round> rounds = new ArrayList<>();
    for (int turn = 0; turn < options.warmUp() + options.rounds(); turn++) {
      boolean warmUp = turn < options.warmUp();
      int number = warmUp ? turn + 1 : turn - options.warmUp() + 1;
      for (ExperimentCluster cluster : clusters) {
        String what = name(number, warmUp, options) + ", " + cluster.side().label();
        progress.doing(what);
        Round round = new Burst(cluster, options, replicaLog).run(number, warmUp);
        rounds.add(round);
        RoundSummary summary = round.summary();
        progress.done(
            String.format(
                Locale.ROOT,
                "  mean response %.2f s, COMP %.2f s",
                summary.responseMean(),
                summary.comp()));
      }
    }
    return rounds;
  }

  private String topologyText() throws IOException {
    return options.peace().topology().isPresent()
        ? Files.readString(options.peace().topology().get())
        : GeneratedTopology.yaml(options.cluster(), options.peace().down(), WIDE);
  }

  /** {@code round 2/5} or {@code warm-up 1/1}. */
  static String name(int number, boolean warmUp, ExperimentOptions options) {
    return warmUp
        ? "warm-up %d/%d".formatted(number, options.warmUp())
        : "round %d/%d".formatted(number, options.rounds());
  }
}
