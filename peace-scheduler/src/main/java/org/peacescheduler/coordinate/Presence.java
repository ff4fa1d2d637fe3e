package org.peacescheduler.coordinate;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which hosts can be targets: those with a datanode that are in no quarantine ({@link Suspects}).
 *
 * <p>Whenever that changes all that wait are to be tried again, bit by bit. Example: s1 is accused
 * by clients on two hosts and takes nobody's replicas; it is heard from, and all that wait are
 * tried. Cost: the servers for {@link #set}, the hosts that are named otherwise. Confined to the
 * coordinator's lock.
 */
final class Presence {
  private final Suspects suspects = new Suspects();
  private final Supplier<LiveNetwork> network;
  private final WaitingLine waiting;

  Presence(Supplier<LiveNetwork> network, WaitingLine waiting) {
    this.network = network;
    this.waiting = waiting;
  }

  /** Says which hosts have a datanode; of a network that may be another one. */
  void set(Set<String> hosts) {
    suspects.setPresent(hosts);
    network.get().setPresent(suspects.others());
    waiting.freeAll();
  }

  /** Who asks could not write to these hosts. */
  void accuse(Set<String> hosts, ChunkRequest by, long now) {
    if (!hosts.isEmpty()) {
      change(suspects.add(hosts, Suspects.Witness.of(by), now), false);
    }
  }

  /** These hosts have been heard from. */
  void trust(Set<String> hosts) {
    change(suspects.clear(hosts), true);
  }

  private void change(Set<String> hosts, boolean arePresent) {
    if (!hosts.isEmpty()) {
      hosts.forEach(host -> network.get().setPresent(host, arePresent));
      waiting.freeAll();
    }
  }

  /** A request that avoids hosts that its writer could not write to. */
  ChunkRequest careful(ChunkRequest request) {
    return suspects.isEmpty()
        ? request
        : request.avoiding(suspects.of(Suspects.Witness.of(request)));
  }

  /** Hosts that clients could not write to, with the last time of that. */
  Map<String, Long> suspects() {
    return suspects.all();
  }
}
