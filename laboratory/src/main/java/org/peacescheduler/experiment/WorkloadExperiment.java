package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.CallerContext;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.laboratory.workload.FileCheck;
import org.peacescheduler.laboratory.workload.FileTimes;
import org.peacescheduler.laboratory.workload.OrderedWriter;
import org.peacescheduler.laboratory.workload.WorkloadBurst;
import org.peacescheduler.laboratory.workload.WorkloadResult;
import org.peacescheduler.laboratory.workload.WorkloadRound;
import org.peacescheduler.laboratory.workload.WriterOrder;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.ProcessorMeter;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.measure.WorkDirectory;

/**
 * Runs a workload on embedded clusters, one for each policy, which take turns round by round.
 *
 * <p>Confined to one thread; the writers have their own.
 */
final class WorkloadExperiment {
  /** All threads are there before the first one starts. */
  private static final long LEAD_MILLIS = 500;

  private static final long PATIENCE_SECONDS = 1800;

  private final WorkloadOptions options;
  private final Consumer<String> progress;

  WorkloadExperiment(WorkloadOptions options, Consumer<String> progress) {
    this.options = options;
    this.progress = progress;
  }

  /** What was seen while a burst was written. */
  private record Seen(List<List<FileTimes>> times, double busy) {}

  /** Runs all rounds; what breaks off a run that has begun to write is a part of the result. */
  WorkloadResult run() throws IOException, InterruptedException {
    Path out = Files.createDirectories(options.out());
    ClusterSettings settings = options.settings();
    List<ExperimentCluster> clusters = new ArrayList<>();
    try (QuietLogging logging = QuietLogging.to(out.resolve("hadoop.log"));
        TakeDown takeDown = TakeDown.begin()) {
      Path work = WorkDirectory.create("peace-experiment-", takeDown);
      try {
        for (Side side : options.sides()) {
          progress.accept(
              "starting %s: %s"
                  .formatted(Count.of(settings.hosts().size(), "datanode"), side.label()));
          Path trace = out.resolve("trace-" + side.id() + ".jsonl");
          Files.deleteIfExists(trace);
          clusters.add(ExperimentCluster.start(side, settings, work.resolve(side.id()), trace));
        }
        return run(clusters);
      } finally {
        clusters.forEach(ExperimentCluster::close);
      }
    }
  }

  private WorkloadResult run(List<ExperimentCluster> clusters) throws InterruptedException {
    List<WorkloadRound> rounds = new ArrayList<>();
    Optional<String> brokenOff = Optional.empty();
    try {
      rounds(clusters, rounds);
    } catch (IOException | RuntimeException e) { // The daemons throw both.
      Path log = options.out().resolve("hadoop.log");
      brokenOff = Optional.of("%s%nMaybe %s says more.".formatted(e, log));
    }
    String stock = options.sides().get(0).label();
    return new WorkloadResult(options.workload().name(), stock, rounds, brokenOff);
  }

  private void rounds(List<ExperimentCluster> clusters, List<WorkloadRound> rounds)
      throws IOException, InterruptedException {
    int bursts = options.workload().bursts();
    for (int turn = 0; turn < options.warmUp() + options.rounds(); turn++) {
      boolean warmUp = turn < options.warmUp();
      int round = 1 + (warmUp ? turn : turn - options.warmUp());
      for (ExperimentCluster cluster : clusters) {
        for (int burst = 1; burst <= bursts; burst++) {
          WorkloadRound seen = run(cluster, turn * bursts + burst, round, warmUp, burst);
          rounds.add(seen);
          progress.accept(seen.brief());
        }
      }
    }
  }

  private WorkloadRound run(
      ExperimentCluster cluster, int number, int round, boolean warmUp, int inRound)
      throws IOException, InterruptedException {
    WorkloadBurst burst = new WorkloadBurst(options.burst(number), "/burst-" + number);
    Seen seen = write(cluster, burst);
    List<String> failures = failures(cluster, burst, seen.times());
    cluster.client(0).delete(new org.apache.hadoop.fs.Path(burst.directory()), true);
    List<TraceEvent> trace =
        cluster.side().policy() == Policy.PEACE
            ? TraceEvent.read(cluster.trace(), burst.directory())
            : List.of();
    return new WorkloadRound(
        cluster.side().label(),
        round,
        warmUp,
        inRound,
        burst.figures(seen.times(), failures, trace),
        seen.busy(),
        failures);
  }

  /** Each writer has a client of its own, and as many threads as it wants. */
  private Seen write(ExperimentCluster cluster, WorkloadBurst burst)
      throws IOException, InterruptedException {
    List<String> names = List.copyOf(options.users().keySet());
    double start = System.currentTimeMillis() + LEAD_MILLIS;
    List<ExecutorService> pools = new ArrayList<>();
    try {
      List<List<Future<List<FileTimes>>>> futures = new ArrayList<>();
      for (int i = 0; i < burst.writers().size(); i++) {
        WriterOrder order = burst.order(i, start);
        ExecutorService threads = Executors.newFixedThreadPool(order.threads());
        pools.add(threads);
        DistributedFileSystem client = cluster.client(names.indexOf(order.client()));
        CallerContext context = context(order, burst.writers().get(i).host());
        futures.add(
            new OrderedWriter(client, order, Optional.of(context))
                .tasks().stream().map(threads::submit).toList());
      }
      Thread.sleep(Math.max(0, (long) (start - System.currentTimeMillis())));
      ProcessorMeter meter = ProcessorMeter.start();
      List<List<FileTimes>> times = new ArrayList<>();
      for (List<Future<List<FileTimes>>> own : futures) {
        times.add(await(own));
      }
      return new Seen(times, meter.read().machine());
    } finally {
      pools.forEach(ExecutorService::shutdownNow);
    }
  }

  private static List<String> failures(
      ExperimentCluster cluster, WorkloadBurst burst, List<List<FileTimes>> times)
      throws IOException, InterruptedException {
    FileCheck check = new FileCheck(cluster.client(0), Set.of());
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      WriterOrder order = burst.order(i, 0);
      for (int file = 0; file < order.files().size(); file++) {
        String problem = times.get(i).get(file).failure();
        problem = problem.isEmpty() ? check.problem(order, order.files().get(file)) : problem;
        if (!problem.isEmpty()) {
          failures.add(order.files().get(file).path() + ": " + problem);
        }
      }
    }
    return failures;
  }

  /** A writer's own words, and the host that it says it is on. */
  private static CallerContext context(WriterOrder order, String host) {
    String own = order.says().context();
    return new CallerContext.Builder(own.isEmpty() ? "peace-experiment" : own)
        .append(CallerContext.CLIENT_IP_STR, host)
        .build();
  }

  private static List<FileTimes> await(List<Future<List<FileTimes>>> futures)
      throws IOException, InterruptedException {
    List<FileTimes> times = new ArrayList<>();
    for (Future<List<FileTimes>> future : futures) {
      try {
        times.addAll(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      } catch (TimeoutException e) {
        throw new IOException("a writer is not done after %d s".formatted(PATIENCE_SECONDS), e);
      } catch (ExecutionException e) {
        throw new IOException(e.getCause().toString(), e);
      }
    }
    return times;
  }
}
