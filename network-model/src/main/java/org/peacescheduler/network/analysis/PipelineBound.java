package org.peacescheduler.network.analysis;

import java.util.List;
import java.util.OptionalLong;
import org.peacescheduler.network.topology.Constraint;

/**
 * How many pipelines of r replicas fit into one timestep of the idle network, whoever writes.
 * Immutable.
 *
 * @param replication r
 * @param placement the constraint of each replica
 * @param atMost no schedule has more: a maximum flow that forgets some of the rules (see {@link
 *     PipelineLimits}); empty where nothing limits them (local replicas, disks not modelled)
 * @param atLeast so many were planned by Algorithm 1, with every server writing chunk after chunk
 *     until none fits; empty where that was not tried because they are too many
 * @param limits what is full at {@code atMost}: the operator's first candidates for more capacity
 */
public record PipelineBound(
    int replication,
    List<Constraint> placement,
    OptionalLong atMost,
    OptionalLong atLeast,
    List<String> limits) {
  /** Copies the lists. */
  public PipelineBound {
    placement = List.copyOf(placement);
    limits = List.copyOf(limits);
  }
}
