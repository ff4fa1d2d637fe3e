package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.peacescheduler.schedule.Constants;

/**
 * Largest backlog first against the offline optimum: one edge, a chunk a step, writers that keep
 * what is not written.
 */
class LargestBacklogTest {
  /** A writer has more chunks from the beginning of a step on. */
  private record Burst(int step, int writer, int chunks) {}

  /** The largest backlog that anybody has at any time, if chunks go in the order's sequence. */
  private static int online(List<Burst> bursts, int writers) {
    Groups groups =
        new Groups(
            GroupOrder.LARGEST_BACKLOG,
            Shares.EQUAL,
            Constants.STANDARD,
            new FakeBandwidths(),
            new Nobody());
    List<Member> members = new ArrayList<>();
    int[] backlog = new int[writers];
    for (int writer = 0; writer < writers; writer++) {
      members.add(
          groups.join(
              new Groups.Origin(
                  Share.ofUser(Optional.empty()),
                  Optional.empty(),
                  Optional.empty(),
                  "w" + writer,
                  Optional.empty(),
                  ""),
              0));
    }
    int largest = 0;
    int next = 0;
    int total = 0;
    for (int step = 0; next < bursts.size() || total > 0; step++) {
      for (; next < bursts.size() && bursts.get(next).step() == step; next++) {
        Burst burst = bursts.get(next);
        for (int chunk = 0; chunk < burst.chunks(); chunk++) {
          groups.ask(members.get(burst.writer()), 1, 1);
        }
        backlog[burst.writer()] += burst.chunks();
        total += burst.chunks();
        largest = Math.max(largest, backlog[burst.writer()]);
      }
      if (total > 0) {
        int first = first(members, backlog);
        groups.written(members.get(first), 1, 1);
        backlog[first]--;
        total--;
      }
    }
    return largest;
  }

  private static final class Nobody implements Groups.Listener {
    @Override
    public void moved(Group group) {}

    @Override
    public void moved(Member member) {}
  }

  private static int first(List<Member> members, int[] backlog) {
    return members.stream()
        .filter(member -> backlog[members.indexOf(member)] > 0)
        .min(
            Comparator.<Member>comparingDouble(member -> member.group().rank())
                .thenComparingLong(member -> member.group().number()))
        .map(members::indexOf)
        .orElseThrow();
  }

  /** The least largest backlog of all schedules, found by halving. */
  private static int offline(List<Burst> bursts, int writers) {
    int low = 0;
    int high = bursts.stream().mapToInt(Burst::chunks).sum();
    while (low < high) {
      int middle = (low + high) / 2;
      if (isPossible(bursts, writers, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** A chunk that can be written from a step on, and has to be written before another one. */
  private record Due(int from, int before) {}

  /** Earliest due date first finds a schedule of unit chunks if there is one. */
  private static boolean isPossible(List<Burst> bursts, int writers, int most) {
    List<Due> chunks = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      List<Integer> steps = new ArrayList<>();
      for (Burst burst : bursts) {
        for (int i = 0; burst.writer() == writer && i < burst.chunks(); i++) {
          steps.add(burst.step());
        }
      }
      for (int i = 0; i < steps.size(); i++) {
        // With the chunk that comes so many behind it, the backlog would be larger.
        int before = i + most < steps.size() ? steps.get(i + most) : Integer.MAX_VALUE;
        chunks.add(new Due(steps.get(i), before));
      }
    }
    chunks.sort(Comparator.comparingInt(Due::from));
    PriorityQueue<Due> ready = new PriorityQueue<>(Comparator.comparingInt(Due::before));
    int next = 0;
    for (int step = 0; next < chunks.size() || !ready.isEmpty(); step++) {
      for (; next < chunks.size() && chunks.get(next).from() <= step; next++) {
        ready.add(chunks.get(next));
      }
      if (!ready.isEmpty() && ready.poll().before() <= step) {
        return false;
      }
    }
    return true;
  }

  private static void assertBound(List<Burst> bursts, int writers) {
    int online = online(bursts, writers);
    int offline = offline(bursts, writers);
    int factor = 3 + 32 - Integer.numberOfLeadingZeros(writers - 1);
    assertTrue(offline <= online, "the optimum is " + offline + ", and that had " + online);
    assertTrue(online <= factor * offline, online + " of " + offline + ": " + bursts);
  }

  @Property(tries = 500)
  void backlog_anyArrivals_atMostTheKnownFactorAboveTheOptimum(
      @ForAll @IntRange(min = 2, max = 16) int writers,
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 1 << 20) Integer> drawn) {
    List<Burst> bursts = new ArrayList<>();
    int step = 0;
    for (int each : drawn) {
      step += each % 5;
      bursts.add(new Burst(step, each / 5 % writers, 1 + each / 100 % 8));
    }
    assertBound(bursts, writers);
  }

  /** Whoever was served last is the one who gets nothing more: what a worst case looks like. */
  @Example
  void backlog_halfOfTheWritersGoOnEachTime_atMostTheKnownFactorAboveTheOptimum() {
    int writers = 16;
    List<Burst> bursts = new ArrayList<>();
    int step = 0;
    for (int going = writers; going >= 1; going /= 2) {
      for (int writer = 0; writer < going; writer++) {
        bursts.add(new Burst(step, writer, 2));
      }
      step += going;
    }
    assertBound(bursts, writers);
  }
}
