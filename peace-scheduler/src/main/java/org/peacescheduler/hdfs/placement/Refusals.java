package org.peacescheduler.hdfs.placement;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.peacescheduler.hdfs.placement.PolicyCall.Need;
import org.peacescheduler.hdfs.placement.PolicyCall.Scope;

/**
 * Datanodes that HDFS has refused of late: the next chunks are not planned there.
 *
 * <p>A datanode that is full or stale is refused for each chunk that is planned there, and its
 * links are idle, so that chunks are. Why it is refused changes with its heartbeats: so it is asked
 * for again after one of them ({@value #REMEMBERED_MILLIS} ms), or if it is accepted for another
 * chunk meanwhile.
 *
 * <p>Example: s1 has no room for 128 MB on its disks; for 3 s no chunk of 128 MB or more on disks
 * is planned there, while one of 1 MB may be.
 *
 * <p>Bound: {@value #MOST} are remembered, by what HDFS has answered; a client chooses the types of
 * storage and the size, no datanode. Cost: nothing while nobody is refused, then a look at each who
 * is. Thread-safe.
 */
public final class Refusals {
  static final long REMEMBERED_MILLIS = 3_000;
  static final int MOST = 1_000;

  private final Map<Case, Refused> cases = new HashMap<>();
  private volatile boolean isEmpty = true;

  /** A datanode, for chunks on these types of storage, or for all, whatever the types. */
  private record Case(String host, Scope scope, Set<StorageType> storage) {
    static Case of(String host, Scope scope, Need need) {
      return new Case(host, scope, scope == Scope.ALL ? Set.of() : need.storage());
    }
  }

  /**
   * @param bytes chunks with fewer may be accepted
   */
  private record Refused(long bytes, long until) {}

  /** HDFS has refused a datanode for a chunk. */
  public synchronized void note(String host, Scope scope, Need need, long now) {
    if (scope == Scope.THIS_CHUNK) {
      return;
    }
    cases.values().removeIf(refused -> refused.until() <= now);
    Case which = Case.of(host, scope, need);
    Refused before = cases.get(which);
    if (before == null && cases.size() >= MOST) {
      return;
    }
    long bytes = scope == Scope.ALL ? 0 : need.bytes();
    if (before == null || bytes <= before.bytes()) { // Else the next smaller one asks again.
      cases.put(which, new Refused(bytes, now + REMEMBERED_MILLIS));
    }
    isEmpty = false;
  }

  /** HDFS has accepted datanodes for a chunk. */
  public void accepted(Collection<String> hosts, Need need) {
    if (isEmpty) {
      return;
    }
    synchronized (this) {
      for (String host : hosts) {
        cases.remove(Case.of(host, Scope.ALL, need));
        Case which = Case.of(host, Scope.SAME_NEED, need);
        Refused refused = cases.get(which);
        if (refused != null && need.bytes() >= refused.bytes()) {
          cases.remove(which);
        }
      }
      isEmpty = cases.isEmpty();
    }
  }

  /** The datanodes that HDFS would refuse for such a chunk, as far as is known. */
  public Set<String> of(Need need, long now) {
    if (isEmpty) {
      return Set.of();
    }
    Set<String> hosts = new HashSet<>();
    synchronized (this) {
      for (Iterator<Map.Entry<Case, Refused>> i = cases.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<Case, Refused> entry = i.next();
        Case which = entry.getKey();
        if (entry.getValue().until() <= now) {
          i.remove();
        } else if (which.equals(Case.of(which.host(), which.scope(), need))
            && need.bytes() >= entry.getValue().bytes()) {
          hosts.add(which.host());
        }
      }
      isEmpty = cases.isEmpty();
    }
    return hosts;
  }
}
