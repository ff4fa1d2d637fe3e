package org.peacescheduler.network.topology;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * One server, after host patterns are expanded. Immutable.
 *
 * @param host host name or IP address as written in the file; hosts that differ only in case are
 *     the same
 * @param switchName the switch that the server is plugged into
 * @param rack the rack of that switch
 * @param capacities of the server's link and disk, with the file's defaults filled in
 */
public record ServerSpec(String host, String switchName, String rack, ServerCapacities capacities) {

  public ServerSpec {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(switchName, "switchName");
    Objects.requireNonNull(rack, "rack");
    Objects.requireNonNull(capacities, "capacities");
  }

  ServerSpec with(UnaryOperator<Capacity> other) {
    return new ServerSpec(host, switchName, rack, capacities.with(other));
  }
}
