package org.peacescheduler.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.peacescheduler.measure.TraceEvent;

/**
 * One burst: all writers write, then everything is verified and deleted.
 *
 * <p>Confined to the testbed's thread.
 */
final class Burst {
  /** Orders reach all writers before the first one starts. */
  private static final long LEAD_MILLIS = 1500;

  /** The trace is written by a thread of its own, and deletions take a heartbeat. */
  private static final long SETTLE_MILLIS = 3000;

  private final TestbedOptions options;
  private final TestNetwork network;
  private final TestCluster cluster;

  Burst(TestbedOptions options, TestNetwork network, TestCluster cluster) {
    this.options = options;
    this.network = network;
    this.cluster = cluster;
  }

  /**
   * Runs it.
   *
   * @param spreadSeconds writers start at random within so many seconds; 0: all together
   */
  Round run(int configuration, int number, boolean warmUp, double spreadSeconds)
      throws IOException, TestbedException, InterruptedException {
    String directory = "/" + (warmUp ? "warm-up-" : "round-") + number;
    List<ShapedTopology.Host> hosts = options.shape().writers(options.burst().writers());
    SplittableRandom random = new SplittableRandom(options.seed() + number);
    List<WriteOrder> orders = new ArrayList<>();
    double start = System.currentTimeMillis() + LEAD_MILLIS;
    for (ShapedTopology.Host host : hosts) {
      double late = spreadSeconds > 0 ? random.nextDouble(spreadSeconds) * 1000 : 0;
      orders.add(order("write", configuration, directory + "/" + host.name(), start + late));
    }
    Map<String, TestNetwork.Sent> before = network.sent();
    ProcessorTime processor = ProcessorTime.now();
    List<WriteReply> written = askAll(orders);
    double busy = ProcessorTime.now().shareSince(processor);
    Map<String, TestNetwork.Sent> sent = new LinkedHashMap<>();
    network.sent().forEach((link, after) -> sent.put(link, after.since(before.get(link))));
    List<WriteReply> verified = askAll(orders.stream().map(o -> as("verify", o)).toList());
    cluster.writers().get(0).ask(cluster.order("delete", configuration, List.of(directory), 0));
    Thread.sleep(SETTLE_MILLIS);
    return assemble(configuration, number, warmUp, directory, written, verified, sent, busy);
  }

  private WriteOrder order(String op, int configuration, String directory, double startAt) {
    BurstShape burst = options.burst();
    List<String> paths = new ArrayList<>();
    List<Integer> chunks = new ArrayList<>();
    for (int file = 0; file < burst.threads(); file++) {
      paths.add(directory + "/" + file);
      chunks.add(burst.chunksOfFile(file));
    }
    return new WriteOrder(
        op,
        HadoopFiles.uri(configuration),
        paths,
        chunks,
        burst.chunkSize().bytes(),
        burst.replication(),
        0,
        startAt);
  }

  private static WriteOrder as(String op, WriteOrder order) {
    return new WriteOrder(
        op,
        order.fs(),
        order.paths(),
        order.chunks(),
        order.chunkBytes(),
        order.replication(),
        0,
        0);
  }

  private List<WriteReply> askAll(List<WriteOrder> orders) throws TestbedException {
    List<ChildProcess> writers = cluster.writers();
    for (int i = 0; i < writers.size(); i++) {
      writers.get(i).send(orders.get(i));
    }
    List<WriteReply> replies = new ArrayList<>();
    for (ChildProcess writer : writers) {
      replies.add(writer.receive());
    }
    return replies;
  }

  private Round assemble(
      int configuration,
      int number,
      boolean warmUp,
      String directory,
      List<WriteReply> written,
      List<WriteReply> verified,
      Map<String, TestNetwork.Sent> sent,
      double busy)
      throws IOException {
    TestbedConfiguration of = options.configurations().get(configuration);
    List<TraceEvent> trace =
        of.isPeace() ? TraceEvent.read(cluster.trace(configuration), directory) : List.of();
    double origin =
        written.stream()
            .flatMap(r -> r.files().stream())
            .mapToDouble(WriteReply.FileTimes::submitted)
            .min()
            .orElse(0);
    List<ShapedTopology.Host> hosts = options.shape().writers(options.burst().writers());
    List<Round.Writer> writers = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      String own = directory + "/" + hosts.get(i).name();
      OptionalDouble granted =
          trace.stream()
              .filter(event -> event.is("granted") && event.isBelow(own))
              .mapToDouble(TraceEvent::t)
              .min();
      writers.add(writer(hosts.get(i).name(), written.get(i), verified.get(i), granted, origin));
    }
    return new Round(
        of.name(),
        number,
        warmUp,
        writers,
        sent,
        busy,
        trace.stream().filter(event -> event.is("deferred")).count(),
        trace.stream().filter(event -> event.is("fallback")).count());
  }

  private static Round.Writer writer(
      String host, WriteReply written, WriteReply verified, OptionalDouble granted, double origin) {
    String failure = written.failure().isEmpty() ? verified.failure() : written.failure();
    double submitted = Double.MAX_VALUE;
    double firstByte = Double.MAX_VALUE;
    double completed = 0;
    List<Double> files = new ArrayList<>();
    for (int file = 0; file < written.files().size(); file++) {
      WriteReply.FileTimes times = written.files().get(file);
      String problem = times.failure();
      if (problem.isEmpty() && file < verified.files().size()) {
        problem = verified.files().get(file).failure();
      }
      failure = failure.isEmpty() && !problem.isEmpty() ? times.path() + ": " + problem : failure;
      submitted = Math.min(submitted, times.submitted());
      firstByte = Math.min(firstByte, times.firstByte());
      completed = Math.max(completed, times.done());
      files.add((times.done() - origin) / 1000);
    }
    return new Round.Writer(
        host,
        (submitted - origin) / 1000,
        (firstByte - origin) / 1000,
        granted.isPresent()
            ? OptionalDouble.of(Math.max(submitted, granted.getAsDouble()) / 1000 - origin / 1000)
            : granted,
        (completed - origin) / 1000,
        failure,
        files);
  }
}
