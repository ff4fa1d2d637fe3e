package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.Statistics;

/**
 * Builds network and cluster, lets the configurations take turns burst by burst (A, B, A, B, …), so
 * that whatever changes on the machine meanwhile meets all alike, in each cell of what is to be
 * written ({@link Turn#all}), and takes everything down again, also when the process is
 * interrupted. If it is killed outright, its processes end by themselves, and {@code --clean}
 * removes what is left.
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

  /**
   * Runs all rounds; each is also appended to {@code rounds.jsonl} as soon as it is over. What
   * breaks off a run that has begun to write is a part of the result.
   */
  TestbedResult run() throws IOException, TestbedException, InterruptedException {
    return Site.with(options.cluster(), this::say, this::rounds);
  }

  /**
   * Runs {@code ./peace calibrate} on the first writer's host, against the first configuration.
   *
   * @param file the topology file that it writes
   * @return its exit code
   */
  int calibrate(Path file, boolean json)
      throws IOException, TestbedException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("calibrate", "--fs", HadoopFiles.uri(0)));
    arguments.addAll(List.of("--chunk-size", options.grid().chunkSize().toString()));
    arguments.addAll(List.of("--rounds", String.valueOf(options.rounds())));
    arguments.addAll(List.of("--yes", "--minutes", "60"));
    arguments.addAll(List.of("--out", file.toString(), "--force"));
    if (json) {
      arguments.add("--json");
    }
    return Site.with(options.cluster(), this::say, site -> site.cluster().runPeace(arguments));
  }

  private TestbedResult rounds(Site site) throws IOException, InterruptedException {
    Files.deleteIfExists(options.out().resolve(RAW));
    Burst burst = new Burst(options, site);
    List<NetworkPlan.ShapedLink> links = site.network().plan().links();
    List<Turn> turns = Turn.all(options);
    TimeLeft timeLeft = new TimeLeft(options, turns);
    List<Round> rounds = new ArrayList<>();
    try {
      for (Turn turn : turns) {
        long begun = System.nanoTime();
        boolean atRandom = options.configurations().get(turn.configuration()).startsAtRandom();
        double spread = atRandom ? stockSeconds(options, turn.cell(), rounds, links) : 0;
        Round round = burst.run(turn, spread);
        rounds.add(round);
        Files.writeString(
            options.out().resolve(RAW),
            TestbedJson.line(round, links) + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
        timeLeft.over((System.nanoTime() - begun) / 1e9);
        say(turn, RoundFigures.of(round, links), timeLeft);
      }
      return new TestbedResult(options, links, rounds, Optional.empty());
    } catch (TestbedException e) {
      return brokenOff(links, rounds, e.getMessage());
    } catch (IOException e) {
      return brokenOff(links, rounds, e.toString());
    }
  }

  /** The rounds before are as good as ever, and they may have taken hours. */
  private TestbedResult brokenOff(
      List<NetworkPlan.ShapedLink> links, List<Round> rounds, String why) {
    return new TestbedResult(options, links, rounds, Optional.of(why));
  }

  private void say(Turn turn, RoundFigures f, TimeLeft timeLeft) {
    say(
        String.format(
            Locale.ROOT,
            "%s, %s, %s: response %.2f s, IO %.2f s, COMP %.2f s, cores %.0f %% busy%s, %d failed;"
                + " %s",
            turn.title(),
            turn.cell().name(),
            options.configurations().get(turn.configuration()).name(),
            f.response(),
            f.io(),
            f.comp(),
            100 * f.busy(),
            Cores.tooBusy(f.busy()) ? " (too busy)" : "",
            (int) f.failed(),
            timeLeft));
  }

  /**
   * How long stock has taken for a cell so far: the median COMP of its rounds, of those to warm up
   * as long as there are no others.
   */
  static double stockSeconds(
      TestbedOptions options,
      BurstShape cell,
      List<Round> rounds,
      List<NetworkPlan.ShapedLink> links) {
    String stock = options.stock().orElseThrow().name();
    List<Round> all =
        rounds.stream()
            .filter(r -> r.cell().equals(cell.name()) && r.configuration().equals(stock))
            .toList();
    List<Round> measured = all.stream().filter(r -> !r.warmUp()).toList();
    return Statistics.median(
        (measured.isEmpty() ? all : measured)
            .stream().mapToDouble(r -> RoundFigures.of(r, links).comp()).toArray());
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
