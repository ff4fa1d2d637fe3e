package org.peacescheduler.coordinate.order;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * What belongs together, how large it is, and whose turn it is: the groups of all files that are
 * open.
 *
 * <p>Files of one name of a group and one user are one group. Without a name, the files are that a
 * user's clients begin within a second ({@link Constant#GATHERING}) in one directory, or in
 * directories beside each other that digits alone tell apart: the paper's request, a checkpoint of
 * which each thread writes a file. A file begun later is of a new group, so that a writer that
 * never pauses does not keep its place for ever. Maybe these writers have nothing in common: in
 * such a group who has least to write goes first ({@link Member#standing}).
 *
 * <p>How large a group is, is what its members announce; or else what the group's last instances
 * were ({@link GroupHistory}); or else what groups of its share are usually, and twice what is
 * known as soon as that is more. While none of the share has ever ended, all of which nothing is
 * known are taken to be as large as the largest of them: they are served as they came. Nothing that
 * others do or say changes a group's size. If groups turn out to be larger than their last
 * instances, so are those beside them taken to be ({@link Growth}).
 *
 * <p>A named group whose files have all ended is remembered for a minute: who comes late, as a job
 * does that commits what its tasks have written, is of it still, and ranked by what it brings. If
 * less than half of what it has announced is written, its writers are to come, and it keeps its
 * size. Example: a job manager announces 14 MB with a file of 16 bytes, and its tasks write them.
 *
 * <p>Bound: the groups of files that are open, {@value #MOST_LATE} that are late, and {@link
 * GroupHistory}'s; a lie about bytes moves a group within its share.
 *
 * <p>Cost: that of the order, for each chunk. Confined to the coordinator's lock.
 */
public final class Groups {
  private static final long LATE_MILLIS = 60_000;
  private static final int MOST_LATE = 10_000;

  /** Each is learnt from, member by member. */
  private static final int FORGOTTEN_AN_EVENT = 16;

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** A share's groups with open files of which nothing is known but what they ask for. */
  static final class Unknown {
    final Round groups = new Round();

    /** What each of them is taken to need, in seconds. */
    double seconds;
  }

  /** Told of what stands elsewhere now. */
  public interface Listener {
    /** A group has another rank. */
    void moved(Group group);

    /** A member's bytes take another time on its own link. */
    void moved(Member member);
  }

  private Ranking ranking;
  private final Bandwidths bandwidths;
  private final Listener listener;
  final GroupHistory history;
  private final Constants constants;
  final Map<GroupKey, Group> byKey = new HashMap<>();

  /** Named groups without open files, the one first that has been so for longest. */
  final Set<Group> late = new LinkedHashSet<>();

  final Map<Share, Unknown> unknown = new HashMap<>();

  /** Of each share with ranked groups of which the last instances are known. */
  final Map<Share, Growth> growths = new HashMap<>();

  final Set<Group> open = new LinkedHashSet<>();

  /** Those that have begun and are not over. */
  private final Set<Round> rounds = new LinkedHashSet<>();

  private long next;

  /** No group yet. */
  public Groups(
      GroupOrder order,
      Shares shares,
      Constants constants,
      Bandwidths bandwidths,
      Listener listener) {
    history = new GroupHistory(constants);
    this.constants = constants;
    this.bandwidths = bandwidths;
    this.listener = listener;
    this.ranking = order.start(shares, this::setRank);
  }

  /**
   * From now on groups are in another order, or shares are due other parts. Groups with open files
   * stand as if they had come now, the oldest first; what is known of their sizes stays. Cost: that
   * of so many groups that come.
   */
  public void reorder(GroupOrder order, Shares shares) {
    List<Group> ranked =
        open.stream()
            .filter(group -> group.place.isRanked)
            .sorted(Comparator.comparingLong(Group::number))
            .toList();
    ranked.forEach(group -> group.place.fair = null);
    ranking = order.start(shares, this::setRank);
    ranking.takeOver(ranked);
  }

  private double slack() {
    return constants.of(Constant.SLACK);
  }

  private void setRank(Group group, double rank) {
    if (group.place.rank != rank) {
      group.place.rank = rank;
      listener.moved(group);
    }
  }

  /**
   * Whose file it is.
   *
   * @param share whose part of the network it uses
   * @param user the caller
   * @param name of the group, if the client or the operator says one
   * @param host of the writer, or what else tells it from all others
   * @param client tells the writer from others on its host
   * @param directory where its files lie, as {@link #alike} has it; empty if that is not known
   */
  public record Origin(
      Share share,
      Optional<String> user,
      Optional<String> name,
      String host,
      Optional<String> client,
      String directory) {}

  /**
   * A directory, without the digits in its last name: what the hosts of a job write beside each
   * other is alike. Example: {@code /data/a/1/host-#} for {@code /data/a/1/host-7}.
   */
  public static String alike(String directory) {
    int last = directory.lastIndexOf('/') + 1;
    return directory.substring(0, last) + DIGITS.matcher(directory.substring(last)).replaceAll("#");
  }

  /** A file begins; the member of a group whose it is. */
  public Member join(Origin origin, long now) {
    forgetLate(now);
    GroupKey key = GroupKey.of(origin);
    Group group = byKey.get(key);
    double gathering = constants.of(Constant.GATHERING);
    boolean isOver = group != null && origin.name().isEmpty() && now - group.began > gathering;
    if (group == null || isOver) {
      group =
          new Group(
              next++, now, key, history.series(GroupKey.ofSeries(origin)), bandwidths, slack());
      byKey.put(key, group);
      settleBefore(group);
    }
    late.remove(group);
    open.add(group);
    group.files++;
    Member member = group.member(origin.host(), origin.client().orElse(""));
    member.files++;
    return member;
  }

  /** Names those that write the same series of groups, or for the same user what has no name. */
  public static String kin(Origin origin) {
    String series = origin.name().map(Groups::seriesOf).orElse("");
    return origin.share() + "\n" + origin.user().orElse("") + '\n' + series;
  }

  /** A new instance says that the one before is over, unless it still writes. */
  private void settleBefore(Group group) {
    Group before = group.series.latest;
    group.series.latest = group;
    if (before != null && late.contains(before)) {
      forget(before);
    }
  }

  /** A member says how many bytes it writes for its group; 0 if it does not say. */
  public void announce(Member member, long bytes) {
    if (bytes > 0) {
      member.group().isAnnounced = true;
      change(member, () -> member.tell((double) bytes));
    }
  }

  /**
   * The series of a group's name: groups of names that differ in digits alone follow each other.
   */
  public static String seriesOf(String name) {
    return DIGITS.matcher(name).replaceAll("#");
  }

  private Group named(Share share, Optional<String> user, String name) {
    return byKey.get(new GroupKey(share, user, Optional.of(name), ""));
  }

  private static boolean isUnknown(Group group) {
    return group != null && !group.isSizeKnown() && !group.isLate();
  }

  /** Whether a group of a name is open of which nothing is known but what it asks for. */
  public boolean isUnknown(Share share, Optional<String> user, String name) {
    return isUnknown(named(share, user, name));
  }

  /**
   * The last instance of a group had so many bytes; no effect if something is known of its size.
   *
   * @param files how many it had, at least 1: what a member writes is taken to be one of them
   */
  public void suppose(Share share, Optional<String> user, String name, long bytes, int files) {
    Group group = named(share, user, name);
    if (bytes <= 0 || !isUnknown(group)) {
      return;
    }
    double each = (double) bytes / files;
    double ofServers = group.serverSeconds((double) bytes);
    group.members().forEach(member -> change(member, () -> member.tell(each)));
    double seconds = Math.max(ofServers, group.bottleneck());
    group.before = new GroupHistory.Instance(0, each, seconds);
    group.series.last = group.before;
    if (group.place.isRanked) {
      rank(group);
    }
  }

  /**
   * A member asks for a chunk.
   *
   * @param bytes what the chunk is taken to have
   */
  public void ask(Member member, long bytes, int replicas) {
    Group group = member.group();
    if (!member.isTold() && group.series.bytes(member) > 0) {
      change(member, () -> member.tell(group.series.bytes(member)));
    }
    change(member, () -> member.ask((double) bytes, replicas));
    group.life.bytes += (double) bytes;
    rank(group);
  }

  /** Does something that may raise what a member is expected to write. */
  private void change(Member member, Runnable change) {
    double before = member.standing();
    member.group().change(member, change);
    if (member.standing() != before) {
      listener.moved(member);
    }
  }

  /** A chunk is written that was taken to have so many bytes. */
  public void written(Member member, long askedFor, long bytes) {
    Group group = member.group();
    change(member, () -> member.write((double) askedFor, (double) bytes));
    group.life.bytes += (double) (bytes - askedFor);
    ranking.served(group, group.serve((double) bytes));
    ranking.asked(group);
  }

  /** A chunk that was asked for is not written, or not known to be. */
  public void withdrawn(Member member, long askedFor) {
    Group group = member.group();
    member.withdraw((double) askedFor);
    group.life.bytes -= (double) askedFor;
    ranking.asked(group);
  }

  /** What members of a group have announced is written by its other members. */
  public void settle(List<Member> members) {
    members.forEach(member -> change(member, member::settle));
    members.stream()
        .map(Member::group)
        .distinct()
        .forEach(
            group -> {
              group.findBottleneck();
              rankAgain(group);
            });
  }

  /** A file of a member has ended. */
  public void leave(Member member, long now) {
    Group group = member.group();
    group.files--;
    member.files--;
    if (group.files > 0) {
      if (member.files == 0 && group.ends(member)) {
        listener.moved(group);
      }
      return;
    }
    open.remove(group);
    if (group.place.isRanked) {
      group.place.isRanked = false;
      isKnown(group);
      endGrowth(group);
      group.place.seconds = group.lifeSeconds();
      ranking.ended(group);
    }
    if (!group.isToCome()) {
      group.life.beginsAnew();
    }
    if (group.key.name().isEmpty()) {
      forget(group);
    } else {
      group.idleSince = now;
      late.add(group);
    }
  }

  private void forget(Group group) {
    late.remove(group);
    byKey.remove(group.key, group);
    group.settle();
    history.learn(group);
    if (group.series.latest == group) {
      group.series.latest = null;
    }
    Unknown alike = unknown.get(group.share());
    if (alike != null) {
      adapt(alike, group.share(), 0);
    }
  }

  /** Forgets named groups that nobody has come for, a few at a time. */
  public void forgetLate(long now) {
    for (int most = FORGOTTEN_AN_EVENT; most > 0 && !late.isEmpty(); most--) {
      Group oldest = late.iterator().next();
      if (late.size() <= MOST_LATE && now - oldest.idleSince < LATE_MILLIS) {
        return;
      }
      forget(oldest);
    }
  }

  private void rank(Group group) {
    if (group.isSizeKnown() || group.isLate()) {
      isKnown(group);
    } else {
      Unknown alike = unknown.computeIfAbsent(group.share(), key -> new Unknown());
      alike.groups.add(group);
      adapt(alike, group.share(), group.needed());
    }
    if (group.place.isRanked) {
      resize(group);
      ranking.asked(group);
    } else {
      group.place.isRanked = true;
      if (group.before.isKnown() && !group.isAnnounced && !group.isLate()) {
        growths.computeIfAbsent(group.share(), key -> new Growth(slack(), this::begin)).add(group);
      }
      group.place.seconds = needed(group);
      ranking.arrived(group);
    }
  }

  /** That of its share, if its last instances are known and its size is not announced. */
  private Optional<Growth> growthOf(Group group) {
    return Optional.ofNullable(growths.get(group.share())).filter(growth -> growth.has(group));
  }

  private void endGrowth(Group group) {
    growthOf(group).ifPresent(growth -> growth.ended(group));
    growths.computeIfPresent(group.share(), (share, growth) -> growth.isEmpty() ? null : growth);
  }

  /** All of these are to be ranked again: the first ones now. */
  private void begin(Round round) {
    round.begin();
    if (round.goOn(this::rankAgain)) {
      rounds.add(round);
    }
  }

  /**
   * Ranks some of those again that are to be; to be called with each event.
   *
   * @return whether any are left
   */
  public boolean rankMore() {
    if (rounds.isEmpty()) {
      return false;
    }
    Round round = rounds.iterator().next();
    if (!round.goOn(this::rankAgain)) {
      rounds.remove(round);
    }
    return !rounds.isEmpty();
  }

  private void rankAgain(Group group) {
    if (group.place.isRanked) {
      group.place.seconds = needed(group);
      ranking.resized(group);
    }
  }

  /** Something is known of its size, or nobody writes for it. */
  private void isKnown(Group group) {
    Unknown alike = unknown.get(group.share());
    if (alike != null && alike.groups.remove(group) && alike.groups.isEmpty()) {
      unknown.remove(group.share());
    }
  }

  private double needed(Group group) {
    Optional<Growth> growth = growthOf(group);
    if (growth.isPresent()) {
      return growth.get().needed(group);
    }
    if (group.isSizeKnown() || group.isLate()) {
      return group.needed();
    }
    double seconds = unknown.get(group.share()).seconds;
    while (group.needed() > slack() * seconds) {
      seconds *= 2;
    }
    return seconds;
  }

  private void resize(Group group) {
    growthOf(group).ifPresent(growth -> growth.asks(group));
    double needed = needed(group);
    if (needed > slack() * group.place.seconds
        || (group.isSmall() && needed > group.place.seconds)) {
      group.place.seconds = needed;
      ranking.resized(group);
    }
  }

  /** What is not known is taken to be usual, where anything is. */
  private void adapt(Unknown alike, Share share, double known) {
    double usual = history.usualSeconds(share);
    if (usual == 0 && known > slack() * alike.seconds) {
      assume(alike, 2 * known);
    } else if (usual > 0 && Math.abs(Math.log(usual / alike.seconds)) > Math.log(slack())) {
      assume(alike, usual);
    }
  }

  private void assume(Unknown alike, double seconds) {
    alike.seconds = seconds;
    begin(alike.groups);
  }

  /** Where a group with open files stands among those of all shares: smaller goes first. */
  public double standing(Group group) {
    return ranking.standing(group);
  }

  /**
   * What a group's bottleneck takes for all of it; if nothing is known of its size, as much as is
   * usual for its share, until its clients have asked for much more.
   */
  public double expectedSeconds(Group group) {
    double usual = group.isSizeKnown() ? 0 : history.usualSeconds(group.share());
    double asked = group.lifeSeconds();
    return asked < slack() * usual ? Math.max(usual, asked) : group.needed();
  }

  /** A group as it is now. */
  public GroupSight sight(Group group) {
    GroupSight.KnownBy knownBy =
        group.isAnnounced
            ? GroupSight.KnownBy.ANNOUNCED
            : group.isSizeKnown() ? GroupSight.KnownBy.LAST_INSTANCES : GroupSight.KnownBy.ASKED;
    return new GroupSight(
        group.number(),
        group.key.user().orElse(""),
        group.key.name().orElse(""),
        group.key.name().isPresent() ? "" : group.members().iterator().next().host(),
        group.share().toString(),
        ranking.sight(group),
        group.began,
        group.files,
        group.seconds(),
        knownBy);
  }

  /** The sizes of the series that were written for last. Cost: a step for each series. */
  public List<LearntSize> learnt(int most) {
    return history.learnt(most);
  }

  /** Of how many series the size is known, or was looked for. */
  public int series() {
    return history.size();
  }
}
