package org.peacescheduler.testbed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.peacescheduler.laboratory.workload.Replicas;

/**
 * The least time a burst can take, whatever the scheduler does: for each cut of the network, the
 * payload that has to cross it over its rate. Immutable.
 *
 * <p>Three kinds of cuts count. A writer sends each of its chunks once. All servers together
 * receive every replica but those on writers' own disks. Between two switches, chunks have to cross
 * in a direction if all servers on the side of their writers are one rack, since HDFS keeps the
 * replicas of a chunk in two racks.
 *
 * <p>Example: 8 writers with 8 MiB each on either side of a link of 15.625 Mbit/s: 64 MiB each way,
 * 34.4 s.
 *
 * @param seconds the greatest of them
 * @param link which cut that is
 */
record CutBound(double seconds, String link) {

  static CutBound of(ShapedTopology shape, BurstShape burst, Replicas replicas) {
    List<ShapedTopology.Host> writers = shape.writers(burst.writers());
    CutBound bound = new CutBound(0, "none");
    double slowest = 0;
    for (int i = 0; i < writers.size(); i++) {
      slowest = Math.max(slowest, writers.get(i).up().seconds((double) burst.bytes(i)));
    }
    bound = bound.or(slowest, "a writer's own link");
    double in = shape.hosts().stream().mapToDouble(h -> h.down().bitsPerSecond()).sum();
    double received = (double) burst.bytes() * replicas.received();
    bound = bound.or(new Rate(in).seconds(received), "the servers' links together, receiving");
    boolean racks = shape.hosts().stream().map(ShapedTopology.Host::rack).distinct().count() > 1;
    if (racks && replicas.count() > 1) {
      for (ShapedTopology.Trunk trunk : shape.trunks()) {
        bound = bound.or(crossing(shape, burst, trunk, trunk.a()), trunk.a() + "->" + trunk.b());
        bound = bound.or(crossing(shape, burst, trunk, trunk.b()), trunk.b() + "->" + trunk.a());
      }
    }
    return bound;
  }

  private CutBound or(double other, String otherLink) {
    return other > seconds ? new CutBound(other, otherLink) : this;
  }

  /** Seconds that a trunk needs from the side of one of its switches to the other side. */
  private static double crossing(
      ShapedTopology shape, BurstShape burst, ShapedTopology.Trunk trunk, String from) {
    Set<String> side = side(shape, trunk, from);
    long racks =
        shape.hosts().stream()
            .filter(h -> side.contains(h.switchName()))
            .map(ShapedTopology.Host::rack)
            .distinct()
            .count();
    if (racks != 1) {
      return 0;
    }
    List<ShapedTopology.Host> writers = shape.writers(burst.writers());
    long bytes = 0;
    for (int i = 0; i < writers.size(); i++) {
      bytes += side.contains(writers.get(i).switchName()) ? burst.bytes(i) : 0;
    }
    return trunk.rate().seconds((double) bytes);
  }

  /** The switches that are reached from one without using a trunk. */
  private static Set<String> side(ShapedTopology shape, ShapedTopology.Trunk without, String from) {
    Set<String> seen = new HashSet<>(Set.of(from));
    Deque<String> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      String at = next.poll();
      for (ShapedTopology.Trunk trunk : shape.trunks()) {
        if (!trunk.equals(without) && (trunk.a().equals(at) || trunk.b().equals(at))) {
          String other = trunk.a().equals(at) ? trunk.b() : trunk.a();
          if (seen.add(other)) {
            next.add(other);
          }
        }
      }
    }
    return seen;
  }
}
