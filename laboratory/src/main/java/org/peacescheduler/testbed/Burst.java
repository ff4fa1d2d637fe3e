package org.peacescheduler.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.laboratory.workload.FileTimes;
import org.peacescheduler.laboratory.workload.WriterOrder;

/**
 * One burst: all writers write, then everything is verified and deleted.
 *
 * <p>Confined to the testbed's thread.
 */
final class Burst {
  private final TestbedOptions options;
  private final Site site;

  Burst(TestbedOptions options, Site site) {
    this.options = options;
    this.site = site;
  }

  /**
   * Runs it.
   *
   * @param spreadSeconds writers start at random within so many seconds; 0: all together
   */
  Round run(Turn turn, double spreadSeconds)
      throws IOException, TestbedException, InterruptedException {
    Written burst =
        Written.by(
            site,
            turn.configuration(),
            start -> orders(turn, spreadSeconds, start),
            turn.directory(),
            options.bound(turn.cell()).seconds());
    return assemble(turn, burst);
  }

  private List<List<WriterOrder>> orders(Turn turn, double spreadSeconds, double start) {
    SplittableRandom random = new SplittableRandom(options.seed() + turn.number());
    List<List<WriterOrder>> writers = new ArrayList<>();
    for (int writer = 0; writer < turn.cell().writers(); writer++) {
      double late = spreadSeconds > 0 ? random.nextDouble(spreadSeconds) * 1000 : 0;
      writers.add(List.of(writer(turn, writer, start + late)));
    }
    return writers;
  }

  private WriterOrder writer(Turn turn, int writer, double startAt) {
    List<Long> bytes = turn.cell().files().get(writer);
    List<WriterOrder.File> files = new ArrayList<>();
    for (int file = 0; file < bytes.size(); file++) {
      files.add(
          new WriterOrder.File(directory(turn, writer) + "/" + file, bytes.get(file), startAt));
    }
    return new WriterOrder(
        "",
        files,
        turn.cell().threads(),
        0,
        options.grid().chunkSize().bytes(),
        options.replicas(),
        WriterOrder.Pace.FREE,
        WriterOrder.Says.NOTHING);
  }

  private String directory(Turn turn, int writer) {
    return turn.directory() + "/" + hosts(turn).get(writer).name();
  }

  private List<ShapedTopology.Host> hosts(Turn turn) {
    return options.shape().writers(turn.cell().writers());
  }

  private Round assemble(Turn turn, Written burst) throws IOException {
    TestbedConfiguration of = options.configurations().get(turn.configuration());
    List<TraceEvent> trace =
        of.isPeace()
            ? TraceEvent.read(site.cluster().trace(turn.configuration()), turn.directory())
            : List.of();
    double origin =
        burst.written().stream()
            .flatMap(r -> r.files().stream())
            .mapToDouble(FileTimes::submitted)
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
      writers.add(
          writer(
              hosts.get(i).name(),
              burst.written().get(i),
              burst.verified().get(i),
              granted,
              origin));
    }
    return new Round(
        turn.cell().name(),
        of.name(),
        turn.number(),
        turn.warmUp(),
        writers,
        burst.sent(),
        burst.busy(),
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
      FileTimes times = written.files().get(file);
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
