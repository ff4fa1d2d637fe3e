package org.peacescheduler.coordinate.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;

/**
 * What is written together, and is of use when all of it is there: a checkpoint of a job, or what a
 * writer begins within a second. Its size is the time that its bottleneck takes for it.
 *
 * <p>Example: 16 members of 2 GB on two racks, own links of 1 GB/s, 4 GB/s between the racks: 2 s
 * on the own links, 16 GB / 4 GB/s = 4 s between the racks, so its bottleneck takes 4 s.
 *
 * <p>Confined to the coordinator's lock.
 */
public final class Group {
  /** What all servers' links carry together, as an edge. */
  private static final String SERVERS = "servers";

  private static final int FEW = 16;

  /** Somebody may open files for one group for ever, as another client each time. */
  static final int MANY = 10_000;

  private final long number;
  final long began;
  final GroupKey key;
  final GroupHistory.Series series;
  private final Bandwidths bandwidths;
  final double slack;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Integer> onHost = new HashMap<>();
  private final Map<String, Double> bytesFrom = new HashMap<>();
  private double bytes;
  private double copies;
  private double bottleneck;
  private double served;
  private int told;

  /** As the order has it. */
  double rank;

  /** Its place in the fair system, which {@link FairSojourn} alone knows; null outside of it. */
  FairSojourn.Tag fair;

  /** What it is ranked by; changed by {@link Groups} alone. */
  double seconds;

  /** Whether the order knows of it: from its first chunk until its files have ended. */
  boolean isRanked;

  /** Whether one of its members says how much it writes. */
  boolean isAnnounced;

  int files;
  long idleSince;

  /** What the largest of its members that have ended took on its own link, in seconds. */
  private double largestEnded;

  /**
   * The instance that it follows. What is learnt of others of its series while it writes is for
   * those that come later: it would move this one behind its equals.
   */
  GroupHistory.Instance before = GroupHistory.Instance.UNKNOWN;

  /** What it has written and asked for since it began, or began anew. */
  double lifeBytes;

  private int lives;

  /**
   * Nobody writes for it yet.
   *
   * @param slack see {@link org.peacescheduler.schedule.Constant#SLACK}
   */
  Group(
      long number,
      long began,
      GroupKey key,
      GroupHistory.Series series,
      Bandwidths bandwidths,
      double slack) {
    this.number = number;
    this.began = began;
    this.key = key;
    this.series = series;
    this.bandwidths = bandwidths;
    this.slack = slack;
  }

  /** Counts groups in the order of their first chunks. */
  public long number() {
    return number;
  }

  /**
   * Where the order has it among the groups of its share: smaller goes first, of equal ones the
   * smaller number.
   */
  public double rank() {
    return rank;
  }

  /** How long its bottleneck takes for all of it, as far as its size is known, in seconds. */
  public double seconds() {
    return seconds;
  }

  /** Whose part of the network it uses. */
  public Share share() {
    return key.share();
  }

  Collection<Member> members() {
    return members.values();
  }

  /** Whether anything is known of its size beside what it has asked for. */
  boolean isSizeKnown() {
    return told > 0 || before.isKnown();
  }

  /** How much of it has been written, in seconds of its bottleneck. */
  double served() {
    return served;
  }

  /** What its bottleneck takes for what its members are expected to write. */
  double bottleneck() {
    return bottleneck;
  }

  /**
   * The member of a client; a client not seen before is a new one. Of a group that has had very
   * many, all further clients of a host are one.
   */
  Member member(String host, String client) {
    Member known = members.get(host + '\n' + client);
    if (known != null) {
      return known;
    }
    return members.computeIfAbsent(
        members.size() < MANY ? host + '\n' + client : host,
        key -> {
          int ordinal = onHost.merge(host, 1, Integer::sum) - 1;
          Member member = new Member(this, members.size(), host, ordinal, bandwidths);
          before = before.isKnown() ? before : series.before(member);
          return member;
        });
  }

  /**
   * A member has no open file any more.
   *
   * @return whether others of its members may stand elsewhere now
   */
  boolean ends(Member member) {
    boolean isLarger = key.name().isEmpty() && member.ownSeconds() > largestEnded;
    largestEnded = isLarger ? member.ownSeconds() : largestEnded;
    return isLarger;
  }

  /** See {@link Member#standing}. */
  double standing(Member member) {
    if (key.name().isPresent()) {
      return -member.ownSeconds();
    }
    boolean isAsOthers = member.ownSeconds() <= largestEnded || largestEnded == 0;
    return isAsOthers && !member.isTold() ? largestEnded : member.ownSeconds();
  }

  /** Does something that may raise what a member is expected to write. */
  void change(Member member, Runnable change) {
    double before = member.estimate();
    double copiesBefore = member.copies();
    boolean wasTold = member.isTold();
    change.run();
    told += !wasTold && member.isTold() ? 1 : 0;
    if (member.estimate() == before && member.copies() == copiesBefore) {
      return;
    }
    bytes += member.estimate() - before;
    copies += member.copies() - copiesBefore;
    double from = bytesFrom.merge(member.switchName(), member.estimate() - before, Double::sum);
    bottleneck = Math.max(bottleneck, member.ownSeconds());
    bottleneck = Math.max(bottleneck, from / bandwidths.outOf(member.switchName()));
    bottleneck = Math.max(bottleneck, copies / bandwidths.intoServers());
  }

  /** Nobody writes for it any more: what has been written is all. */
  void settle() {
    bytes = 0;
    copies = 0;
    bytesFrom.clear();
    for (Member member : members.values()) {
      member.settle();
      bytes += member.estimate();
      copies += member.copies();
      bytesFrom.merge(member.switchName(), member.estimate(), Double::sum);
    }
    findBottleneck();
  }

  /** Some of its members are expected to write less than before. */
  void findBottleneck() {
    bottleneck = 0;
    forEachEdge((edge, time) -> bottleneck = Math.max(bottleneck, time));
  }

  /** A part of it has been written; returns how many seconds of its bottleneck that is. */
  double serve(double part) {
    double time = secondsOf(part);
    served += time;
    return time;
  }

  /** What so many bytes of it, from anywhere, take of all servers' links. */
  double serverSeconds(double part) {
    return bytes > 0 ? part * copies / bytes / bandwidths.intoServers() : 0;
  }

  private double secondsOf(double part) {
    return bytes > 0 ? bottleneck * part / bytes : 0;
  }

  /** What was written since it began, or began anew, in seconds of its bottleneck. */
  double lifeSeconds() {
    return secondsOf(lifeBytes);
  }

  /** What it needs in all, as far as its size is known, in seconds of its bottleneck. */
  double needed() {
    return isLate() ? lifeSeconds() : Math.max(bottleneck, expected());
  }

  /** What its last instances took, in seconds of their bottlenecks; 0 if that is not known. */
  double expected() {
    return before.seconds();
  }

  /** Whether it had ended before: then what comes now is not what is known of its size. */
  boolean isLate() {
    return lives > 0;
  }

  /**
   * Whether most of what it has announced is not written: somebody has asked for a turn, and those
   * who write in it are to come.
   */
  boolean isToCome() {
    return isAnnounced && 2 * served < bottleneck;
  }

  /** All its files have ended. */
  void beginsAnew() {
    lives++;
    lifeBytes = 0;
    served = 0;
  }

  /** Whether all its members can be sorted in again with each of its chunks. */
  boolean isSmall() {
    return members.size() <= FEW;
  }

  /** What it takes of each edge of which that is known, in seconds. */
  void forEachEdge(ObjDoubleConsumer<Object> action) {
    Map<String, Double> own = new HashMap<>();
    members.values().forEach(m -> own.merge(m.host(), m.ownSeconds(), Double::sum));
    own.forEach((host, time) -> action.accept(host, time));
    bytesFrom.forEach((sw, from) -> action.accept("out of " + sw, from / bandwidths.outOf(sw)));
    action.accept(SERVERS, copies / bandwidths.intoServers());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "group " + number + " (" + key + "), rank " + rank;
  }
}
