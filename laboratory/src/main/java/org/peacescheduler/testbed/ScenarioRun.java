package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.laboratory.workload.WorkloadResult;
import org.peacescheduler.laboratory.workload.WorkloadRound;

/**
 * Runs a scenario on the testbed: in each round, every configuration all its bursts, one after the
 * other.
 *
 * <p>Confined to one thread.
 */
final class ScenarioRun {
  private final ScenarioOptions options;
  private final PrintWriter progress;

  ScenarioRun(ScenarioOptions options, PrintWriter progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs all rounds; each burst is also appended to {@code rounds.jsonl} as soon as it is over.
   * What breaks off a run that has begun to write is a part of the result.
   */
  WorkloadResult run() throws IOException, TestbedException, InterruptedException {
    return Site.with(options.cluster(), this::say, this::run);
  }

  private WorkloadResult run(Site site) throws IOException, InterruptedException {
    Files.deleteIfExists(raw());
    List<WorkloadRound> rounds = new ArrayList<>();
    Optional<String> brokenOff = Optional.empty();
    try {
      rounds(site, rounds);
    } catch (TestbedException e) {
      brokenOff = Optional.of(e.getMessage());
    } catch (IOException e) {
      brokenOff = Optional.of(e.toString());
    }
    return new WorkloadResult(options.workload().name(), options.stock(), rounds, brokenOff);
  }

  private Path raw() {
    return options.out().resolve("rounds.jsonl");
  }

  private void rounds(Site site, List<WorkloadRound> rounds)
      throws IOException, TestbedException, InterruptedException {
    int bursts = options.workload().bursts();
    for (int turn = 0; turn < options.warmUp() + options.rounds(); turn++) {
      boolean warmUp = turn < options.warmUp();
      int round = 1 + (warmUp ? turn : turn - options.warmUp());
      for (int configuration = 0;
          configuration < options.configurations().size();
          configuration++) {
        for (int burst = 1; burst <= bursts; burst++) {
          int number = turn * bursts + burst;
          WorkloadRound seen =
              new ScenarioBurst(options, site, configuration, number).run(round, warmUp, burst);
          rounds.add(seen);
          Files.writeString(
              raw(), seen.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
          say(seen.brief());
        }
      }
    }
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
