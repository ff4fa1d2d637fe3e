package org.peacescheduler.coordinate.order;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Groups go in the order in which they would be complete if they shared fairly: Friedman and
 * Henderson, "Fairness and efficiency in web server protocols" (SIGMETRICS 2003), for each user's
 * groups; and users share by their weights, as in weighted fair queueing.
 *
 * <p>Goals, in order: nobody is complete later than with fair sharing; small groups first; groups
 * of one size first come, first served; a user's groups delay another user's no more than his
 * share.
 *
 * <p>Beside the real system a fair one is kept: what is written is counted in seconds of the
 * bottlenecks of the groups whose it is, and the fair system divides as many seconds evenly among
 * users, by weight, and among the groups of each user. So its clock goes as fast as the cluster
 * works, however much of it each group uses, and nothing ages while nothing is written. In it a
 * group is complete at its {@code finish} on its user's clock: by that the groups of a user are
 * ordered. If a user's share serves them in that order, each is done at its rank on the clock of
 * all: by that all are ordered.
 *
 * <p>Example: a of 4 s comes, and 2 s later b of 1 s. In the fair system b is complete at 4, a at
 * 5; b goes first and is complete at 3, a at 5.
 *
 * <p>A group that goes before others of its user pushes their ranks back: each group keeps at least
 * three quarters of its own time between the rank before and its own, so that few have to be moved.
 * Cost: the logarithm of the number of groups, and for each that is moved that of what waits for
 * it. Confined to the coordinator's lock.
 */
final class FairSojourn implements Ranking {
  /** A rank may be so much too low, as a part of what goes before it. */
  private static final double IMPRECISION = 0.25;

  /** A user's groups in the fair system. */
  private static final class Flow {
    private final Optional<String> user;
    private final double weight;

    /** Those that are not complete there, by when they will be. */
    private final TreeSet<Tag> active = new TreeSet<>(Tag::byFinish);

    /** How many of its groups have not ended in the real system. */
    private int groups;

    /** What each of its groups that were there all the time has had, in seconds. */
    private double clock;

    /** When that was so, on the clock of all. */
    private double at;

    /** When all its work will be done, on the clock of all. */
    private double end;

    Flow(Optional<String> user, double weight) {
      this.user = user;
      this.weight = weight;
    }
  }

  /** A group in the fair system. */
  private static final class Tag {
    private final Group group;
    private final Flow flow;

    /** What it needs, in seconds. */
    private double seconds;

    /** When it is complete, on its user's clock. */
    private double finish;

    private double rank;
    private boolean hasEnded;

    Tag(Group group, Flow flow) {
      this.group = group;
      this.flow = flow;
    }

    static int byFinish(Tag a, Tag b) {
      int order = Double.compare(a.finish, b.finish);
      return order == 0 ? Long.compare(a.group.number(), b.group.number()) : order;
    }
  }

  private final Shares shares;
  private final Ranks ranks;
  private final Map<Optional<String>, Flow> flows = new HashMap<>();
  private final Map<Group, Tag> tags = new HashMap<>();

  /** Users with work in the fair system, by its end. */
  private final TreeSet<Flow> busy =
      new TreeSet<>(
          Comparator.<Flow>comparingDouble(flow -> flow.end)
              .thenComparing(flow -> flow.user.orElse("")));

  private double busyWeight;
  private double clock;

  FairSojourn(Shares shares, Ranks ranks) {
    this.shares = shares;
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    Flow flow = flows.computeIfAbsent(group.user(), user -> new Flow(user, shares.of(user)));
    flow.groups++;
    Tag tag = new Tag(group, flow);
    tags.put(group, tag);
    passTo(flow);
    tag.finish = flow.clock;
    need(tag, group.seconds());
  }

  @Override
  public void resized(Group group) {
    Tag tag = tags.get(group);
    passTo(tag.flow);
    need(tag, group.seconds());
  }

  @Override
  public void ended(Group group) {
    Tag tag = tags.remove(group);
    tag.hasEnded = true;
    tag.flow.groups--;
    passTo(tag.flow);
    need(tag, group.seconds());
    if (tags.isEmpty()) {
      forgetAll();
    } else if (tag.flow.groups == 0 && tag.flow.active.isEmpty()) {
      flows.remove(group.user());
    }
  }

  /** Nobody is there in the real system. */
  private void forgetAll() {
    flows.clear();
    busy.clear();
    busyWeight = 0;
    clock = 0;
  }

  /** A group needs so many seconds in all. */
  private void need(Tag tag, double seconds) {
    Flow flow = tag.flow;
    double leftBefore = flow.active.remove(tag) ? tag.finish - flow.clock : 0;
    double left = Math.max(0, leftBefore + seconds - tag.seconds);
    tag.seconds = seconds;
    tag.finish = flow.clock + left;
    if (left > 0) {
      flow.active.add(tag);
    }
    setEnd(flow, Math.max(clock, flow.end) + (left - leftBefore) / flow.weight);
    if (left > 0) {
      rank(tag, left);
    } else {
      set(tag, Math.min(tag.rank, clock));
    }
  }

  private void setEnd(Flow flow, double end) {
    if (busy.remove(flow)) {
      busyWeight = busy.isEmpty() ? 0 : busyWeight - flow.weight;
    }
    flow.end = end;
    if (!flow.active.isEmpty()) {
      busy.add(flow);
      busyWeight += flow.weight;
    }
  }

  /** If a user's share serves his groups one after the other, this one is done at its rank. */
  private void rank(Tag tag, double left) {
    Flow flow = tag.flow;
    Tag before = flow.active.lower(tag);
    set(tag, Math.max(clock, before == null ? clock : before.rank) + left / flow.weight);
    double begin = tag.rank;
    for (Tag behind : flow.active.tailSet(tag, false)) {
      double own = behind.seconds / flow.weight;
      if (behind.rank >= begin + (1 - IMPRECISION) * own) {
        return;
      }
      set(behind, begin + own);
      begin = behind.rank;
    }
  }

  private void set(Tag tag, double rank) {
    tag.rank = rank;
    if (!tag.hasEnded) {
      ranks.set(tag.group, rank);
    }
  }

  @Override
  public void served(Group group, double seconds) {
    double left = seconds;
    while (left > 0 && !busy.isEmpty()) {
      Flow next = busy.first();
      double until = Math.max(0, next.end - clock) * busyWeight;
      if (left < until) {
        clock += left / busyWeight;
        return;
      }
      left -= until;
      clock = Math.max(clock, next.end);
      passTo(next);
      next.active.clear();
      setEnd(next, clock);
      if (next.groups == 0) {
        flows.remove(next.user);
      }
    }
  }

  /** A user's clock goes on to the clock of all. */
  private void passTo(Flow flow) {
    double left = (clock - flow.at) * flow.weight;
    flow.at = clock;
    while (left > 0 && !flow.active.isEmpty()) {
      Tag next = flow.active.first();
      double until = (next.finish - flow.clock) * flow.active.size();
      if (left < until) {
        flow.clock += left / flow.active.size();
        return;
      }
      left -= until;
      flow.clock = next.finish;
      flow.active.pollFirst();
    }
  }
}
