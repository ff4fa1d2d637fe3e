package org.peacescheduler.network.analysis;

import java.util.OptionalDouble;

/**
 * What hangs on a switch and what leaves it, all in chunks per timestep, or all in streams.
 * Immutable.
 *
 * @param name of the switch
 * @param layer 0 for a switch with servers; see {@link SwitchLayers}
 * @param servers on it
 * @param fromServers sum of its servers' capacities towards the switch
 * @param toServers sum of its servers' capacities from the switch
 * @param below sum of its links to switches of lower layers, one direction
 * @param beside sum of its links to switches of its own layer, one direction
 * @param above sum of its links to switches of higher layers, one direction
 */
public record SwitchCapacity(
    String name,
    int layer,
    int servers,
    double fromServers,
    double toServers,
    double below,
    double beside,
    double above) {

  /** What can leave the switch towards switches beside and above it. */
  public double out() {
    return beside + above;
  }

  /**
   * What can come from below, servers and switches, over what can go on beside and above: 4.0 means
   * that a quarter of it can leave at the same time. Empty for a switch with nothing beside or
   * above.
   */
  public OptionalDouble oversubscription() {
    return out() == 0 ? OptionalDouble.empty() : OptionalDouble.of((fromServers + below) / out());
  }
}
