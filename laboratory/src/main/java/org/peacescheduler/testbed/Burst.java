package org.peacescheduler.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.peacescheduler.laboratory.ProcessorTime;
import org.peacescheduler.laboratory.TraceEvent;

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

  /** How long a burst takes beside what it writes. */
  static final double PAUSES_SECONDS = (LEAD_MILLIS + SETTLE_MILLIS) / 1e3;

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
  Round run(Turn turn, double spreadSeconds)
      throws IOException, TestbedException, InterruptedException {
    SplittableRandom random = new SplittableRandom(options.seed() + turn.number());
    List<WriteOrder> orders = new ArrayList<>();
    double start = System.currentTimeMillis() + LEAD_MILLIS;
    for (int writer = 0; writer < turn.cell().writers(); writer++) {
      double late = spreadSeconds > 0 ? random.nextDouble(spreadSeconds) * 1000 : 0;
      orders.add(order(turn, writer, start + late));
    }
    Map<String, TestNetwork.Sent> before = network.sent();
    ProcessorTime processor = ProcessorTime.now();
    List<WriteReply> written = askAll(orders);
    double busy = ProcessorTime.now().shareSince(processor);
    Map<String, TestNetwork.Sent> sent = new LinkedHashMap<>();
    network.sent().forEach((link, after) -> sent.put(link, after.since(before.get(link))));
    cluster.requireAll();
    List<WriteReply> verified = askAll(orders.stream().map(o -> o.as("verify")).toList());
    cluster
        .writers()
        .get(0)
        .ask(cluster.order("delete", turn.configuration(), List.of(turn.directory()), 0));
    Thread.sleep(SETTLE_MILLIS);
    return assemble(turn, written, verified, sent, busy);
  }

  private WriteOrder order(Turn turn, int writer, double startAt) {
    List<Long> bytes = turn.cell().files().get(writer);
    List<String> paths = new ArrayList<>();
    for (int file = 0; file < bytes.size(); file++) {
      paths.add(directory(turn, writer) + "/" + file);
    }
    return new WriteOrder(
        "write",
        HadoopFiles.uri(turn.configuration()),
        paths,
        bytes,
        turn.cell().threads(),
        options.grid().chunkSize().bytes(),
        options.replicas(),
        0,
        startAt);
  }

  private String directory(Turn turn, int writer) {
    return turn.directory() + "/" + hosts(turn).get(writer).name();
  }

  private List<ShapedTopology.Host> hosts(Turn turn) {
    return options.shape().writers(turn.cell().writers());
  }

  /** Each of the first writers gets an order. */
  private List<WriteReply> askAll(List<WriteOrder> orders) throws TestbedException {
    List<ChildProcess> writers = cluster.writers().subList(0, orders.size());
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
      Turn turn,
      List<WriteReply> written,
      List<WriteReply> verified,
      Map<String, TestNetwork.Sent> sent,
      double busy)
      throws IOException {
    TestbedConfiguration of = options.configurations().get(turn.configuration());
    List<TraceEvent> trace =
        of.isPeace()
            ? TraceEvent.read(cluster.trace(turn.configuration()), turn.directory())
            : List.of();
    double origin =
        written.stream()
            .flatMap(r -> r.files().stream())
            .mapToDouble(WriteReply.FileTimes::submitted)
            .min()
            .orElse(0);
    List<ShapedTopology.Host> hosts = hosts(turn);
    List<Round.Writer> writers = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      String own = directory(turn, i);
      OptionalDouble granted =
          trace.stream()
              .filter(event -> event.is("granted") && event.isBelow(own))
              .mapToDouble(TraceEvent::t)
              .min();
      writers.add(writer(hosts.get(i).name(), written.get(i), verified.get(i), granted, origin));
    }
    return new Round(
        turn.cell().name(),
        of.name(),
        turn.number(),
        turn.warmUp(),
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
