package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.schedule.Constants;

/**
 * One edge that carries a chunk of one byte in a second, never two at a time: what an order makes
 * of groups on it. All chunks of a group are asked for when it comes.
 */
final class OneEdge {
  /**
   * A group.
   *
   * @param at when it comes, in seconds
   * @param chunks how many it has
   * @param told how many it says that it has; 0 if it says nothing
   */
  record Coming(double at, int chunks, String user, int told) {
    static Coming of(double at, int chunks) {
      return new Coming(at, chunks, "ann", chunks);
    }
  }

  private final Groups groups;
  private final List<Coming> coming;
  private final Map<Integer, Member> there = new LinkedHashMap<>();
  private final Map<Integer, Integer> left = new HashMap<>();
  private int next;

  private OneEdge(GroupOrder order, Shares shares, List<Coming> coming) {
    this.coming = coming;
    groups =
        new Groups(
            order,
            shares,
            Constants.STANDARD,
            new FakeBandwidths(),
            new Groups.Listener() {
              @Override
              public void moved(Group group) {}

              @Override
              public void moved(Member member) {}
            });
  }

  /**
   * When each is complete.
   *
   * @param coming in the order in which they come
   */
  static double[] ends(GroupOrder order, Shares shares, List<Coming> coming) {
    return new OneEdge(order, shares, coming).run();
  }

  private double[] run() {
    double[] ends = new double[coming.size()];
    double now = 0;
    while (next < coming.size() || !there.isEmpty()) {
      if (there.isEmpty()) {
        now = Math.max(now, coming.get(next).at());
      }
      comeUntil(now);
      int first = first();
      double end = now + 1;
      comeUntil(end - 1e-9);
      Member member = there.get(first);
      groups.written(member, 1, 1);
      if (left.merge(first, -1, Integer::sum) == 0) {
        groups.leave(member, 0);
        there.remove(first);
        ends[first] = end;
      }
      now = end;
    }
    return ends;
  }

  private int first() {
    return there.keySet().stream()
        .min(
            Comparator.<Integer>comparingDouble(i -> standing(there.get(i).group()))
                .thenComparingDouble(i -> there.get(i).group().rank())
                .thenComparingLong(i -> there.get(i).group().number()))
        .orElseThrow();
  }

  /** Who looks on sees the same. */
  private double standing(Group group) {
    double seen = groups.sight(group).standing();
    double standing = groups.standing(group);
    assertEquals(standing, seen, 1e-6);
    return standing;
  }

  private void comeUntil(double now) {
    while (next < coming.size() && coming.get(next).at() <= now) {
      Coming comes = coming.get(next);
      Groups.Origin origin =
          new Groups.Origin(
              Share.ofUser(Optional.of(comes.user())),
              Optional.of(comes.user()),
              Optional.of(comes.told() == 0 ? Integer.toString(next) : "told-" + name(next)),
              "w" + next,
              Optional.empty(),
              "");
      Member member = groups.join(origin, 0);
      groups.announce(member, comes.told());
      for (int chunk = 0; chunk < comes.chunks(); chunk++) {
        groups.ask(member, 1, 1);
      }
      there.put(next, member);
      left.put(next, comes.chunks());
      next++;
    }
  }

  /** Without digits, so that they are no instances of one series. */
  private static String name(int number) {
    return Integer.toString(number)
        .chars()
        .mapToObj(digit -> String.valueOf((char) ('a' + digit - '0')))
        .reduce("", String::concat);
  }

  /** When each is complete if all that are there share the edge evenly. */
  static double[] evenly(List<Coming> coming) {
    double[] ends = new double[coming.size()];
    double[] left = coming.stream().mapToDouble(Coming::chunks).toArray();
    List<Integer> there = new ArrayList<>();
    double now = 0;
    int next = 0;
    while (next < coming.size() || !there.isEmpty()) {
      double arrival = next < coming.size() ? coming.get(next).at() : Double.MAX_VALUE;
      double least = there.stream().mapToDouble(i -> left[i]).min().orElse(Double.MAX_VALUE);
      double until = Math.min(arrival, there.isEmpty() ? arrival : now + least * there.size());
      for (int i : there) {
        left[i] -= (until - now) / there.size();
      }
      now = until;
      for (int i : List.copyOf(there)) {
        if (left[i] < 1e-9) {
          ends[i] = now;
          there.remove((Integer) i);
        }
      }
      if (arrival <= now) {
        there.add(next++);
      }
    }
    return ends;
  }
}
