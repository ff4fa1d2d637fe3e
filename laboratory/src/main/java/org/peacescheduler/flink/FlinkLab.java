package org.peacescheduler.flink;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.peacescheduler.laboratory.ProcessorTime;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.testbed.TestbedException;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * Builds network, HDFS and Flink's clusters, and lets the configurations take turns (A, B, A, B,
 * …).
 *
 * <p>In a turn the jobs are started with their checkpoints on the configuration's NameNode, fill
 * their state, and take checkpoints, several jobs at the same moment; then they are cancelled,
 * which deletes the checkpoints. Processes are the same in all turns.
 *
 * <p>Confined to one thread.
 */
final class FlinkLab {
  private static final String TURNS =
      "org.peacescheduler.flink.turns.PeaceCheckpointStorageFactory";
  private static final String RAW = "checkpoints.jsonl";
  private static final long PATIENCE_SECONDS = 300;

  /** Deletions take a heartbeat, and the trace is written by a thread of its own. */
  private static final long SETTLE_MILLIS = 3000;

  private final FlinkOptions options;
  private final Path module;
  private final PrintWriter progress;

  /**
   * One that has not begun.
   *
   * @param module the folder of the module {@code flink-job}, built
   */
  FlinkLab(FlinkOptions options, Path module, PrintWriter progress) {
    this.options = options;
    this.module = module;
    this.progress = progress;
  }

  /** One configuration's turn in a round. */
  private record Turn(FlinkConfiguration configuration, int round, boolean warmUp) {}

  /** Runs all rounds; what breaks off a run that has begun to measure is a part of the result. */
  FlinkResult run(Path jar)
      throws IOException, TopologyException, TestbedException, InterruptedException {
    try (TestbedHdfs hdfs = TestbedHdfs.start(options.shape(), this::say)) {
      Files.deleteIfExists(raw());
      FlinkCluster cluster = new FlinkCluster(options, hdfs, module);
      hdfs.beforeTakeDown(cluster::close);
      cluster.start(jar, this::say);
      String version = cluster.jobManager(0).version();
      List<Wave> waves = new ArrayList<>();
      try {
        for (Turn turn : turns()) {
          turn(turn, hdfs, cluster, waves);
        }
        return new FlinkResult(options, version, waves, Optional.empty());
      } catch (TestbedException e) {
        return new FlinkResult(options, version, waves, Optional.of(e.getMessage()));
      } catch (IOException e) {
        return new FlinkResult(options, version, waves, Optional.of(e.toString()));
      } finally {
        say("taking everything down");
      }
    }
  }

  private Path raw() {
    return options.shape().out().resolve(RAW);
  }

  private List<Turn> turns() {
    List<Turn> turns = new ArrayList<>();
    for (int round = 1 - options.warmUp(); round <= options.rounds(); round++) {
      for (FlinkConfiguration configuration : options.configurations()) {
        boolean warmUp = round < 1;
        turns.add(new Turn(configuration, warmUp ? round + options.warmUp() : round, warmUp));
      }
    }
    return turns;
  }

  private void turn(Turn turn, TestbedHdfs hdfs, FlinkCluster cluster, List<Wave> waves)
      throws IOException, TestbedException, InterruptedException {
    Meter meter = new Meter(hdfs, turn);
    List<String> jobs = start(turn, hdfs, cluster);
    if (turn.configuration().intervalSeconds().isPresent()) {
      meter.begin();
      List<Checkpoint> taken = byTimer(turn, cluster, jobs);
      keep(meter.wave(options.mostTogether(), taken, Double.NaN), waves);
    } else {
      List<Integer> numbers = turn.warmUp() ? List.of(options.mostTogether()) : options.together();
      for (int together : numbers) {
        for (int n = 0; n < (turn.warmUp() ? 1 : options.checkpoints()); n++) {
          meter.begin();
          long begun = System.nanoTime();
          List<Checkpoint> taken = together(cluster, jobs.subList(0, together));
          double seconds = (System.nanoTime() - begun) / 1e9;
          keep(meter.wave(together, withTasks(cluster, jobs, taken), seconds), waves);
          Thread.sleep(SETTLE_MILLIS);
        }
      }
    }
    cluster.requireAll();
    hdfs.requireAll();
    if (turn.configuration().turns().asked()) {
      checkTurns(turn.configuration(), cluster, jobs);
    }
    for (int job = 0; job < jobs.size(); job++) {
      cluster.jobManager(job).cancel(jobs.get(job));
    }
    for (int job = 0; job < jobs.size(); job++) {
      JobManager jobManager = cluster.jobManager(job);
      String id = jobs.get(job);
      JobManager.await("end of a job", PATIENCE_SECONDS, () -> jobManager.isOver(id));
    }
    Thread.sleep(SETTLE_MILLIS);
  }

  /** All checkpoints so far are to have got their turns as the configuration asks for. */
  private void checkTurns(FlinkConfiguration configuration, FlinkCluster cluster, List<String> jobs)
      throws TestbedException, InterruptedException {
    long late = 0;
    for (int job = 0; job < jobs.size(); job++) {
      JobManager jobManager = cluster.jobManager(job);
      String id = jobs.get(job);
      long over = jobManager.checkpoints(id).stream().filter(Checkpoint::isOver).count();
      JobManager.await(
          "metrics of turns", PATIENCE_SECONDS, () -> jobManager.turns(id).asked() >= over);
      TurnCounts counts = jobManager.turns(id);
      Optional<String> problem = counts.problem("job-" + job, configuration.turns());
      if (problem.isPresent()) {
        throw new TestbedException(problem.get());
      }
      late += counts.late();
    }
    if (late > 0) {
      say(Count.of(late, "checkpoint") + " got no turn in time");
    }
  }

  /** Starts all jobs and waits until each has its whole state. */
  private List<String> start(Turn turn, TestbedHdfs hdfs, FlinkCluster cluster)
      throws TestbedException, InterruptedException {
    Map<String, String> keys = new LinkedHashMap<>(options.backend().keys());
    OptionalInt interval = turn.configuration().intervalSeconds();
    String root = hdfs.uri(options.hdfsIndex(turn.configuration())) + "/flink/";
    keys.put("execution.checkpointing.dir", root + "checkpoints");
    keys.put("dstl.dfs.base-path", root + "changelog");
    keys.put("execution.checkpointing.unaligned.enabled", String.valueOf(options.unaligned()));
    // Without one of Flink's own, its timer is to stay out of it: a thousand days.
    keys.put(
        "execution.checkpointing.interval",
        interval.isPresent() ? interval.getAsInt() + " s" : "1000 d");
    if (turn.configuration().turns().asked()) {
      keys.put("execution.checkpointing.storage", TURNS);
    }
    int values = options.tasks() * options.values();
    List<String> jobs = new ArrayList<>();
    for (int job = 0; job < options.jobs(); job++) {
      List<String> arguments =
          List.of(
              "job-" + job,
              String.valueOf(options.tasks()),
              String.valueOf(options.values()),
              String.valueOf(options.value().bytes()),
              String.valueOf((double) values / options.turnSeconds()));
      jobs.add(cluster.jobManager(job).run(cluster.jar(job), arguments, keys));
    }
    for (int job = 0; job < options.jobs(); job++) {
      JobManager jobManager = cluster.jobManager(job);
      String id = jobs.get(job);
      JobManager.await(
          "full state of a job", PATIENCE_SECONDS, () -> jobManager.sourceRecords(id) >= values);
    }
    return jobs;
  }

  /** Takes a checkpoint of each of these jobs at the same moment, and waits for the last. */
  private static List<Checkpoint> together(FlinkCluster cluster, List<String> jobs)
      throws TestbedException, InterruptedException {
    List<Integer> before = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      before.add(cluster.jobManager(job).checkpoints(jobs.get(job)).size());
    }
    for (int job = 0; job < jobs.size(); job++) {
      cluster.jobManager(job).trigger(jobs.get(job));
    }
    List<Checkpoint> taken = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      JobManager jobManager = cluster.jobManager(job);
      String id = jobs.get(job);
      int next = before.get(job);
      JobManager.await(
          "end of a checkpoint",
          PATIENCE_SECONDS,
          () -> {
            List<Checkpoint> all = jobManager.checkpoints(id);
            return all.size() > next && all.get(next).isOver();
          });
      taken.add(jobManager.checkpoints(id).get(next));
    }
    return taken;
  }

  /** One of each job, in their order. */
  private static List<Checkpoint> withTasks(
      FlinkCluster cluster, List<String> jobs, List<Checkpoint> taken) throws TestbedException {
    List<Checkpoint> all = new ArrayList<>();
    for (int job = 0; job < taken.size(); job++) {
      all.add(cluster.jobManager(job).withTasks(jobs.get(job), taken.get(job)));
    }
    return all;
  }

  /**
   * Waits for those that Flink's timer takes, and leaves out the first of each job, which may have
   * come before its state was whole.
   */
  private List<Checkpoint> byTimer(Turn turn, FlinkCluster cluster, List<String> jobs)
      throws TestbedException, InterruptedException {
    int wanted = turn.warmUp() ? 1 : options.checkpoints();
    long patience =
        timerPatienceSeconds(turn.configuration().intervalSeconds().orElseThrow(), wanted);
    List<Checkpoint> taken = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      JobManager jobManager = cluster.jobManager(job);
      String id = jobs.get(job);
      JobManager.await(
          "checkpoints by Flink's timer",
          patience,
          () -> {
            jobManager.requireNotEnded(id);
            return jobManager.checkpoints(id).stream().filter(Checkpoint::isOver).count() > wanted;
          });
      List<Checkpoint> over =
          jobManager.checkpoints(id).stream()
              .filter(Checkpoint::isOver)
              .skip(1)
              .limit(wanted)
              .toList();
      for (Checkpoint checkpoint : over) {
        taken.add(jobManager.withTasks(id, checkpoint));
      }
    }
    return taken;
  }

  /** How long so many checkpoints may take, after a first one that does not count. */
  static long timerPatienceSeconds(int intervalSeconds, int checkpoints) {
    return (checkpoints + 2L) * intervalSeconds + PATIENCE_SECONDS;
  }

  /** What else is read in a wave. */
  private final class Meter {
    private final TestbedHdfs hdfs;
    private final Turn turn;
    private ProcessorTime processor = new ProcessorTime(0, 0);
    private TestbedHdfs.TrunkTime trunks = new TestbedHdfs.TrunkTime(Map.of());
    private double begunMillis;
    private long begun;

    Meter(TestbedHdfs hdfs, Turn turn) {
      this.hdfs = hdfs;
      this.turn = turn;
    }

    void begin() throws IOException, TestbedException, InterruptedException {
      processor = ProcessorTime.now();
      trunks = hdfs.trunkTime();
      begunMillis = System.currentTimeMillis();
      begun = System.nanoTime();
    }

    Wave wave(int together, List<Checkpoint> taken, double seconds)
        throws IOException, TestbedException, InterruptedException {
      double busy = ProcessorTime.now().shareSince(processor);
      double trunk = hdfs.trunkTime().longestSince(trunks) / ((System.nanoTime() - begun) / 1e9);
      List<TraceEvent> trace =
          TraceEvent.read(hdfs.trace(options.hdfsIndex(turn.configuration())), "/flink").stream()
              .filter(event -> event.t() >= begunMillis)
              .toList();
      return new Wave(
          turn.configuration().name(),
          turn.round(),
          turn.warmUp(),
          together,
          taken,
          seconds,
          busy,
          trunk,
          trace.stream().filter(event -> event.is("deferred")).count(),
          trace.stream().filter(event -> event.is("fallback")).count());
    }
  }

  private void keep(Wave wave, List<Wave> waves) throws IOException {
    waves.add(wave);
    Files.writeString(
        raw(), FlinkJson.line(wave) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    double[] seconds = wave.checkpoints().stream().mapToDouble(Checkpoint::seconds).toArray();
    say(
        String.format(
            Locale.ROOT,
            "%s %d, %s, %d together: mean %.2f s, from barrier %.2f s, worst %.2f s, cores %.0f %%"
                + " busy, %d failed",
            wave.warmUp() ? "warm-up" : "round",
            wave.round(),
            wave.configuration(),
            wave.together(),
            Statistics.mean(seconds),
            Statistics.mean(
                wave.checkpoints().stream().mapToDouble(Checkpoint::fromBarrierSeconds).toArray()),
            Statistics.max(seconds),
            100 * wave.busy(),
            wave.checkpoints().stream().filter(Checkpoint::failed).count()));
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
