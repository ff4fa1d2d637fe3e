package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What is written where. Immutable.
 *
 * <p>The client is one host, and its own link bounds what it can send. So that is measured first,
 * with chunks to different datanodes: a figure that stays below it is the link's own. A link
 * between racks often carries more than one host can send; there a chunk's pipeline goes to and
 * fro, and crosses it several times for one time over the client's link.
 *
 * <p>Example, racks {@code {a1, a2, a3}} and {@code {b1, b2, b3}}, four chunks at a time from the
 * first to the second: two pipelines {@code a1 b1 a2 b2} and {@code a3 b3 a1 b1}.
 *
 * @param series all that is measured
 */
record MeasuringPlan(List<Series> series) {
  MeasuringPlan {
    series = List.copyOf(series);
  }

  /**
   * Plans the measurements.
   *
   * @param groups datanodes that are taken to be alike, by a name for them
   */
  static MeasuringPlan of(
      ClusterMap cluster, Map<String, List<Datanode>> groups, CalibrationOptions options) {
    List<Series> series = new ArrayList<>();
    List<Datanode> all = cluster.inTurn();
    series.add(
        series(Series.Kind.CLIENT, "", "this host", options, k -> new Load(k, each(k, all))));
    groups.forEach(
        (group, datanodes) -> {
          for (Datanode one : sample(datanodes, options.sample())) {
            List<List<Datanode>> onlyOne = List.of(List.of(one));
            List<List<Datanode>> through = through(one, all, cluster.racks().size());
            series.add(
                series(
                    Series.Kind.RECEIVE,
                    group,
                    one.host(),
                    options,
                    k -> new Load(k, cycle(k, onlyOne))));
            if (!through.isEmpty()) {
              series.add(
                  series(
                      Series.Kind.SEND,
                      group,
                      one.host(),
                      options,
                      k -> new Load(k, cycle(k, through))));
            }
          }
        });
    addRacks(cluster, options, series);
    return new MeasuringPlan(series);
  }

  private static Series series(
      Series.Kind kind,
      String group,
      String name,
      CalibrationOptions options,
      IntFunction<Load> load) {
    return new Series(
        kind,
        group,
        name,
        Optional.empty(),
        options.concurrency().stream().map(load::apply).toList());
  }

  /** A ring of racks: each sends once and receives once; of two racks, these are both ways. */
  private static void addRacks(
      ClusterMap cluster, CalibrationOptions options, List<Series> series) {
    List<String> names = List.copyOf(cluster.measurable().keySet());
    for (int i = 0; i < names.size() && names.size() > 1; i++) {
      String from = names.get(i);
      String to = names.get((i + 1) % names.size());
      List<Datanode> senders = cluster.measurable().get(from);
      List<Datanode> receivers = cluster.measurable().get(to);
      int most = mostCrossings(senders.size(), receivers.size(), cluster.racks().size());
      List<Load> loads =
          options.concurrency().stream().map(k -> toAndFro(k, most, senders, receivers)).toList();
      series.add(
          new Series(Series.Kind.BETWEEN_RACKS, from, from + " -> " + to, Optional.of(to), loads));
    }
  }

  /** One pipeline of one datanode for each of {@code k} chunks. */
  private static List<List<Datanode>> each(int k, List<Datanode> datanodes) {
    return cycle(k, datanodes.stream().map(List::of).toList());
  }

  private static <T> List<T> cycle(int k, List<T> items) {
    List<T> cycle = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      cycle.add(items.get(i % items.size()));
    }
    return cycle;
  }

  /** Evenly spread, so that neighbours in the racks are not all that is measured. */
  private static List<Datanode> sample(List<Datanode> datanodes, int count) {
    int size = Math.min(count, datanodes.size());
    List<Datanode> sample = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      sample.add(datanodes.get(i * datanodes.size() / size));
    }
    return sample;
  }

  /**
   * Pipelines of two from one datanode: to other racks if there are any, since HDFS places two
   * replicas in one rack only if there is no other.
   */
  private static List<List<Datanode>> through(Datanode one, List<Datanode> all, int racks) {
    return all.stream()
        .filter(d -> racks > 1 ? !d.rack().equals(one.rack()) : !d.equals(one))
        .map(d -> List.of(one, d))
        .toList();
  }

  /**
   * How often a pipeline can cross from one rack to another: in each it uses a datanode once, and
   * HDFS wants replicas to be spread over racks.
   */
  static int mostCrossings(int senders, int receivers, int racks) {
    int most = 1;
    for (int crossings = 2; crossings <= Math.min(senders, receivers); crossings++) {
      int replicas = 2 * crossings;
      int perRack = (replicas - 1) / racks + 2;
      if (Math.min(perRack, replicas - 1) < crossings) {
        break;
      }
      most = crossings;
    }
    return most;
  }

  /**
   * {@code k} crossings at a time by the fewest streams that are at least two: so the client's link
   * carries little, and no stream alone decides.
   */
  private static Load toAndFro(int k, int most, List<Datanode> senders, List<Datanode> receivers) {
    int crossings = 1;
    for (int c = 2; c <= Math.min(most, k / 2); c++) {
      crossings = k % c == 0 ? c : crossings;
    }
    List<List<Datanode>> pipelines = new ArrayList<>();
    for (int stream = 0; stream < k / crossings; stream++) {
      List<Datanode> pipeline = new ArrayList<>();
      for (int c = stream * crossings; c < (stream + 1) * crossings; c++) {
        pipeline.add(senders.get(c % senders.size()));
        pipeline.add(receivers.get(c % receivers.size()));
      }
      pipelines.add(pipeline);
    }
    return new Load(k, pipelines);
  }

  /** How many chunks are written, each replica counted, in one round. */
  long replicas() {
    return series.stream().flatMap(s -> s.loads().stream()).mapToLong(Load::replicas).sum();
  }

  /** The series of a kind by the group they stand for. */
  Map<String, List<Series>> byGroup(Series.Kind kind) {
    Map<String, List<Series>> byGroup = new LinkedHashMap<>();
    for (Series one : series) {
      if (one.kind() == kind) {
        byGroup.computeIfAbsent(one.group(), g -> new ArrayList<>()).add(one);
      }
    }
    return byGroup;
  }
}
