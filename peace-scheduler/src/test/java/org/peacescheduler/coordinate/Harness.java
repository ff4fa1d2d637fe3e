package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;

/** A coordinator on a fake clock, with everything recorded that it says. */
final class Harness {
  static final PlacementTemplate ANY = PlacementTemplate.strict(List.of(Constraint.ANY));

  final FakeClock clock = new FakeClock();
  final List<SchedulerEvent> events = new ArrayList<>();

  /** Every outcome of a path, in the order of the callbacks. */
  final Map<String, List<Outcome>> outcomes = new HashMap<>();

  final Coordinator coordinator;

  Harness(NetworkModel model, double completionFraction) {
    this(model, completionFraction, Duration.ofSeconds(60));
  }

  Harness(NetworkModel model, double completionFraction, Duration deferralMax) {
    this(model, completionFraction, deferralMax, Ends.FOUND_OUT);
  }

  Harness(NetworkModel model, double completionFraction, Duration deferralMax, Ends ends) {
    SchedulerSettings settings =
        takingTurns(
            new SchedulerSettings(completionFraction, deferralMax, GroupOrder.FIRST_COME, 1));
    coordinator = new Coordinator(model, settings, ends, clock, events::add);
  }

  /** Continuous, with these settings as they are. */
  Harness(NetworkModel model, SchedulerSettings settings) {
    coordinator = new Coordinator(model, settings, Ends.TOLD, clock, events::add);
  }

  /**
   * Numbers of chunks are taken at their word, as after a trial that turns have passed, and files
   * as independent.
   */
  static SchedulerSettings takingTurns(SchedulerSettings settings) {
    return settings.without(Set.of(Mechanism.ADMISSION_TRIAL, Mechanism.TOGETHER));
  }

  /** One replica, anywhere, from the host that the path starts with: {@code svr1.1/a}. */
  static ChunkRequest chunk(String path) {
    return chunk(path, 1, ANY);
  }

  static ChunkRequest chunk(String path, int replication, PlacementTemplate template) {
    return chunk(path, replication, template, 0);
  }

  static ChunkRequest chunk(
      String path, int replication, PlacementTemplate template, long fullBytes) {
    return chunk(path, replication, template, fullBytes, ChunkRequest.Origin.UNKNOWN);
  }

  static ChunkRequest chunk(
      String path,
      int replication,
      PlacementTemplate template,
      long fullBytes,
      ChunkRequest.Origin origin) {
    return ChunkRequest.of(path, replication, template)
        .writer(path.substring(0, path.indexOf('/')))
        .fullBytes(fullBytes)
        .origin(origin)
        .build();
  }

  Ticket submit(String path) {
    return submit(chunk(path));
  }

  Ticket submit(ChunkRequest request) {
    return coordinator.submit(
        request, o -> outcomes.computeIfAbsent(request.path(), p -> new ArrayList<>()).add(o));
  }

  void replan(Ticket ticket, ChunkRequest without) {
    coordinator.replan(
        ticket,
        without,
        o -> outcomes.computeIfAbsent(without.path(), p -> new ArrayList<>()).add(o));
  }

  /**
   * The outcomes of a path as words: {@code granted}, {@code superseded}, {@code withdrawn}, or a
   * reason.
   */
  List<String> said(String path) {
    return outcomes.getOrDefault(path, List.of()).stream().map(Harness::word).toList();
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Granted) {
      return "granted";
    }
    if (outcome instanceof Outcome.Superseded) {
      return "superseded";
    }
    return outcome instanceof Outcome.Fallback fallback ? fallback.reason().text() : "withdrawn";
  }

  List<String> nodes(String path) {
    List<Outcome> all = outcomes.get(path);
    return assertInstanceOf(Outcome.Granted.class, all.get(all.size() - 1)).nodes();
  }

  /** The events of a kind. */
  <E extends SchedulerEvent> List<E> events(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** How many streams an edge carries now, by its name; rounded. */
  int used(String edge) {
    return (int) Math.round(load(edge));
  }

  /** An edge by its name. */
  static int edge(NetworkModel model, String name) {
    return IntStream.range(0, model.edges())
        .filter(e -> model.edgeName(e).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** What an edge is taken to carry, by its name, in bytes per second. */
  double capacity(String edge) {
    ResidualNetwork residual = coordinator.residual();
    return residual.capacity(edge(residual.model(), edge));
  }

  /** How many streams an edge carries now, by its name, also parts of one. */
  double load(String edge) {
    ResidualNetwork residual = coordinator.residual();
    NetworkModel model = residual.model();
    double load = 0;
    for (int e = 0; e < model.edges(); e++) {
      if (model.edgeName(e).equals(edge)) {
        load += model.streams(e) * residual.used(e) / residual.capacity(e);
      }
    }
    return load;
  }

  void assertNothingLeft() {
    Coordinator.Status status = coordinator.status();
    assertEquals(new Coordinator.Status(0, 0, 0, 0, status.timestep(), true), status);
  }
}
