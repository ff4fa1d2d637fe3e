package org.peacescheduler.network.topology;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The capacities of a server's own link and disk. Immutable.
 *
 * @param up from the server to its switch
 * @param down from the switch to the server
 * @param disk what the server's disks take; empty: the disks are no bottleneck and not modelled
 */
public record ServerCapacities(Capacity up, Capacity down, Optional<Capacity> disk) {

  public ServerCapacities {
    Objects.requireNonNull(up, "up");
    Objects.requireNonNull(down, "down");
    Objects.requireNonNull(disk, "disk");
  }

  /** Whether the server's link is given as a bandwidth, both ways. */
  public boolean areBandwidths() {
    return up.isBandwidth() && down.isBandwidth();
  }

  ServerCapacities with(UnaryOperator<Capacity> other) {
    return new ServerCapacities(other.apply(up), other.apply(down), disk.map(other));
  }
}
