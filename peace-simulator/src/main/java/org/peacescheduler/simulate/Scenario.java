package org.peacescheduler.simulate;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.peacescheduler.network.topology.Topology;

/**
 * What is written on which network, as a file has it. Immutable.
 *
 * @param name for people
 * @param network as it is, but for what {@code reality} says
 * @param told what Peace is told of it
 * @param bursts how often all is written, one burst after the other
 * @param betweenBursts seconds from the end of a burst's last writer to the next burst
 * @param deferralMax Peace's longest deferral
 * @param clients hosts, in lower case, that write and have no datanode
 */
record Scenario(
    String name,
    Topology network,
    Told told,
    Reality reality,
    int bursts,
    double betweenBursts,
    Duration deferralMax,
    Set<String> clients,
    List<WriterGroup> writers) {

  Scenario {
    clients = Set.copyOf(clients);
    writers = List.copyOf(writers);
  }

  /** The same with other arrivals. */
  Scenario withArrivals(UnaryOperator<Arrivals> other) {
    List<WriterGroup> changed =
        writers.stream().map(group -> group.withArrivals(other.apply(group.arrivals()))).toList();
    return new Scenario(
        name, network, told, reality, bursts, betweenBursts, deferralMax, clients, changed);
  }

  /** The same, written so often, one burst after the other. */
  Scenario withBursts(int other) {
    return new Scenario(
        name, network, told, reality, other, betweenBursts, deferralMax, clients, writers);
  }

  /** When each writer of a group comes in a burst, after the burst's beginning. */
  List<double[]> arrivals(int group, long seed) {
    WriterGroup own = writers.get(group);
    int[] together =
        IntStream.range(0, writers.size())
            .filter(other -> other == group || own.comesWith(writers.get(other)))
            .toArray();
    int before = members(IntStream.of(together).filter(other -> other < group));
    return own.arrivals()
        .draw(members(IntStream.of(together)), seed + own.job().map(String::hashCode).orElse(group))
        .subList(before, before + own.count());
  }

  /**
   * The size of each file of a writer, in bytes.
   *
   * @param group counted from 0; each has draws of its own
   */
  double size(int group, int writer, long seed) {
    long own = new SplittableRandom(seed).longs().skip(group).findFirst().orElseThrow();
    return writers.get(group).sizes().of(writer, own);
  }

  private int members(IntStream groups) {
    return groups.map(group -> writers.get(group).count()).sum();
  }

  /**
   * What no file says of a network.
   *
   * @param slowHosts whose links have only a part of their bandwidth
   * @param slowFactor that part
   * @param others the part of each link between switches that others use
   * @param loss see {@link FairLinks}
   * @param delays what a chunk takes besides its bytes
   */
  record Reality(
      Set<String> slowHosts, double slowFactor, double others, double loss, Delays delays) {
    Reality {
      slowHosts = Set.copyOf(slowHosts);
    }
  }

  /**
   * What a chunk takes besides its bytes, in seconds.
   *
   * @param setUp from a grant to the first byte: connections are set up; half as much more or less
   * @param report from the last byte to the report of the last replica
   * @param request from there to the file's next request, beside its group's pause
   */
  record Delays(double setUp, double report, double request) {
    /** As measured on the testbed. */
    static final Delays TESTBED = new Delays(0.08, 0.04, 0.015);
  }
}
