package org.peacescheduler.coordinate.order;

import java.util.Collection;
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
  private static final int FEW = 16;

  private final long number;
  final long began;
  final GroupKey key;
  final GroupHistory.Series series;
  final GroupPlace place = new GroupPlace();
  final GroupLife life = new GroupLife();
  private final GroupLoad load;
  private final Roster roster;

  /** Whether one of its members says how much it writes. */
  boolean isAnnounced;

  int files;
  long idleSince;

  /**
   * The instance that it follows. What is learnt of others of its series while it writes is for
   * those that come later: it would move this one behind its equals.
   */
  GroupHistory.Instance before = GroupHistory.Instance.UNKNOWN;

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
    this.load = new GroupLoad(bandwidths);
    this.roster = new Roster(bandwidths, slack);
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
    return place.rank;
  }

  /** How long its bottleneck takes for all of it, as far as its size is known, in seconds. */
  public double seconds() {
    return place.seconds;
  }

  /** Whose part of the network it uses. */
  public Share share() {
    return key.share();
  }

  Collection<Member> members() {
    return roster.all();
  }

  /** Whether anything is known of its size beside what it has asked for. */
  boolean isSizeKnown() {
    return roster.isAnyTold() || before.isKnown();
  }

  /** How much of it has been written, in seconds of its bottleneck. */
  double served() {
    return life.served;
  }

  /** What its bottleneck takes for what its members are expected to write. */
  double bottleneck() {
    return load.bottleneck();
  }

  /**
   * The member of a client; a client not seen before is a new one. Of a group that has had very
   * many, all further clients of a host are one.
   */
  Member member(String host, String client) {
    return roster.of(this, host, client, this::joins);
  }

  private void joins(Member member) {
    before = before.isKnown() ? before : series.before(member);
  }

  /**
   * A member has no open file any more.
   *
   * @return whether others of its members may stand elsewhere now
   */
  boolean ends(Member member) {
    return key.name().isEmpty() && roster.ends(member);
  }

  /** See {@link Member#standing}. */
  double standing(Member member) {
    if (key.name().isPresent()) {
      return -member.ownSeconds();
    }
    double largest = roster.largestEnded();
    boolean isAsOthers = member.ownSeconds() <= largest || largest == 0;
    return isAsOthers && !member.isTold() ? largest : member.ownSeconds();
  }

  /** Does something that may raise what a member is expected to write. */
  void change(Member member, Runnable change) {
    double estimate = member.estimate();
    double copies = member.copies();
    boolean wasTold = member.isTold();
    change.run();
    if (!wasTold && member.isTold()) {
      roster.tellsOneMore();
    }
    if (member.estimate() != estimate || member.copies() != copies) {
      load.add(member, member.estimate() - estimate, member.copies() - copies);
    }
  }

  /** Nobody writes for it any more: what has been written is all. */
  void settle() {
    members().forEach(Member::settle);
    load.settle(members());
  }

  /** Some of its members are expected to write less than before. */
  void findBottleneck() {
    load.findBottleneck(members());
  }

  /** A part of it has been written; returns how many seconds of its bottleneck that is. */
  double serve(double part) {
    double time = load.seconds(part);
    life.served += time;
    return time;
  }

  /** What its bottleneck carries of it; infinite if nothing is known of its size. */
  public double bytesPerSecond() {
    return 1 / load.seconds(1);
  }

  /** What so many bytes of it, from anywhere, take of all servers' links. */
  double serverSeconds(double part) {
    return load.serverSeconds(part);
  }

  /** What was written since it began, or began anew, in seconds of its bottleneck. */
  double lifeSeconds() {
    return load.seconds(life.bytes);
  }

  /** What it needs in all, as far as its size is known, in seconds of its bottleneck. */
  double needed() {
    return isLate() ? lifeSeconds() : Math.max(bottleneck(), expected());
  }

  /** What its last instances took, in seconds of their bottlenecks; 0 if that is not known. */
  double expected() {
    return before.seconds();
  }

  /** Whether it had ended before: then what comes now is not what is known of its size. */
  boolean isLate() {
    return !life.isFirst();
  }

  /**
   * Whether most of what it has announced is not written: somebody has asked for a turn, and those
   * who write in it are to come.
   */
  boolean isToCome() {
    return isAnnounced && 2 * served() < bottleneck();
  }

  /** Whether all its members can be sorted in again with each of its chunks. */
  boolean isSmall() {
    return members().size() <= FEW;
  }

  /** What it takes of each edge of which that is known, in seconds. */
  void forEachEdge(ObjDoubleConsumer<Object> action) {
    load.forEachEdge(members(), action);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "group " + number + " (" + key + "), rank " + rank();
  }
}
