package org.peacescheduler.coordinate.order;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Groups go in the order in which they would be complete if they shared fairly: Friedman and
 * Henderson, "Fairness and efficiency in web server protocols" (SIGMETRICS 2003), for each share's
 * groups; and shares, of users and paths, go by their weights, as in weighted fair queueing.
 *
 * <p>Goals, in order: nobody is complete later than with fair sharing; small groups first; groups
 * of one size first come, first served; groups of one share delay another's no more than its part.
 *
 * <p>Beside the real system a fair one is kept: what is written is counted in seconds of the
 * bottlenecks of the groups whose it is, and the fair system divides as many seconds evenly among
 * shares, by weight, and among the groups of each share. So its clock goes as fast as the cluster
 * works, however much of it each group uses, and nothing ages while nothing is written. In it a
 * group is complete at its {@code finish} on its share's clock: by that the groups of a share are
 * ordered. If a share's part serves them in that order, each is <em>due</em> at a moment on the
 * clock of all: by that groups of several shares are ordered.
 *
 * <p>Example: a of 4 s comes, and 2 s later b of 1 s. In the fair system b is complete at 4, a at
 * 5; b goes first and is complete at 3, a at 5.
 *
 * <p>Sizes may be lies. A share that has had more than its groups were taken to need stands behind
 * all others until it is due that much, so a lie moves a group within its share only.
 *
 * <p>Cost: the logarithm of the number of groups. Confined to the coordinator's lock.
 */
final class FairSojourn implements Ranking {
  /** A share's groups in the fair system. */
  private static final class Flow {
    private final Share share;
    private final long number;
    private final double weight;

    /** Those that are not complete there, by when they will be. */
    private final TreeSet<Tag> active = new TreeSet<>(Tag::byFinish);

    /** What its part has not served yet, if it serves one group after the other. */
    private final Backlog backlog = new Backlog();

    /** How many of its groups have not ended in the real system. */
    private int groups;

    /** What each of its groups that were there all the time has had, in seconds. */
    private double clock;

    /** When that was so, on the clock of all. */
    private double at;

    /** When all its work will be done, on the clock of all. */
    private double end;

    /** Until when what it has had beyond what its groups were taken to need is its due. */
    private double owes;

    /** When it was served last, on the clock of all. */
    private double servedAt;

    Flow(Share share, long number, double weight) {
      this.share = share;
      this.number = number;
      this.weight = weight;
    }
  }

  /** A group in the fair system. */
  static final class Tag {
    private final Group group;
    private final Flow flow;

    /** What it needs, in seconds. */
    private double seconds;

    /** What it has had, and what of that its ranks have accounted for, in seconds. */
    private double had;

    private double accounted;

    /** When it is complete, on its share's clock. */
    private double finish;

    /** When it is to be done by its share's part, on the clock of all. */
    private double due;

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
  private final Map<Share, Flow> flows = new HashMap<>();

  /** Shares with work in the fair system, by its end. */
  private final TreeSet<Flow> busy =
      new TreeSet<>(
          Comparator.<Flow>comparingDouble(flow -> flow.end)
              .thenComparingLong(flow -> flow.number));

  /** How many groups have not ended in the real system. */
  private int groups;

  private long nextFlow;
  private double busyWeight;
  private double clock;

  FairSojourn(Shares shares, Ranks ranks) {
    this.shares = shares;
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    Flow flow =
        flows.computeIfAbsent(
            group.share(), share -> new Flow(share, nextFlow++, shares.weight(share)));
    flow.groups++;
    Tag tag = new Tag(group, flow);
    group.place.fair = tag;
    groups++;
    passTo(flow);
    tag.finish = flow.clock;
    need(tag, group.seconds());
  }

  @Override
  public void resized(Group group) {
    Tag tag = group.place.fair;
    passTo(tag.flow);
    need(tag, group.seconds());
  }

  @Override
  public void ended(Group group) {
    Tag tag = group.place.fair;
    group.place.fair = null;
    groups--;
    tag.hasEnded = true;
    tag.flow.groups--;
    passTo(tag.flow);
    need(tag, group.seconds());
    if (groups == 0) {
      forgetAll();
    } else if (tag.flow.groups == 0 && tag.flow.active.isEmpty()) {
      flows.remove(group.share());
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
    double more = seconds - tag.seconds;
    double leftBefore = flow.active.remove(tag) ? tag.finish - flow.clock : 0;
    double left = Math.max(0, leftBefore + more);
    double notServed = Math.max(0, flow.backlog.remove(tag.finish, tag.group.number()) + more);
    tag.seconds = seconds;
    tag.accounted = Math.max(tag.accounted, seconds);
    tag.finish = flow.clock + left;
    if (left > 0) {
      flow.active.add(tag);
    }
    setEnd(flow, Math.max(clock, flow.end) + (left - leftBefore) / flow.weight);
    if (notServed > 0) {
      flow.backlog.add(tag.finish, tag.group.number(), notServed);
      tag.due = Double.POSITIVE_INFINITY;
    }
    if (!tag.hasEnded) {
      ranks.set(tag.group, tag.finish);
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

  /**
   * What a group has had beyond what it was taken to need, others have waited for who had not
   * reckoned with it: all of its share stands back by as much.
   */
  private void account(Tag tag, double seconds) {
    tag.had += seconds;
    if (tag.had > tag.accounted) {
      Flow flow = tag.flow;
      flow.owes = Math.max(clock, flow.owes) + (tag.had - tag.accounted) / flow.weight;
      tag.accounted = tag.had;
    }
  }

  /**
   * When the group is due. Of one of which nothing is known, when what it has asked for is due: how
   * much more it is taken to need matters within its share.
   */
  @Override
  public double standing(Group group) {
    Tag tag = group.place.fair;
    if (tag == null || tag.flow.owes > clock) {
      return Double.POSITIVE_INFINITY;
    }
    Flow flow = tag.flow;
    passTo(flow);
    tag.due = due(tag, 0);
    // Who is late by the fair system, but has just been served, is not late beside other shares.
    return Math.max(tag.due, flow.servedAt);
  }

  @Override
  public double sight(Group group) {
    Tag tag = group.place.fair;
    if (tag == null || tag.flow.owes > clock) {
      return Double.POSITIVE_INFINITY;
    }
    double done = (clock - tag.flow.at) * tag.flow.weight;
    return Math.max(due(tag, done), tag.flow.servedAt);
  }

  /**
   * When a group is due.
   *
   * @param done how much of its share's work is done that the backlog does not know of
   */
  private double due(Tag tag, double done) {
    Flow flow = tag.flow;
    Group group = tag.group;
    double before = flow.backlog.before(tag.finish, group.number());
    double left = flow.backlog.at(tag.finish, group.number());
    double own = Math.max(0, left - Math.max(0, done - before));
    double known = group.isSizeKnown() ? group.needed() : group.lifeSeconds();
    double assumed = Math.max(0, tag.seconds - known);
    double ahead = Math.max(0, before - done) + Math.max(0, own - assumed);
    return ahead > 0 ? clock + ahead / flow.weight : Math.min(tag.due, clock);
  }

  @Override
  public void served(Group group, double seconds) {
    Tag tag = group.place.fair;
    account(tag, seconds);
    pass(seconds);
    tag.flow.servedAt = clock;
  }

  /** So many seconds of work are done in the fair system, too. */
  private void pass(double seconds) {
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
        flows.remove(next.share);
      }
    }
  }

  /** A share's clock goes on to the clock of all. */
  private void passTo(Flow flow) {
    double left = (clock - flow.at) * flow.weight;
    flow.at = clock;
    flow.backlog.work(left);
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
