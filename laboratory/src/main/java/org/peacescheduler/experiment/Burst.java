package org.peacescheduler.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.measure.ProcessorMeter;

/**
 * Lets all writers write at once on one cluster, then verifies the files, deletes them and collects
 * what was seen.
 *
 * <p>Confined to the experiment's thread; the writers have their own.
 */
final class Burst {
  /** A burst that takes longer than this many times its lower bound hangs. */
  private static final int PATIENCE = 20;

  private static final double PATIENCE_AT_LEAST_SECONDS = 120;

  private final ExperimentCluster cluster;
  private final ExperimentOptions options;
  private final ReplicaLog replicaLog;

  Burst(ExperimentCluster cluster, ExperimentOptions options, ReplicaLog replicaLog) {
    this.cluster = cluster;
    this.options = options;
    this.replicaLog = replicaLog;
  }

  Round run(int number, boolean warmUp) throws IOException, InterruptedException {
    BurstShape shape = options.burst();
    Path directory = new Path("/" + (warmUp ? "warm-up-" : "round-") + number);
    cluster.client(0).mkdirs(directory);
    List<Path> paths = new ArrayList<>();
    List<Payload> payloads = new ArrayList<>();
    for (int writer = 0; writer < shape.writers(); writer++) {
      paths.add(new Path(directory, "writer-" + (writer + 1)));
      payloads.add(new Payload(shape, options.seed() + writer));
    }
    replicaLog.drain();
    Stopwatch stopwatch = new Stopwatch();
    ProcessorMeter meter = ProcessorMeter.start();
    List<WriterTimes> times = write(paths, payloads, stopwatch);
    ProcessorMeter.Busy cores = meter.read();
    Verification verification = new Verification(shape);
    times = verify(times, paths, payloads, verification);
    if (times.stream().noneMatch(WriterTimes::failed)) {
      String blockPool = cluster.blockPool();
      replicaLog.await(shape.replicas(), entry -> isOf(entry, blockPool, verification));
    }
    List<ReplicaSpan> replicas = replicas(verification, stopwatch);
    List<TraceEvent> events = traceOf(directory);
    cluster.client(0).delete(directory, true);
    return assemble(number, warmUp, times, replicas, events, stopwatch, cores);
  }

  private List<WriterTimes> write(List<Path> paths, List<Payload> payloads, Stopwatch stopwatch)
      throws InterruptedException {
    BurstShape shape = options.burst();
    CyclicBarrier start = new CyclicBarrier(shape.writers());
    ExecutorService threads = Executors.newFixedThreadPool(shape.writers());
    try {
      List<Future<WriterTimes>> futures = new ArrayList<>();
      for (int writer = 0; writer < shape.writers(); writer++) {
        futures.add(
            threads.submit(
                new CheckpointWriter(
                    cluster.client(writer),
                    shape,
                    options.cluster().writerHost(writer),
                    paths.get(writer),
                    payloads.get(writer),
                    start,
                    stopwatch)));
      }
      double patience =
          Math.max(
              PATIENCE_AT_LEAST_SECONDS,
              PATIENCE * LowerBound.compSeconds(shape, options.cluster()));
      List<WriterTimes> times = new ArrayList<>();
      for (int writer = 0; writer < shape.writers(); writer++) {
        times.add(await(futures.get(writer), writer, paths.get(writer), stopwatch, patience));
      }
      return times;
    } finally {
      threads.shutdownNow();
    }
  }

  private WriterTimes await(
      Future<WriterTimes> future, int writer, Path path, Stopwatch stopwatch, double patience)
      throws InterruptedException {
    String failure;
    try {
      long left = (long) Math.max(1, (patience - stopwatch.seconds()) * 1000);
      return future.get(left, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      failure = "not done after %.0f s".formatted(stopwatch.seconds());
    } catch (ExecutionException e) {
      failure = e.getCause().toString();
    }
    return new WriterTimes(
        options.cluster().writerHost(writer),
        path.toUri().getPath(),
        0,
        0,
        stopwatch.seconds(),
        0,
        failure);
  }

  private List<WriterTimes> verify(
      List<WriterTimes> times, List<Path> paths, List<Payload> payloads, Verification verification)
      throws InterruptedException {
    List<WriterTimes> verified = new ArrayList<>();
    for (int writer = 0; writer < times.size(); writer++) {
      WriterTimes written = times.get(writer);
      if (!written.failed()) {
        String problem;
        try {
          problem =
              verification.problem(
                  cluster.client(writer), writer, paths.get(writer), payloads.get(writer));
        } catch (IOException e) {
          problem = e.toString();
        }
        written = written.withFailure(problem);
      }
      verified.add(written);
    }
    return verified;
  }

  private static boolean isOf(ReplicaLog.Entry entry, String blockPool, Verification verification) {
    return entry.blockPool().equals(blockPool) && verification.places().containsKey(entry.block());
  }

  private List<ReplicaSpan> replicas(Verification verification, Stopwatch stopwatch) {
    Map<String, Integer> datanodes = cluster.datanodes();
    String blockPool = cluster.blockPool();
    List<ReplicaSpan> spans = new ArrayList<>();
    for (ReplicaLog.Entry entry : replicaLog.drain()) {
      Integer datanode = datanodes.get(entry.datanode());
      if (datanode != null && isOf(entry, blockPool, verification)) {
        Verification.ChunkPlace place = verification.places().get(entry.block());
        double end = stopwatch.secondsAt(entry.endMillis());
        spans.add(
            new ReplicaSpan(place.writer(), place.chunk(), datanode, end - entry.seconds(), end));
      }
    }
    return spans;
  }

  private List<TraceEvent> traceOf(Path directory) throws IOException {
    if (cluster.side().policy() != Policy.PEACE) {
      return List.of();
    }
    return TraceEvent.read(cluster.trace(), directory.toUri().getPath());
  }

  private Round assemble(
      int number,
      boolean warmUp,
      List<WriterTimes> times,
      List<ReplicaSpan> replicas,
      List<TraceEvent> events,
      Stopwatch stopwatch,
      ProcessorMeter.Busy cores) {
    double origin = times.stream().mapToDouble(WriterTimes::submitted).min().orElse(0);
    Map<String, Integer> writers = new HashMap<>();
    for (int writer = 0; writer < times.size(); writer++) {
      writers.put(times.get(writer).path(), writer);
    }
    List<Grant> grants = Grant.of(events, writers, t -> stopwatch.secondsAt(t) - origin);
    List<WriterTimes> shifted = new ArrayList<>();
    for (int writer = 0; writer < times.size(); writer++) {
      shifted.add(shift(times.get(writer), origin, writer, grants));
    }
    return new Round(
        cluster.side(),
        number,
        warmUp,
        shifted,
        replicas.stream()
            .map(
                r ->
                    new ReplicaSpan(
                        r.writer(), r.chunk(), r.datanode(), r.start() - origin, r.end() - origin))
            .toList(),
        grants,
        events.stream().filter(event -> event.is("deferred")).count(),
        events.stream().filter(event -> event.is("fallback")).count(),
        cores);
  }

  /**
   * A writer's times from the burst's first submission on, with its first grant if the trace has
   * one.
   */
  private static WriterTimes shift(
      WriterTimes times, double origin, int writer, List<Grant> grants) {
    double submitted = times.submitted() - origin;
    double granted =
        grants.stream()
            .filter(grant -> grant.writer() == writer)
            .mapToDouble(Grant::granted)
            .min()
            .orElse(submitted);
    return new WriterTimes(
        times.writer(),
        times.path(),
        submitted,
        Math.max(submitted, granted),
        times.completed() - origin,
        times.bytes(),
        times.failure());
  }
}
