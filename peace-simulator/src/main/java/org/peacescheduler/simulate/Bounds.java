package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;

/**
 * What no placement can be better than: the least mean response and the least COMP of a burst, so
 * that a distance to the best is seen, and not only to stock HDFS.
 *
 * <p>Each link is taken for a machine that serves its writers one after the other, the one with
 * least left first, which gives the least mean on one machine. The machines are each server's own
 * link with its writers, what leads out of each rack with the rack's writers, and the sums of all
 * links up, down, into racks, and of all disks, with all writers. The most of what they say is the
 * bound. Besides, no writer is quicker than alone.
 *
 * <p>Example: two writers of 1 and 3 MB on a host with a link of 1 MB/s take at least 1 and 4 s,
 * 2.5 s in the mean.
 *
 * <p>It is loose where several links limit by turns, for a machine knows nothing of the others; and
 * where links are shared by many small parts.
 *
 * <p>Cost: writers times their logarithm for each machine. Immutable; times are seconds.
 */
final class Bounds {
  /** The least part of the mean that setting up a chunk takes. */
  static final double LEAST_SET_UP = 0.5;

  /**
   * What a writer writes in a burst.
   *
   * @param begins when it comes
   * @param server where it is
   * @param bytes of all its files
   * @param replicas of each byte
   * @param elsewhere how many of them have to be on other servers than its own
   * @param alone the least that it takes on an idle network
   */
  record Work(double begins, int server, double bytes, int replicas, int elsewhere, double alone) {}

  /** Of some writers on some machines: the sum of their responses, and when the last one ends. */
  private record Least(double responses, double ends) {
    Least atLeast(Least other) {
      return new Least(Math.max(responses, other.responses), Math.max(ends, other.ends));
    }

    Least and(Least other) {
      return new Least(responses + other.responses, Math.max(ends, other.ends));
    }
  }

  private static final Least NOTHING = new Least(0, 0);

  /** How much of a writer's bytes goes over a machine. */
  private interface Load {
    double of(Work work);
  }

  private final NetworkModel model;
  private final double[] bytesPerSecond;
  private final Scenario.Delays delays;

  /**
   * Bounds on a network.
   *
   * @param bytesPerSecond the payload that each edge carries
   */
  Bounds(NetworkModel model, double[] bytesPerSecond, Scenario.Delays delays) {
    this.model = model;
    this.bytesPerSecond = bytesPerSecond.clone();
    this.delays = delays;
  }

  /** The least of a burst. */
  Bound of(List<Work> burst) {
    Least all = NOTHING;
    for (int rack = 0; rack < model.racks(); rack++) {
      all = all.and(ofRack(rack, burst));
    }
    Load others = work -> work.elsewhere * work.bytes;
    all = all.atLeast(machine(burst, sum(IntStream.range(0, servers()).map(model::up)), others));
    all = all.atLeast(machine(burst, sum(IntStream.range(0, servers()).map(model::down)), others));
    double disks = sum(IntStream.range(0, servers()).map(model::disk));
    all = all.atLeast(machine(burst, disks, work -> work.replicas * work.bytes));
    double into = 0;
    for (int rack = 0; rack < model.racks(); rack++) {
      into += over(rack, false);
    }
    all = all.atLeast(machine(burst, into, Bounds::crossing));
    double first = burst.stream().mapToDouble(Work::begins).min().orElseThrow();
    return new Bound(all.responses / burst.size(), all.ends - first);
  }

  private int servers() {
    return model.servers();
  }

  private Least ofRack(int rack, List<Work> burst) {
    Least least = NOTHING;
    for (int server = 0; server < servers(); server++) {
      if (model.rackOf(server) == rack) {
        least = least.and(ofServer(server, burst));
      }
    }
    List<Work> own = burst.stream().filter(work -> model.rackOf(work.server) == rack).toList();
    return least.atLeast(machine(own, over(rack, true), Bounds::crossing));
  }

  private Least ofServer(int server, List<Work> burst) {
    List<Work> own = burst.stream().filter(work -> work.server == server).toList();
    Least alone = NOTHING;
    for (Work work : own) {
      alone = alone.and(new Least(work.alone, work.begins + work.alone));
    }
    double link = bytesPerSecond[model.up(server)];
    return alone.atLeast(machine(own, link, work -> work.elsewhere > 0 ? work.bytes : 0));
  }

  /** Replicas are in two racks where there are two. */
  private static double crossing(Work work) {
    return work.replicas > 1 ? work.bytes : 0;
  }

  /**
   * What the links out of a rack carry together, or those into it. No limit where bytes come to
   * another rack without them, or need not come to one.
   */
  private double over(int rack, boolean out) {
    int[] own = IntStream.range(0, servers()).filter(s -> model.rackOf(s) == rack).toArray();
    boolean[] inside = new boolean[model.switches()];
    Arrays.stream(own).forEach(server -> inside[model.switchOf(server)] = true);
    boolean shared =
        IntStream.range(0, servers())
            .anyMatch(s -> model.rackOf(s) != rack && inside[model.switchOf(s)]);
    if (own.length == servers() || shared || model.topology().placement().isPresent()) {
      return Double.MAX_VALUE;
    }
    return sum(
        IntStream.range(0, model.links())
            .filter(k -> inside[model.linkFrom(k)] == out && inside[model.linkTo(k)] != out)
            .map(model::link));
  }

  private double sum(IntStream edges) {
    return edges.mapToDouble(edge -> bytesPerSecond[edge]).sum();
  }

  /** Writers one after the other on a machine, the one with least left first. */
  private Least machine(List<Work> works, double bytesPerSecond, Load load) {
    List<Work> coming = new ArrayList<>(works);
    coming.sort(Comparator.comparingDouble(Work::begins));
    PriorityQueue<double[]> left = new PriorityQueue<>(Comparator.comparingDouble(l -> l[0]));
    double setUp = delays.setUp() * LEAST_SET_UP;
    double now = 0;
    double responses = 0;
    double ends = 0;
    int next = 0;
    while (next < coming.size() || !left.isEmpty()) {
      if (left.isEmpty()) {
        now = Math.max(now, coming.get(next).begins + setUp);
      }
      while (next < coming.size() && coming.get(next).begins + setUp <= now) {
        Work work = coming.get(next++);
        left.add(new double[] {load.of(work) / bytesPerSecond, work.begins});
      }
      double[] least = left.poll();
      double until = next < coming.size() ? coming.get(next).begins + setUp : Double.MAX_VALUE;
      if (now + least[0] <= until) {
        now += least[0];
        responses += now + delays.report() - least[1];
        ends = Math.max(ends, now + delays.report());
      } else {
        least[0] -= until - now;
        now = until;
        left.add(least);
      }
    }
    return new Least(responses, ends);
  }

  /** A writer of a group on its host. */
  Work work(WriterGroup group, int server, double begins, double size) {
    int elsewhere = group.replication() - (group.ownDisk() ? 1 : 0);
    double link = elsewhere > 0 ? bytesPerSecond[model.up(server)] : Simulation.FASTEST;
    return new Work(
        begins,
        server,
        group.files() * size,
        group.replication(),
        elsewhere,
        alone(group, size, link));
  }

  private double alone(WriterGroup group, double size, double link) {
    double setUp = delays.setUp() * LEAST_SET_UP;
    double bytes = group.alone(size, link);
    double chunks = Math.ceil(size / group.chunk());
    if (group.byTurns()) { // It stands still while a file waits for a chunk.
      return bytes + group.files() * chunks * setUp + delays.report();
    }
    double ofOneFile =
        size / Math.min(link, group.rate().orElse(link))
            + chunks * (setUp + delays.report())
            + (chunks - 1) * (delays.request() + group.pause());
    return Math.max(bytes + setUp + delays.report(), ofOneFile);
  }
}
