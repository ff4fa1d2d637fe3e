package org.peacescheduler.simulate;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.peacescheduler.network.topology.Topology;

/**
 * What is written on which network, as a file has it. Immutable.
 *
 * @param name for people
 * @param network as it is, but for what {@code reality} says
 * @param told what Peace is told of it
 * @param bursts how often all is written, one burst after the other
 * @param deferralMax Peace's longest deferral
 */
record Scenario(
    String name,
    Topology network,
    Told told,
    Reality reality,
    int bursts,
    Duration deferralMax,
    List<WriterGroup> writers) {

  Scenario {
    writers = List.copyOf(writers);
  }

  /**
   * What no file says of a network.
   *
   * @param slowHosts whose links have only a part of their bandwidth
   * @param slowFactor that part
   * @param others the part of each link between switches that others use
   * @param loss see {@link FairLinks}
   */
  record Reality(Set<String> slowHosts, double slowFactor, double others, double loss) {
    Reality {
      slowHosts = Set.copyOf(slowHosts);
    }
  }
}
