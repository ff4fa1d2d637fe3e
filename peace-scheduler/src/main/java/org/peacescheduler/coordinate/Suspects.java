package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Hosts that a client could not write to, and which have not been heard from since.
 *
 * <p>HDFS takes ten minutes to find out that a datanode is dead. Until then its links are idle, so
 * it would be where the next chunk goes, and the one after it: the more the others have to do, the
 * surer. So one client's failure keeps all from it, until it is heard from.
 *
 * <p>If it was the client that could not reach anybody, its word must not count for everything: at
 * most a quarter of the hosts are suspected at a time, so that the others suffice. Confined to the
 * coordinator's lock.
 */
final class Suspects {
  private final Map<String, Long> since = new HashMap<>();
  private Set<String> present = Set.of();

  /** Says which hosts have a datanode. */
  void setPresent(Set<String> hosts) {
    present = Set.copyOf(hosts);
    since.keySet().retainAll(hosts);
  }

  /**
   * A client could not write to these.
   *
   * @return whether any of them was not suspected before
   */
  boolean add(Set<String> hosts, long now) {
    boolean anyNew = false;
    for (String host : hosts) {
      if (present.contains(host) && 4 * (since.size() + 1) <= present.size()) {
        anyNew |= since.put(host, now) == null;
      }
    }
    return anyNew;
  }

  /**
   * These have been heard from.
   *
   * @return whether any of them was suspected
   */
  boolean clear(Set<String> hosts) {
    return since.keySet().removeAll(hosts);
  }

  /** Since when each is suspected. */
  Map<String, Long> all() {
    return Map.copyOf(since);
  }

  /** The hosts that have a datanode and are not suspected. */
  Set<String> others() {
    Set<String> others = new HashSet<>(present);
    others.removeAll(since.keySet());
    return others;
  }
}
