package org.peacescheduler.network.analysis;

import java.util.List;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;

/** The constraints of the replicas, as the topology declares them or as stock HDFS places. */
final class Placement {
  private Placement() {}

  /**
   * The constraints of r replicas. Without a declared placement: the writer's own node, another
   * rack (any, if there is one rack only), the rack of the second replica, then spread over racks.
   */
  static List<Constraint> of(NetworkModel model, int replication) {
    List<Constraint> declared =
        model
            .topology()
            .placement()
            .orElse(
                List.of(
                    Constraint.LOCAL,
                    racks(model) > 1 ? Constraint.OTHER_RACK : Constraint.ANY,
                    racks(model) > 1 ? Constraint.SAME_RACK : Constraint.ANY,
                    Constraint.SPREAD));
    return IntStream.range(0, replication)
        .mapToObj(i -> declared.get(Math.min(i, declared.size() - 1)))
        .toList();
  }

  /** The racks that have servers. */
  static long racks(NetworkModel model) {
    return IntStream.range(0, model.servers()).map(model::rackOf).distinct().count();
  }

  /** Whether a replica is always in another rack than the node that sends it. */
  static boolean crossesRacks(List<Constraint> placement, int replica) {
    return placement.get(replica) == Constraint.OTHER_RACK
        || (placement.get(replica) == Constraint.NEW_RACK && replica > 0);
  }
}
