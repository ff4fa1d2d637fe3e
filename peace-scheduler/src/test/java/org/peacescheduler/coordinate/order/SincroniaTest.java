package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.peacescheduler.schedule.Constants;

/** Against all orders there are, of groups that load a few edges each. */
class SincroniaTest {
  private static final int EDGES = 3;

  /** The order of groups that come together, each with what it takes of each edge. */
  private static List<Integer> order(List<int[]> loads) {
    Groups groups =
        new Groups(
            GroupOrder.SINCRONIA,
            Shares.EQUAL,
            Constants.STANDARD,
            new FakeBandwidths(),
            new WaitingForNobody());
    List<Group> all = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      for (int edge = 0; edge < EDGES; edge++) {
        Member member =
            groups.join(
                new Groups.Origin(
                    Share.ofUser(Optional.empty()),
                    Optional.empty(),
                    Optional.of("g" + (char) ('a' + i)),
                    "w" + edge,
                    Optional.empty(),
                    ""),
                0);
        groups.announce(member, loads.get(i)[edge]);
        groups.ask(member, 1, 1);
        if (edge == 0) {
          all.add(member.group());
        }
      }
    }
    return all.stream()
        .sorted(Comparator.comparingDouble(Group::rank).thenComparingLong(Group::number))
        .map(all::indexOf)
        .toList();
  }

  private static final class WaitingForNobody implements Groups.Listener {
    @Override
    public void moved(Group group) {}

    @Override
    public void moved(Member member) {}
  }

  /** The sum of completions if each edge serves the groups in this order. */
  private static int cost(List<int[]> loads, List<Integer> order) {
    int[] busy = new int[EDGES];
    int cost = 0;
    for (int i : order) {
      int end = 0;
      for (int edge = 0; edge < EDGES; edge++) {
        busy[edge] += loads.get(i)[edge];
        end = Math.max(end, loads.get(i)[edge] > 0 ? busy[edge] : 0);
      }
      cost += end;
    }
    return cost;
  }

  private static int least(List<int[]> loads, List<Integer> begun) {
    if (begun.size() == loads.size()) {
      return cost(loads, begun);
    }
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < loads.size(); i++) {
      if (!begun.contains(i)) {
        List<Integer> more = new ArrayList<>(begun);
        more.add(i);
        least = Math.min(least, least(loads, more));
      }
    }
    return least;
  }

  @Example
  void order_oneEdge_smallestFirst() {
    List<int[]> loads =
        List.of(new int[] {5, 0, 0}, new int[] {1, 0, 0}, new int[] {9, 0, 0}, new int[] {3, 0, 0});

    assertEquals(List.of(1, 3, 0, 2), order(loads));
  }

  /**
   * Where edges serve independently of each other the bound is 2; flows that hold two make it 4.
   */
  @Property(tries = 300)
  void order_anyLoads_atMostTwiceTheLeastMeanCompletion(
      @ForAll @Size(min = 2, max = 6)
          List<@Size(EDGES) List<@IntRange(min = 1, max = 12) Integer>> all) {
    List<int[]> loads =
        all.stream().map(each -> each.stream().mapToInt(load -> load).toArray()).toList();

    List<Integer> order = order(loads);

    int least = least(loads, List.of());
    assertTrue(
        cost(loads, order) <= 2 * least,
        () -> Arrays.deepToString(loads.toArray()) + " " + order + ", least " + least);
  }
}
