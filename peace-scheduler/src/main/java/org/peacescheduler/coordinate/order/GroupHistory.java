package org.peacescheduler.coordinate.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
 * <p>Of each series it keeps what the members of its last instance wrote, and what its bottleneck
 * took; the last instance counts as much as all before it. Of all groups of a share together it
 * keeps how large the group is that a byte belongs to on average. What has not been written for
 * longest is forgotten.
 *
 * <p>Bound: {@value #MOST_SERIES} series, besides those of groups that are open or late, with
 * {@value #MOST_MEMBERS} members together, and {@value #MOST_SHARES} shares. A member is 150
 * characters at most. Confined to the coordinator's lock.
 */
final class GroupHistory {
  /** So many members of all series are remembered. */
  private static final int MOST_MEMBERS = 100_000;

  /** So many series are remembered. */
  private static final int MOST_SERIES = 10_000;

  /** So many shares have an own size that is usual. */
  private static final int MOST_SHARES = 10_000;

  /** Groups that follow each other. */
  static final class Series {
    private final GroupKey key;
    Map<String, Double> bytesOf = Map.of();
    private double mean;
    private double seconds;

    /** Whether it comes from elsewhere, and has not been seen. */
    private boolean isSupposed;

    /** The instance that came last. */
    Group latest;

    Series(GroupKey key) {
      this.key = key;
    }

    boolean isKnown() {
      return seconds > 0;
    }

    /** What the bottleneck of an instance takes; 0 if that is not known. */
    double seconds() {
      return seconds;
    }

    /** What a member is expected to write: what it wrote before, or else what members write. */
    double bytes(Member member) {
      return bytesOf.isEmpty() ? mean : bytesOf.getOrDefault(member.place(), mean);
    }

    private LearntSize learnt() {
      boolean isOfHost = key.name().isEmpty() && !key.isOfDirectory();
      return new LearntSize(
          key.user().orElse(""),
          isOfHost ? "" : key.name().orElse(key.writer()),
          isOfHost ? key.writer() : "",
          bytesOf.size(),
          mean,
          seconds);
    }

    /** Somebody else knows what an instance took, and what its members wrote on average. */
    void suppose(double ofMember, double ofBottleneck) {
      mean = ofMember;
      seconds = ofBottleneck;
      isSupposed = true;
    }

    /**
     * All of an instance has been written.
     *
     * @param last what it counts beside all before it
     */
    private void learn(Group group, double last) {
      boolean isFirst = seconds == 0 || isSupposed;
      seconds = isFirst ? group.bottleneck() : mix(seconds, group.bottleneck(), last);
      isSupposed = false;
      Map<String, Double> now = new HashMap<>();
      double sum = 0;
      for (Member member : group.members()) {
        Double before = bytesOf.get(member.place());
        double bytes = before == null ? member.written() : mix(before, member.written(), last);
        now.put(member.place(), bytes);
        sum += bytes;
      }
      bytesOf = now;
      mean = now.isEmpty() ? 0 : sum / now.size();
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
    Series of = known(group.series());
    remembered -= of.bytesOf.size();
    of.learn(group, last);
    remembered += of.bytesOf.size();
    usual.computeIfAbsent(group.share(), share -> new Usual()).learn(seconds, memory);
    forgetOldest();
  }

  /**
   * A series that was forgotten while a group of it wrote is known again, or another in its place.
   */
  private Series known(Series of) {
    Series known = series.putIfAbsent(of.key, of);
    if (known == null) {
      remembered += of.bytesOf.size();
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
            .filter(Series::isKnown)
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
      remembered -= oldest.next().bytesOf.size();
      oldest.remove();
    }
  }
}
