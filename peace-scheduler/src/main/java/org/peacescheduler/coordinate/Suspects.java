package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Hosts that writers could not write to, and which have not been heard from since.
 *
 * <p>HDFS takes ten minutes to find out that a datanode is dead. Until then its links are idle, so
 * it would be where the next chunk goes, and the one after it: the more the others have to do, the
 * surer. So a writer that could not write to a host gets no chunks there until the host is heard
 * from; and if writers on two hosts could not, nobody does: it is in quarantine.
 *
 * <p>One writer's word counts for its own chunks alone: it may be the one that reaches nobody, or
 * lie. Witnesses are told apart by their hosts, as the NameNode sees them, never by what clients
 * call themselves. A user may have many hosts: his words count against one datanode in {@link
 * Bounds#QUARANTINED_ONE_IN} at a time, so that he keeps no more of them from others. And if nobody
 * reaches anybody, the others must suffice: at most a quarter of all is in quarantine.
 *
 * <p>Example: a could not write to s1, so a's chunks go elsewhere, b's still go to s1; b, on
 * another host, cannot either: c's go elsewhere, too. Then s1 is heard from, and all is forgotten.
 *
 * <p>Cost: a few look-ups a word. Kept are at most {@value #MOST_WITNESSES} witnesses of each
 * datanode, and of {@value #MOST_USERS} users the last {@value #MOST_WRITERS} writers with {@value
 * #MOST_WORDS} words each. Confined to the coordinator's lock.
 */
final class Suspects {
  /** Whose word it takes. */
  private static final int WITNESSES = 2;

  private static final int MOST_WITNESSES = 8;
  private static final int MOST_USERS = 1_000;
  private static final int MOST_WRITERS = 64;
  private static final int MOST_WORDS = 16;

  private final Map<String, Accused> accused = new HashMap<>();
  private final Set<String> quarantine = new HashSet<>();

  /** Against how many datanodes a user's words count. */
  private final Map<String, Integer> counting = new HashMap<>();

  /** What each user's writers have said of whom. */
  private final Map<String, Map<String, Map<String, Accused>>> words = Remembered.byUse(MOST_USERS);

  private Set<String> present = Set.of();

  /** A host that was accused, by whom for others, and when last. */
  private static final class Accused {
    /** Users, by the hosts that they wrote from. */
    private final Map<String, String> witnesses = new HashMap<>();

    private long last;
  }

  /**
   * Who says something.
   *
   * @param host where it writes, as the NameNode sees it
   * @param user whose it is; empty if that is not known
   * @param writer what tells it from others of this user, by its own word
   */
  record Witness(String host, String user, String writer) {
    static Witness of(ChunkRequest request) {
      return new Witness(
          request.host(),
          request.origin().userName(),
          request.origin().client().orElseGet(request::host));
    }
  }

  /** Says which hosts have a datanode. */
  void setPresent(Set<String> hosts) {
    present = Set.copyOf(hosts);
    Set<String> gone = new HashSet<>(accused.keySet());
    gone.removeAll(present);
    clear(gone);
  }

  /**
   * A writer could not write to these, in their order.
   *
   * @return those that are in quarantine and were not before
   */
  Set<String> add(Set<String> hosts, Witness by, long now) {
    Set<String> anew = new TreeSet<>();
    for (String host : hosts) {
      if (present.contains(host) && mostOfAll() > 0) {
        Accused it = accused.computeIfAbsent(host, key -> new Accused());
        it.last = now;
        remember(host, it, by);
        if (testifies(it, by) && isRoom() && quarantine.add(host)) {
          anew.add(host);
        }
      }
    }
    return anew;
  }

  private void remember(String host, Accused it, Witness by) {
    Map<String, Accused> his =
        words
            .computeIfAbsent(by.user(), key -> Remembered.byUse(MOST_WRITERS))
            .computeIfAbsent(by.writer(), key -> new LinkedHashMap<>());
    his.remove(host);
    if (his.size() >= Math.min(MOST_WORDS, mostOfAll())) {
      his.remove(his.keySet().iterator().next());
    }
    his.put(host, it);
  }

  /** How many datanodes all may have to do without: the others must suffice. */
  private int mostOfAll() {
    return present.size() / Bounds.QUARANTINED_BY_ALL_ONE_IN;
  }

  /** Whether enough have said so, this one counted if its user may be. */
  private boolean testifies(Accused it, Witness by) {
    boolean isKnown = it.witnesses.containsKey(by.host()) || it.witnesses.size() >= MOST_WITNESSES;
    boolean countsAlready = it.witnesses.containsValue(by.user());
    if (!isKnown && (countsAlready || counting.getOrDefault(by.user(), 0) < mostOfOne())) {
      it.witnesses.put(by.host(), by.user());
      if (!countsAlready) {
        counting.merge(by.user(), 1, Integer::sum);
      }
    }
    return it.witnesses.size() >= WITNESSES;
  }

  /** Against how many datanodes one user's words count at a time. */
  private int mostOfOne() {
    return Math.max(1, present.size() / Bounds.QUARANTINED_ONE_IN);
  }

  private boolean isRoom() {
    return quarantine.size() < mostOfAll();
  }

  /**
   * These have been heard from, or have no datanode any more.
   *
   * @return those of them that were in quarantine
   */
  Set<String> clear(Set<String> hosts) {
    Set<String> were = new TreeSet<>();
    for (String host : hosts) {
      Accused it = accused.remove(host);
      if (it != null) {
        Set.copyOf(it.witnesses.values())
            .forEach(user -> counting.computeIfPresent(user, (key, n) -> n == 1 ? null : n - 1));
      }
      if (quarantine.remove(host)) {
        were.add(host);
      }
    }
    if (accused.isEmpty()) {
      words.clear();
    }
    return were;
  }

  /** When each was last accused. */
  Map<String, Long> all() {
    Map<String, Long> all = new HashMap<>();
    accused.forEach((host, it) -> all.put(host, it.last));
    return all;
  }

  /** Those that a writer could not write to. */
  @SuppressWarnings("ReferenceEquality") // What was said before it was heard from is void.
  Set<String> of(Witness writer) {
    Map<String, Map<String, Accused>> ofUser = words.get(writer.user());
    Map<String, Accused> his = ofUser == null ? null : ofUser.get(writer.writer());
    if (his == null) {
      return Set.of();
    }
    return his.entrySet().stream()
        .filter(word -> accused.get(word.getKey()) == word.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Whether nobody has accused anybody who has not been heard from since. */
  boolean isEmpty() {
    return accused.isEmpty();
  }

  /** The hosts that have a datanode and are in no quarantine. */
  Set<String> others() {
    Set<String> others = new HashSet<>(present);
    others.removeAll(quarantine);
    return others;
  }
}
