package org.peacescheduler.network.topology;

import java.util.List;
import java.util.Objects;

/**
 * A topology file that can be used, with what its author hardly meant. Immutable.
 *
 * @param topology what it says
 * @param warnings in the order of the file
 * @param unit in which it gives capacities
 */
public record TopologyFile(Topology topology, List<Problem> warnings, Unit unit) {

  /** In what a file gives the capacities of links. */
  public enum Unit {
    /** Some as numbers of chunks per timestep. */
    CHUNKS,
    /** All as bandwidths, the first one in bits. */
    BITS,
    /** All as bandwidths, the first one in bytes. */
    BYTES
  }

  /** Copies the warnings. */
  public TopologyFile {
    Objects.requireNonNull(topology, "topology");
    warnings = List.copyOf(warnings);
    Objects.requireNonNull(unit, "unit");
  }
}
