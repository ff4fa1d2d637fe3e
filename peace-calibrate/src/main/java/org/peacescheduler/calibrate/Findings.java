package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.measure.Count;

/**
 * What follows from the measurements. Immutable.
 *
 * <p>A figure is the link's own if nothing else that the chunks cross is as slow. Where something
 * else is, the link carries at least that much, and a reason says what it is.
 *
 * @param client all that the client can send
 * @param receive of each group of datanodes
 * @param send of each group of datanodes, if there is a datanode to send to
 * @param betweenRacks of each pair of racks
 * @param notes what the operator should know
 */
record Findings(
    Finding client,
    Map<String, Finding> receive,
    Map<String, Finding> send,
    List<Finding> betweenRacks,
    List<String> notes) {

  private static final String SENT = "it is all that this host can send";
  private static final String RECEIVED = "it is all that a datanode receives";
  private static final String CROSSED = "it is all that goes to the other rack";

  /** A datanode that is this much slower than its group's median is told. */
  private static final double SLOW = 0.8;

  /**
   * One link, or what stands for several.
   *
   * @param series one of the series that it was measured by
   * @param measured how many series these are
   * @param curve its throughput
   * @param knee where more chunks bring no more
   * @param atLeast why it may carry more; empty if it does not
   */
  record Finding(Series series, int measured, Curve curve, Curve.Knee knee, List<String> atLeast) {
    Finding {
      atLeast = List.copyOf(atLeast);
    }

    double best() {
      return knee.best();
    }

    boolean isExact() {
      return atLeast.isEmpty();
    }

    private Finding because(List<String> reasons) {
      List<String> all = new ArrayList<>(atLeast);
      all.addAll(reasons);
      return new Finding(series, measured, curve, knee, all);
    }
  }

  Findings {
    receive = Collections.unmodifiableMap(new LinkedHashMap<>(receive));
    send = Collections.unmodifiableMap(new LinkedHashMap<>(send));
    betweenRacks = List.copyOf(betweenRacks);
    notes = List.copyOf(notes);
  }

  /** Draws the conclusions; empty if nothing of what is needed could be measured. */
  static Optional<Findings> of(
      MeasuringPlan plan, List<Measurement> measurements, CalibrationOptions options) {
    Analysis analysis = new Analysis(measurements, options);
    Map<String, Finding> clients = analysis.groups(plan, Series.Kind.CLIENT);
    Map<String, Finding> receive = analysis.groups(plan, Series.Kind.RECEIVE);
    if (clients.isEmpty() || receive.isEmpty()) {
      return Optional.empty();
    }
    Finding client = clients.values().iterator().next();
    receive.replaceAll((group, f) -> f.because(analysis.limits(f.best(), client.best(), SENT)));
    double slowest = receive.values().stream().mapToDouble(Finding::best).min().orElseThrow();
    List<Finding> betweenRacks = new ArrayList<>();
    for (Series series : plan.series()) {
      if (series.kind() == Series.Kind.BETWEEN_RACKS) {
        analysis
            .finding(List.of(series))
            .map(f -> f.because(analysis.limitsBetweenRacks(f, client.best(), slowest)))
            .ifPresent(betweenRacks::add);
      }
    }
    Map<String, Finding> send = analysis.groups(plan, Series.Kind.SEND);
    send.replaceAll(
        (group, f) -> f.because(analysis.limitsOfSending(f, receive.get(group), betweenRacks)));
    return Optional.of(
        new Findings(client, receive, send, betweenRacks, analysis.notes(receive.values())));
  }

  /** What one pipeline hop takes while servers carry as many chunks as their capacity, bytes/s. */
  double streamRate() {
    return servers().stream().mapToDouble(f -> f.best() / f.knee().capacity()).min().orElseThrow();
  }

  /** Those of servers' links, in both directions. */
  List<Finding> servers() {
    List<Finding> servers = new ArrayList<>(receive.values());
    servers.addAll(send.values());
    return servers;
  }

  /** All of them, in the order in which they are told. */
  List<Finding> all() {
    List<Finding> all = new ArrayList<>(List.of(client));
    receive.forEach(
        (group, f) -> {
          all.add(f);
          if (send.containsKey(group)) {
            all.add(send.get(group));
          }
        });
    all.addAll(betweenRacks);
    return all;
  }

  /** The measurements of one calibration. */
  private record Analysis(List<Measurement> measurements, CalibrationOptions options) {

    Map<String, Finding> groups(MeasuringPlan plan, Series.Kind kind) {
      Map<String, Finding> findings = new LinkedHashMap<>();
      plan.byGroup(kind)
          .forEach((group, series) -> finding(series).ifPresent(f -> findings.put(group, f)));
      return findings;
    }

    /** What several series show together. */
    Optional<Finding> finding(List<Series> series) {
      Curve curve = curve(series);
      if (curve.isEmpty()) {
        return Optional.empty();
      }
      Curve.Knee knee = curve.knee(options.enough());
      List<String> reasons =
          knee.growing()
              ? List.of("it still grew with %s".formatted(Count.of(knee.capacity(), "chunk")))
              : List.of();
      return Optional.of(new Finding(series.get(0), series.size(), curve, knee, reasons));
    }

    private Curve curve(List<Series> series) {
      return Curve.of(
          measurements.stream().filter(m -> series.contains(m.series())).toList(),
          options.chunk().bytes());
    }

    private List<String> limits(double rate, double limit, String reason) {
      return rate >= options.enough() * limit ? List.of(reason) : List.of();
    }

    /** The link's own limit shows if it is reached once while nothing else is full. */
    private List<String> limitsBetweenRacks(Finding f, double sent, double received) {
      List<String> reasons = List.of();
      for (Curve.Point point : f.curve().points()) {
        if (point.rate() >= options.enough() * f.best()) {
          reasons = limits(point, sent, received);
          if (reasons.isEmpty()) {
            break;
          }
        }
      }
      return reasons;
    }

    private List<String> limits(Curve.Point point, double sent, double received) {
      Load load = point.load();
      double fromClient = point.rate() / load.crossings();
      double toBusiest = fromClient / load.streams() * load.chunksOfBusiest();
      List<String> reasons = new ArrayList<>(limits(fromClient, sent, SENT));
      reasons.addAll(limits(toBusiest, received, RECEIVED));
      return reasons;
    }

    private List<String> limitsOfSending(Finding f, Finding receive, List<Finding> betweenRacks) {
      if (receive != null && !limits(f.best(), receive.best(), RECEIVED).isEmpty()) {
        return List.of(RECEIVED);
      }
      List<Datanode> pipeline = f.series().loads().get(0).pipelines().get(0);
      OptionalDouble crossing =
          betweenRacks.stream()
              .filter(r -> r.series().group().equals(pipeline.get(0).rack()))
              .mapToDouble(Finding::best)
              .max();
      boolean crosses = !pipeline.get(0).rack().equals(pipeline.get(1).rack());
      return crosses && crossing.isPresent()
          ? limits(f.best(), crossing.getAsDouble(), CROSSED)
          : List.of();
    }

    private List<String> notes(Iterable<Finding> receive) {
      List<String> notes = new ArrayList<>();
      for (Finding group : receive) {
        measurements.stream()
            .map(Measurement::series)
            .distinct()
            .filter(s -> s.kind() == Series.Kind.RECEIVE)
            .filter(s -> s.group().equals(group.series().group()))
            .forEach(s -> addIfSlow(s, group, notes));
      }
      List<Measurement> invalid = measurements.stream().filter(m -> !m.isValid()).toList();
      if (!invalid.isEmpty()) {
        notes.add(
            "Of %s %d cannot be used; the first: %s, %s at a time: %s."
                .formatted(
                    Count.of(measurements.size(), "measurement"),
                    invalid.size(),
                    invalid.get(0).series().name(),
                    Count.of(invalid.get(0).load().concurrency(), "chunk"),
                    invalid.get(0).problem()));
      }
      return notes;
    }

    private void addIfSlow(Series series, Finding group, List<String> notes) {
      Optional<Finding> own = finding(List.of(series));
      if (own.isPresent() && own.get().best() < SLOW * group.best()) {
        notes.add(
            "%s receives %s MB/s at most, others of %s %s."
                .formatted(
                    series.name(),
                    Megabytes.text(own.get().best()),
                    series.group(),
                    Megabytes.text(group.best())));
      }
    }
  }
}
