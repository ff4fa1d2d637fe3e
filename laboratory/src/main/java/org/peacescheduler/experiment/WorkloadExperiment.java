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

  /** Runs all rounds. */
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
              "starting %d datanodes: %s".formatted(settings.hosts().size(), side.label()));
          Path trace = out.resolve("trace-" + side.id() + ".jsonl");
          Files.deleteIfExists(trace);
          clusters.add(ExperimentCluster.start(side, settings, work.resolve(side.id()), trace));
        }
        String stock = options.sides().get(0).label();
        return new WorkloadResult(options.workload().name(), stock, rounds(clusters));
      } finally {
        clusters.forEach(ExperimentCluster::close);
      }
    }
  }

  private List<WorkloadRound> rounds(List<ExperimentCluster> clusters)
      throws IOException, InterruptedException {
    List<WorkloadRound> rounds = new ArrayList<>();
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
    return rounds;
  }

  private WorkloadRound run(
      ExperimentCluster cluster, int number, int round, boolean warmUp, int inRound)
      throws IOException, InterruptedException {
    WorkloadBurst burst = new WorkloadBurst(options.burst(number), "/burst-" + number);
    ProcessorMeter meter = ProcessorMeter.start();
    List<List<FileTimes>> times = write(cluster, burst);
    double busy = meter.read().machine();
    List<String> failures = failures(cluster, burst, times);
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
        burst.figures(times, trace),
        busy,
        failures);
  }

  /** Each writer has a client of its own, and as many threads as it wants. */
  private List<List<FileTimes>> write(ExperimentCluster cluster, WorkloadBurst burst)
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
      List<List<FileTimes>> times = new ArrayList<>();
      for (List<Future<List<FileTimes>>> own : futures) {
        times.add(await(own));
      }
      return times;
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
