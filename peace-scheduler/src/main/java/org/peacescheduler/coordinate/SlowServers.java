package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.BitSet;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.Constant;

/**
 * Which servers carry less than others: a link that has fallen back to a tenth, a disk that dies.
 *
 * <p>A chunk that is late tells of none of its servers alone. So a server is judged by the quickest
 * of its last few chunks, beside the same of the median server: it is slow if even its quickest one
 * got much less of what it was due.
 *
 * <p>Example: 12 servers of 1 Gbit/s, of which one has fallen back to 100 Mbit/s. A chunk over it
 * gets a tenth of what it is due, and all of its servers look slow. After four chunks each of the
 * others has had a quick one, and the slow one has not: it is taken to carry a tenth.
 *
 * <p>Bounds: half of the servers are slow at most. What one user alone says beside others makes one
 * server in {@value Bounds#SLOW_ONE_IN} slow, but one at least. A slow server is as the others
 * again when chunks have been written for {@value #FORGOTTEN_MILLIS} ms, and none over it was late.
 * Time in which nothing is written does not count, since nothing tells of a server then: who writes
 * a checkpoint every ten minutes finds it slow only once. Four numbers and names a server. Cost: a
 * few steps a chunk and server; a step for each server of the cluster where one may be slow.
 * Confined to the coordinator's lock.
 */
final class SlowServers {
  private static final long FORGOTTEN_MILLIS = 60_000;

  /** Who is alone tells for all. */
  private static final String ALL = "";

  private final double late;
  private final int inARow;
  private final int mostOfOneUser;

  /** What the last chunks of each server got of what they were due, at most 1. */
  private final double[][] got;

  /** Whose these were. */
  private final String[][] users;

  private final int[] seen;

  /** The milliseconds in which chunks have been written. */
  private long writing;

  /** Up to when these are counted. */
  private long countedUntil;

  /** At how many of them a chunk over each server was last late. */
  private final long[] lateAt;

  /** Which part of what others like it carry a server carries. */
  private final double[] part;

  private final BitSet slow = new BitSet();

  /** Those of them of which one user has told beside others. */
  private final BitSet ofOneUser = new BitSet();

  SlowServers(NetworkModel model, SchedulerSettings settings) {
    int servers = model.servers();
    late = settings.of(Constant.LATE);
    inARow = settings.countOf(Constant.IN_A_ROW);
    mostOfOneUser = Math.max(1, servers / Bounds.SLOW_ONE_IN);
    got = new double[servers][inARow];
    users = new String[servers][inARow];
    seen = new int[servers];
    lateAt = new long[servers];
    part = new double[servers];
    Arrays.fill(part, 1);
  }

  /** Which part of what others like it carry a server carries; 1 if it is not slow. */
  double part(int server) {
    return part[server];
  }

  /**
   * A chunk that a server may have slowed down has ended, or one that nothing has.
   *
   * @param gotOfDue what it got of what it was due; of what others like the server carry, if that
   *     is slow
   * @param isLate whether it was late
   * @return whether the server carries another part than before
   */
  boolean ended(int server, double gotOfDue, boolean isLate, Witness by) {
    int at = seen[server]++ % inARow;
    got[server][at] = Math.min(1, gotOfDue);
    users[server][at] = by.isAlone() ? ALL : Names.kept(by.user());
    lateAt[server] = isLate ? writing : lateAt[server];
    double before = part[server];
    double quickest = quickest(server);
    boolean isSlow = isMuchSlower(server, quickest) && isBelieved(server);
    set(server, isSlow, quickest);
    return part[server] != before;
  }

  private void set(int server, boolean isSlow, double quickest) {
    slow.set(server, isSlow);
    ofOneUser.set(server, isSlow && isOfOneUser(server));
    part[server] = isSlow ? quickest : 1;
  }

  private boolean isKnown(int server) {
    return seen[server] >= inARow;
  }

  private double quickest(int server) {
    return Arrays.stream(got[server]).max().orElse(0);
  }

  private boolean isMuchSlower(int server, double quickest) {
    return isKnown(server) && late * quickest < 1 && late * quickest < median();
  }

  private double median() {
    double[] known = new double[seen.length];
    int count = 0;
    for (int server = 0; server < seen.length; server++) {
      if (isKnown(server)) {
        known[count++] = quickest(server);
      }
    }
    Arrays.sort(known, 0, count);
    return known[count / 2];
  }

  private boolean isBelieved(int server) {
    return !isOfOneUser(server) || ofOneUser.get(server) || ofOneUser.cardinality() < mostOfOneUser;
  }

  private boolean isOfOneUser(int server) {
    String first = users[server][0];
    return !first.equals(ALL) && Arrays.stream(users[server]).allMatch(first::equals);
  }

  /**
   * A chunk has been written. Slow servers over which none has been late for long are as the others
   * again.
   *
   * @return these servers
   */
  BitSet written(Flown flown) {
    writing += Math.max(0, flown.end() - Math.max(flown.begin(), countedUntil));
    countedUntil = Math.max(countedUntil, flown.end());
    BitSet forgotten = new BitSet();
    slow.stream()
        .filter(server -> writing - lateAt[server] >= FORGOTTEN_MILLIS)
        .forEach(forgotten::set);
    forgotten.stream()
        .forEach(
            server -> {
              seen[server] = 0;
              set(server, false, 1);
            });
    return forgotten;
  }
}
