package org.peacescheduler.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An embedded cluster: its datanodes, what each takes in, and who writes to it. Immutable.
 *
 * @param hosts of the datanodes
 * @param racks of each of them
 * @param bytesPerSecond that each of them takes in
 * @param throttlePeriod over which that rate holds
 * @param users of each client; empty: whoever runs this
 * @param handlers of RPCs
 * @param peaceKeys of the NameNode under Peace
 */
record ClusterSettings(
    List<String> hosts,
    List<String> racks,
    List<Long> bytesPerSecond,
    Duration throttlePeriod,
    long chunkBytes,
    int replication,
    List<String> users,
    int handlers,
    Map<String, String> peaceKeys) {
  ClusterSettings {
    hosts = List.copyOf(hosts);
    racks = List.copyOf(racks);
    bytesPerSecond = List.copyOf(bytesPerSecond);
    users = List.copyOf(users);
    peaceKeys = Map.copyOf(peaceKeys);
  }

  /** Enough handlers that calls which wait for their place keep no other call waiting. */
  static int handlers(int writers) {
    return 2 * writers + 10;
  }
}
