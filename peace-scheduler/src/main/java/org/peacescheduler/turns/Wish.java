package org.peacescheduler.turns;

import java.util.List;
import java.util.Optional;

/**
 * What somebody asks a turn for.
 *
 * <p>Bound: what its constants say; it refuses more, and takes a longer wait for a day. Immutable.
 *
 * @param id of the asker's choice
 * @param user whose request it is; nobody else hears of it
 * @param prefix the directory below which the files will be, without a slash at its end
 * @param host where the asker runs
 * @param members who writes how much
 * @param replication of each block; at least 1
 * @param blockSize in bytes; at least 1
 * @param group the name of what it belongs to, if the asker says one
 * @param isToWait false for "now or not at all"
 * @param beginsAtOnce whether the asker is itself the writer
 * @param deadlineMillis longest wait; 0 for none
 * @param waitedMillis how long it has waited before, by the asker's word
 * @param firstMillis when it was asked for first, as a NameNode said by its clock; 0 if none has.
 *     Then {@code waitedMillis} says nothing
 */
public record Wish(
    String id,
    String user,
    String prefix,
    String host,
    List<Member> members,
    int replication,
    long blockSize,
    Optional<String> group,
    boolean isToWait,
    boolean beginsAtOnce,
    long deadlineMillis,
    long waitedMillis,
    long firstMillis) {
  /** So many characters of an id, of a host and of a group's name. */
  public static final int MOST_NAME = 128;

  /** So many characters of a prefix. */
  public static final int MOST_PREFIX = 1024;

  /** So many members. */
  public static final int MOST_MEMBERS = 256;

  /** So many files of a member. */
  public static final int MOST_FILES = 1024;

  /** So many replicas, as HDFS's own {@code dfs.replication.max}. */
  public static final int MOST_REPLICAS = 512;

  /** A longer wait, before or to come, is taken for so long: a day. */
  public static final long LONGEST_MILLIS = 86_400_000;

  /**
   * One of those who write.
   *
   * @param host where it runs
   * @param bytes how much it writes; 0 if that is not known
   * @param files in how many files
   */
  public record Member(String host, long bytes, int files) {
    /** Refuses what is out of bounds. */
    public Member {
      check("host", host.length(), 0, MOST_NAME);
      check("bytes of a member", bytes, 0, Long.MAX_VALUE / MOST_MEMBERS);
      check("files of a member", files, 1, MOST_FILES);
    }
  }

  /** Refuses what is out of bounds; copies the members. */
  public Wish {
    members = List.copyOf(members);
    check("characters of an id", id.length(), 1, MOST_NAME);
    check("characters of a prefix", prefix.length(), 1, MOST_PREFIX);
    check("members", members.size(), 1, MOST_MEMBERS);
    check("replication", replication, 1, MOST_REPLICAS);
    check("block size", blockSize, 1, Long.MAX_VALUE);
    check("characters of a group's name", group.map(String::length).orElse(1), 1, MOST_NAME);
    deadlineMillis = Math.min(Math.max(0, deadlineMillis), LONGEST_MILLIS);
    waitedMillis = Math.min(Math.max(0, waitedMillis), LONGEST_MILLIS);
  }

  /**
   * When it was asked for first: a day before now at most. A call may be on its way for any time,
   * and so two requests keep their order by what a NameNode has said, not by what each has waited.
   */
  long first(long now) {
    return firstMillis > 0
        ? Math.min(Math.max(firstMillis, now - LONGEST_MILLIS), now)
        : now - waitedMillis;
  }

  private static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d. Maybe %d to %d, which is what Peace takes.".formatted(what, value, least, most));
    }
  }

  /** A path below the prefix. */
  public String below(String name) {
    return prefix.endsWith("/") ? prefix + name : prefix + "/" + name;
  }

  /** The bytes of all members. */
  public long bytes() {
    return members.stream().mapToLong(Member::bytes).sum();
  }

  /** The files of all members. */
  public int files() {
    return members.stream().mapToInt(Member::files).sum();
  }
}
