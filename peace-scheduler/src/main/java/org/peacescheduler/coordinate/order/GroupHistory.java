package org.peacescheduler.coordinate.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * How large groups were. Groups whose names differ in digits alone are instances of one series:
 * {@code chk-12} and {@code chk-13}; so are the nameless ones of a host.
 *
 * <p>Of each series it keeps what each member wrote the last time, and what the bottleneck of the
 * group took that the member wrote for; the last instance counts as much as all before it. Groups
 * of one series that are written at the same time are told apart by their members. Example: the
 * hosts h1 and h2 write 1 and 32 chunks to {@code /7/h1/x} and {@code /7/h2/x}, one series; of
 * {@code /8/h1/x} 1 chunk is expected, since h1 begins it.
 *
 * <p>Of all groups of a share together it keeps how large the group is that a byte belongs to on
 * average. What has not been written for longest is forgotten.
 *
 * <p>Bound: {@value #MOST_SERIES} series, besides those of groups that are open or late, with
 * {@value #MOST_MEMBERS} members together, as many of each as a group has at most, and {@value
 * #MOST_SHARES} shares. A member is 150 characters at most. Confined to the coordinator's lock.
 */
final class GroupHistory {
  /** So many members of all series are remembered. */
  private static final int MOST_MEMBERS = 100_000;

  /** So many series are remembered. */
  private static final int MOST_SERIES = 10_000;

  /** So many shares have an own size that is usual. */
  private static final int MOST_SHARES = 10_000;

  /**
   * One group of a series, once all of it has been written. Immutable.
   *
   * @param members how many it had; 0 if it was not seen
   * @param mean what a member wrote on average, in bytes
   * @param seconds what its bottleneck took; 0 if there is none
   */
  record Instance(int members, double mean, double seconds) {
    static final Instance UNKNOWN = new Instance(0, 0, 0);

    boolean isKnown() {
      return seconds > 0;
    }
  }

  /** Groups that follow each other. */
  static final class Series {
    private final GroupKey key;
    final Map<String, Part> parts = new LinkedHashMap<>(16, 0.75f, true);

    /** The one that ended last, or of which somebody else knows. */
    Instance last = Instance.UNKNOWN;

    /** The group of it that began last; null if that is over. */
    Group latest;

    Series(GroupKey key) {
      this.key = key;
    }

    /** What a member wrote, in bytes, and for which instance. */
    private record Part(double bytes, Instance of) {}

    /**
     * The instance that a group with this member follows: the one that the member wrote for. Of a
     * name it is else the one that ended last; without a name, groups at the same time may be of
     * one series, and say nothing of each other.
     */
    Instance before(Member member) {
      Part part = parts.get(member.place());
      if (part != null) {
        return part.of;
      }
      return key.name().isPresent() ? last : Instance.UNKNOWN;
    }

    /** What a member is expected to write: what it wrote before, or else what members write. */
    double bytes(Member member) {
      Part part = parts.get(member.place());
      return part == null ? member.group().before.mean() : part.bytes;
    }

    private LearntSize learnt() {
      boolean isOfHost = key.name().isEmpty() && !key.isOfDirectory();
      return new LearntSize(
          key.user().orElse(""),
          isOfHost ? "" : key.name().orElse(key.writer()),
          isOfHost ? key.writer() : "",
          last.members(),
          last.mean(),
          last.seconds());
    }

    /**
     * All of an instance has been written.
     *
     * @param weight what it counts beside all before it
     */
    private void learn(Group group, double weight) {
      Instance before = group.before;
      double counts = before.members() == 0 ? 1 : weight;
      double seconds = mix(before.seconds(), group.bottleneck(), counts);
      double sum = group.members().stream().mapToDouble(m -> written(m, weight)).sum();
      last = new Instance(group.members().size(), sum / group.members().size(), seconds);
      group.members().forEach(m -> parts.put(m.place(), new Part(written(m, weight), last)));
      Iterator<String> oldest = parts.keySet().iterator();
      while (parts.size() > Roster.MANY) {
        oldest.next();
        oldest.remove();
      }
    }

    private double written(Member member, double weight) {
      Part part = parts.get(member.place());
      return part == null ? member.written() : mix(part.bytes, member.written(), weight);
    }
  }

  /** How large groups of one share are. */
  private static final class Usual {
    double seconds;
    double work;

    void learn(double ofGroup, double memory) {
      work = Math.min(work, memory * seconds) + ofGroup;
      seconds += ofGroup / work * (ofGroup - seconds);
    }
  }

  final LinkedHashMap<GroupKey, Series> series = new LinkedHashMap<>(16, 0.75f, true);
  private final LinkedHashMap<Share, Usual> usual = new LinkedHashMap<>(16, 0.75f, true);
  private final double last;
  private final double memory;
  int remembered;

  GroupHistory(Constants constants) {
    last = constants.of(Constant.LAST_INSTANCE);
    memory = constants.of(Constant.MEMORY);
  }

  /** A series; written for most recently from now on. */
  Series series(GroupKey key) {
    return series.computeIfAbsent(key, Series::new);
  }

  /**
   * What the bottleneck of a share's group takes that nothing is known of; 0 if none has ended yet.
   */
  double usualSeconds(Share share) {
    Usual known = usual.get(share);
    return known == null ? 0 : known.seconds;
  }

  /** All of a group has been written. */
  void learn(Group group) {
    double seconds = group.bottleneck();
    if (seconds <= 0) {
      forgetOldest(); // It may be one that is new.
      return;
    }
    Series of = known(group.series);
    remembered -= of.parts.size();
    of.learn(group, last);
    remembered += of.parts.size();
    usual.computeIfAbsent(group.share(), share -> new Usual()).learn(seconds, memory);
    forgetOldest();
  }

  /**
   * A series that was forgotten while a group of it wrote is known again, or another in its place.
   */
  private Series known(Series of) {
    Series known = series.putIfAbsent(of.key, of);
    if (known == null) {
      remembered += of.parts.size();
    }
    return known == null ? of : known;
  }

  int size() {
    return series.size();
  }

  /** Those that were written for last, the last one first. Cost: a step for each that is known. */
  List<LearntSize> learnt(int most) {
    List<LearntSize> learnt =
        series.values().stream()
            .skip(Math.max(0, series.size() - most))
            .filter(of -> of.last.isKnown())
            .map(Series::learnt)
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(learnt);
    return learnt;
  }

  private static double mix(double before, double now, double weight) {
    return before + weight * (now - before);
  }

  private void forgetOldest() {
    if (usual.size() > MOST_SHARES) {
      usual.remove(usual.keySet().iterator().next());
    }
    Iterator<Series> oldest = series.values().iterator();
    while ((remembered > MOST_MEMBERS || series.size() > MOST_SERIES) && series.size() > 1) {
      remembered -= oldest.next().parts.size();
      oldest.remove();
    }
  }
}
