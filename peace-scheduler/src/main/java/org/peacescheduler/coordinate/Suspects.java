package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Hosts that writers could not write to, and which have not been heard from since.
 *
 * <p>HDFS takes ten minutes to find out that a datanode is dead. Until then its links are idle, so
 * it would be where the next chunk goes, and the one after it: the more the others have to do, the
 * surer. So a writer that could not write to a host gets no chunks there until the host is heard
 * from; and if two could not, nobody does.
 *
 * <p>One writer's word counts for its own chunks alone: it may be the one that reaches nobody, or
 * lie. And if nobody reaches anybody, the others must suffice: at most a quarter of the hosts are
 * accused at a time.
 *
 * <p>Example: a could not write to s1, so a's chunks go elsewhere, b's still go to s1; b cannot
 * either: c's go elsewhere, too. Then s1 is heard from, and all is forgotten. Confined to the
 * coordinator's lock.
 */
final class Suspects {
  /** Whose word it takes. */
  private static final int WITNESSES = 2;

  private final Map<String, Accused> accused = new HashMap<>();
  private Set<String> present = Set.of();

  /** A host, by whom it was accused, and when last. */
  private static final class Accused {
    private final Set<String> writers = new HashSet<>();
    private long last;

    boolean isSuspected() {
      return writers.size() >= WITNESSES;
    }
  }

  /** Says which hosts have a datanode. */
  void setPresent(Set<String> hosts) {
    present = Set.copyOf(hosts);
    accused.keySet().retainAll(hosts);
  }

  /**
   * A writer could not write to these.
   *
   * @return whether any of them is suspected that was not before
   */
  boolean add(Set<String> hosts, String writer, long now) {
    boolean anyNew = false;
    for (String host : hosts) {
      boolean isRoom = present.contains(host) && 4 * (accused.size() + 1) <= present.size();
      Accused it = isRoom ? accused.computeIfAbsent(host, h -> new Accused()) : accused.get(host);
      if (it != null) {
        it.last = now;
        anyNew |= !it.isSuspected() && it.writers.add(writer) && it.isSuspected();
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
    boolean any =
        hosts.stream().anyMatch(h -> accused.containsKey(h) && accused.get(h).isSuspected());
    accused.keySet().removeAll(hosts);
    return any;
  }

  /** When each was last accused. */
  Map<String, Long> all() {
    Map<String, Long> all = new HashMap<>();
    accused.forEach((host, it) -> all.put(host, it.last));
    return all;
  }

  /** Those that a writer could not write to. */
  Set<String> of(String writer) {
    if (accused.isEmpty()) {
      return Set.of();
    }
    Set<String> of = new HashSet<>();
    accused.forEach(
        (host, it) -> {
          if (it.writers.contains(writer)) {
            of.add(host);
          }
        });
    return of;
  }

  /** The hosts that have a datanode and are not suspected. */
  Set<String> others() {
    Set<String> others = new HashSet<>(present);
    others.removeIf(host -> accused.containsKey(host) && accused.get(host).isSuspected());
    return others;
  }
}
