package org.peacescheduler.freeze;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.peacescheduler.client.Turn;
import org.peacescheduler.laboratory.ProcessorTime;
import org.peacescheduler.measure.Count;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.testbed.TestbedException;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * Builds network, HDFS and units, and lets the configurations take turns (A, B, A, B, …). In a turn
 * all units submit a checkpoint at the same moment, and go on updating their state until the last
 * one is published.
 *
 * <p>This is what the SGuard paper leaves out: its first experiments freeze state and write to a
 * local disk, its second ones write to HDFS what was prepared before. Confined to one thread.
 */
final class FreezeLab {
  private static final String RAW = "rounds.jsonl";

  /** Deletions take a heartbeat. */
  private static final long SETTLE_MILLIS = 3000;

  /** A JVM is busy while it starts. */
  private static final int STARTING_TOGETHER = 4;

  private final FreezeOptions options;
  private final PrintWriter progress;

  FreezeLab(FreezeOptions options, PrintWriter progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Runs all rounds; what breaks off a run that has begun to measure is a part of the result. */
  FreezeResult run() throws IOException, TopologyException, TestbedException, InterruptedException {
    try (TestbedHdfs hdfs = TestbedHdfs.start(options.shape(), this::say)) {
      Files.deleteIfExists(raw());
      List<FreezeRound> rounds = new ArrayList<>();
      List<UnitHost> units = start(hdfs);
      try {
        for (int turn = 0; turn < options.warmUp() + options.rounds(); turn++) {
          for (FreezeConfiguration configuration : options.configurations()) {
            keep(burst(hdfs, units, configuration, turn), rounds);
            hdfs.requireAll();
            Thread.sleep(SETTLE_MILLIS);
          }
        }
        return new FreezeResult(options, rounds, Optional.empty());
      } catch (TestbedException e) {
        return new FreezeResult(options, rounds, Optional.of(e.getMessage()));
      } finally {
        say("taking everything down");
      }
    }
  }

  private Path raw() {
    return options.shape().out().resolve(RAW);
  }

  private List<UnitHost> start(TestbedHdfs hdfs) throws IOException, TestbedException {
    say("starting " + Count.of(options.units(), "unit"));
    List<UnitHost> units = new CopyOnWriteArrayList<>();
    hdfs.beforeTakeDown(() -> units.parallelStream().forEach(unit -> unit.process().close()));
    for (String host : hdfs.hosts().subList(0, options.units())) {
      UnitHost unit = UnitHost.start(hdfs, options, host, unitName(units.size()));
      units.add(unit);
      if (units.size() % STARTING_TOGETHER == 0) {
        ready(hdfs, units.subList(units.size() - STARTING_TOGETHER, units.size()));
      }
    }
    ready(hdfs, units.subList(units.size() - units.size() % STARTING_TOGETHER, units.size()));
    return units;
  }

  /** Without digits: jobs whose names differ in digits alone are taken for one job's runs. */
  private static String unitName(int number) {
    return "unit-" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
  }

  /** Each opens its clients before it is measured. */
  private void ready(TestbedHdfs hdfs, List<UnitHost> units) throws TestbedException {
    for (UnitHost unit : units) {
      unit.send(UnitOrder.open(roots(hdfs)));
    }
    for (UnitHost unit : units) {
      unit.receive();
    }
  }

  private List<String> roots(TestbedHdfs hdfs) {
    return options.configurations().stream().map(c -> root(hdfs, c)).toList();
  }

  private String root(TestbedHdfs hdfs, FreezeConfiguration configuration) {
    int index = options.configurations().indexOf(configuration);
    return hdfs.uri(options.hdfsIndex(configuration)) + "/freeze/" + index;
  }

  private FreezeRound burst(
      TestbedHdfs hdfs, List<UnitHost> units, FreezeConfiguration configuration, int turn)
      throws IOException, TestbedException, InterruptedException {
    ProcessorTime processor = ProcessorTime.now();
    TestbedHdfs.TrunkTime trunks = hdfs.trunkTime();
    long begun = System.nanoTime();
    UnitOrder order =
        UnitOrder.write(root(hdfs, configuration), turn + 1L, configuration.turns().asked());
    for (UnitHost unit : units) {
      unit.send(order);
    }
    List<UnitReply.Checkpoint> checkpoints = new ArrayList<>();
    for (UnitHost unit : units) {
      checkpoints.add(checkpoint(unit, configuration));
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    double busy = ProcessorTime.now().shareSince(processor);
    double trunk = hdfs.trunkTime().longestSince(trunks) / seconds;
    for (UnitHost unit : units) {
      unit.send(UnitOrder.stop());
    }
    List<Double> updates = new ArrayList<>();
    for (UnitHost unit : units) {
      updates.addAll(unit.receive().updates());
    }
    boolean warmUp = turn < options.warmUp();
    return new FreezeRound(
        configuration.name(),
        1 + (warmUp ? turn : turn - options.warmUp()),
        warmUp,
        checkpoints,
        FreezeRound.Updated.of(updates),
        busy,
        trunk);
  }

  /** A unit's, which is to have got its turn as the configuration asks for, or none in time. */
  private static UnitReply.Checkpoint checkpoint(UnitHost unit, FreezeConfiguration configuration)
      throws TestbedException {
    UnitReply.Checkpoint checkpoint = unit.receive().checkpoint();
    List<Turn.Way> ways = checkpoint.withoutTurn() ? List.of() : List.of(checkpoint.turn());
    Optional<String> problem = configuration.turns().problem(unit.name(), ways);
    if (problem.isPresent()) {
      throw new TestbedException(problem.get());
    }
    return checkpoint;
  }

  private void keep(FreezeRound round, List<FreezeRound> rounds) throws IOException {
    rounds.add(round);
    Files.writeString(
        raw(),
        FreezeResult.line(round) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    say(
        String.format(
            Locale.ROOT,
            "%s %d, %s: frozen %.2f s, response %.2f s, COMP %.2f s, cores %.0f %% busy",
            round.warmUp() ? "warm-up" : "round",
            round.round(),
            round.configuration(),
            round.mean(UnitReply.Checkpoint::frozen),
            round.mean(UnitReply.Checkpoint::response),
            round.comp(),
            100 * round.busy()));
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
