package org.peacescheduler.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.laboratory.workload.FileTimes;
import org.peacescheduler.laboratory.workload.WorkloadBurst;
import org.peacescheduler.laboratory.workload.WorkloadRound;
import org.peacescheduler.laboratory.workload.WriterOrder;
import org.peacescheduler.simulate.Workload;

/**
 * A burst of a scenario, under one configuration: a client on each host, which gets the orders of
 * all writers of that host.
 *
 * <p>Confined to the testbed's thread.
 */
final class ScenarioBurst {
  private final ScenarioOptions options;
  private final Site site;
  private final int configuration;
  private final WorkloadBurst burst;

  /** The writers of each client, as places among all. */
  private final List<List<Integer>> byClient = new ArrayList<>();

  /**
   * A burst to come.
   *
   * @param number from 1, counted over all bursts of the configuration
   */
  ScenarioBurst(ScenarioOptions options, Site site, int configuration, int number) {
    this.options = options;
    this.site = site;
    this.configuration = configuration;
    List<Workload.Writer> writers = options.burst(number);
    this.burst = new WorkloadBurst(writers, "/burst-" + number);
    for (ShapedTopology.Host host : options.clients()) {
      List<Integer> own = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        if (host.name().equalsIgnoreCase(writers.get(i).host())) {
          own.add(i);
        }
      }
      byClient.add(own);
    }
  }

  /** Runs it. */
  WorkloadRound run(int round, boolean warmUp, int number)
      throws IOException, TestbedException, InterruptedException {
    Written.prepare(site, configuration, orders(0));
    double alone = burst.writers().stream().mapToDouble(Workload.Writer::aloneSeconds).sum();
    Written seen = Written.by(site, configuration, this::orders, burst.directory(), alone);
    List<String> failures = failures(seen);
    TestbedConfiguration of = options.configurations().get(configuration);
    List<TraceEvent> trace =
        of.isPeace()
            ? TraceEvent.read(site.cluster().trace(configuration), burst.directory())
            : List.of();
    return new WorkloadRound(
        of.name(),
        round,
        warmUp,
        number,
        burst.figures(times(seen.written()), failures, trace),
        seen.busy(),
        failures);
  }

  private List<List<WriterOrder>> orders(double start) {
    return byClient.stream()
        .map(own -> own.stream().map(writer -> burst.order(writer, start)).toList())
        .toList();
  }

  /** The times of each writer's files: they come back in the order in which they were ordered. */
  private List<List<FileTimes>> times(List<WriteReply> written) throws TestbedException {
    List<List<FileTimes>> times = new ArrayList<>();
    burst.writers().forEach(writer -> times.add(List.of()));
    for (int client = 0; client < byClient.size(); client++) {
      if (!written.get(client).failure().isEmpty()) {
        throw new TestbedException(
            "The client on %s could not write: %s. Maybe its log says why."
                .formatted(options.clients().get(client).name(), written.get(client).failure()));
      }
      int from = 0;
      for (int writer : byClient.get(client)) {
        int to = from + burst.writers().get(writer).files().count();
        times.set(writer, written.get(client).files().subList(from, to));
        from = to;
      }
    }
    return times;
  }

  private static List<String> failures(Written seen) {
    return Stream.concat(seen.written().stream(), seen.verified().stream())
        .flatMap(
            reply ->
                Stream.concat(
                    Stream.of(reply.failure()),
                    reply.files().stream()
                        .filter(file -> !file.failure().isEmpty())
                        .map(file -> file.path() + ": " + file.failure())))
        .filter(failure -> !failure.isEmpty())
        .toList();
  }
}
