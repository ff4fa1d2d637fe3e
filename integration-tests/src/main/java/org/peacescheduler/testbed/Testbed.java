package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.measure.WorkDirectory;

/**
 * Builds network and cluster, lets the configurations take turns burst by burst (A, B, A, B, …), so
 * that whatever changes on the machine meanwhile meets all alike, and takes everything down again,
 * also when the process is interrupted. If it is killed outright, its processes end by themselves,
 * and {@code --clean} removes the namespaces.
 *
 * <p>Confined to one thread, except that the shutdown hook takes down too.
 */
final class Testbed {
  private static final String RAW = "rounds.jsonl";

  private final TestbedOptions options;
  private final PrintWriter progress;

  Testbed(TestbedOptions options, PrintWriter progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Runs all rounds; each is also appended to {@code rounds.jsonl} as soon as it is over. */
  TestbedResult run() throws IOException, TestbedException, InterruptedException {
    Files.createDirectories(options.out());
    Files.deleteIfExists(options.out().resolve(RAW));
    for (int i = 0; i < options.configurations().size(); i++) {
      Files.deleteIfExists(options.out().resolve("trace-" + i + ".jsonl"));
    }
    String id = String.valueOf(ProcessHandle.current().pid());
    NetworkPlan plan = new NetworkPlan(id, options.shape(), options.queuePackets());
    try (TakeDown takeDown = TakeDown.begin()) {
      Path work = WorkDirectory.create("peace-testbed-", takeDown);
      try {
        say("building the network: %d namespaces".formatted(plan.namespaces().size()));
        TestNetwork network = TestNetwork.build(plan);
        takeDown.add(network::close);
        TestCluster cluster = new TestCluster(options, plan, new HadoopFiles(options, work));
        takeDown.add(cluster::close);
        cluster.start(this::say);
        return new TestbedResult(options, plan.links(), rounds(network, cluster));
      } finally {
        say("taking everything down");
      }
    }
  }

  private List<Round> rounds(TestNetwork network, TestCluster cluster)
      throws IOException, TestbedException, InterruptedException {
    Burst burst = new Burst(options, network, cluster);
    List<Round> rounds = new ArrayList<>();
    List<NetworkPlan.ShapedLink> links = network.plan().links();
    Path raw = options.out().resolve(RAW);
    for (int turn = 0; turn < options.warmUp() + options.rounds(); turn++) {
      boolean warmUp = turn < options.warmUp();
      int number = warmUp ? turn + 1 : turn - options.warmUp() + 1;
      for (int i = 0; i < options.configurations().size(); i++) {
        TestbedConfiguration configuration = options.configurations().get(i);
        double spread = configuration.startsAtRandom() ? stockSeconds(rounds, links) : 0;
        Round round = burst.run(i, number, warmUp, spread);
        rounds.add(round);
        Files.writeString(
            raw,
            TestbedJson.line(round, links) + "\n",
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.APPEND);
        RoundFigures f = RoundFigures.of(round, links);
        say(
            String.format(
                Locale.ROOT,
                "%s %d, %s: response %.2f s, IO %.2f s, COMP %.2f s, cores %.0f %% busy, %d failed",
                warmUp ? "warm-up" : "round",
                number,
                configuration.name(),
                f.response(),
                f.io(),
                f.comp(),
                100 * f.busy(),
                (int) f.failed()));
      }
    }
    return rounds;
  }

  /** How long stock has taken so far: the median COMP. */
  private static double stockSeconds(List<Round> rounds, List<NetworkPlan.ShapedLink> links) {
    return Statistics.median(
        rounds.stream()
            .filter(r -> r.configuration().equals("stock"))
            .mapToDouble(r -> RoundFigures.of(r, links).comp())
            .toArray());
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
