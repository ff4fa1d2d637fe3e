package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** The patterns in which writers come. */
class ArrivalsPropertyTest {
  private static final double EVERY = 30;
  private static final double EXACT = 1e-9;

  private static Arrivals own(int times, double jitter, OptionalDouble messages) {
    return new Arrivals(times, EVERY, jitter, false, 0, true, messages);
  }

  @Property
  void together_anyJitter_allMembersComeAtTheirOwnPeriod(
      @ForAll @IntRange(min = 1, max = 20) int members,
      @ForAll @IntRange(min = 1, max = 10) int times,
      @ForAll @DoubleRange(max = 1) double jitter,
      @ForAll long seed) {
    List<double[]> drawn = Arrivals.together(times, EVERY, jitter, false).draw(members, seed);

    assertEquals(members, drawn.size());
    for (double[] at : drawn) {
      assertArrayEquals(drawn.get(0), at);
      for (int i = 0; i < times; i++) {
        assertEquals(i * EVERY, at[i], jitter * EVERY + EXACT);
        assertTrue(at[i] >= 0);
      }
    }
  }

  @Property
  void barrier_anyDepth_reachesEachOperatorByItsDelayLater(
      @ForAll @IntRange(max = 9) int depth,
      @ForAll @DoubleRange(max = 60) double delay,
      @ForAll @DoubleRange(max = 1) double jitter,
      @ForAll @IntRange(min = 1, max = 5) int sources,
      @ForAll @IntRange(min = 1, max = 5) int operators,
      @ForAll int seed) {
    Scenario scenario =
        Scenarios.threeServers(
            "",
            String.format(
                Locale.ROOT,
                "{count: %d, replication: 1, job: a, arrivals: {times: 6, every: 100, jitter: %.6f}}",
                sources,
                jitter),
            String.format(
                Locale.ROOT,
                "{count: %d, replication: 1, job: a, arrivals: {times: 6, every: 100, jitter: %.6f, depth: %d, delay: %.6f}}",
                operators,
                jitter,
                depth,
                delay));
    double later = depth * Math.rint(delay * 1e6) / 1e6;

    double[] first = scenario.arrivals(0, seed).get(0);
    List<double[]> behind = scenario.arrivals(1, seed);
    assertEquals(operators, behind.size());
    for (double[] at : behind) {
      for (int i = 0; i < first.length; i++) {
        boolean isCut = first[i] == 0; // Nobody comes before the burst begins.
        assertTrue(isCut ? at[i] <= later + EXACT : Math.abs(at[i] - first[i] - later) <= 1e-6);
      }
    }
  }

  @Property
  void ownPhase_anyMember_beginsWithinTheFirstPeriodAndKeepsIt(
      @ForAll @IntRange(min = 1, max = 50) int members,
      @ForAll @IntRange(min = 2, max = 10) int times,
      @ForAll long seed) {
    List<double[]> drawn = own(times, 0, OptionalDouble.empty()).draw(members, seed);

    for (double[] at : drawn) {
      assertTrue(at[0] >= 0 && at[0] < EVERY);
      for (int i = 1; i < times; i++) {
        assertEquals(EVERY, at[i] - at[i - 1], EXACT);
      }
    }
    assertEquals(members, drawn.stream().mapToDouble(at -> at[0]).distinct().count());
  }

  @Property
  void ownPhase_jitter_eachTimeIsAsFarOffAsItSays(
      @ForAll @DoubleRange(max = 1) double jitter, @ForAll long seed) {
    double[] plain = own(8, 0, OptionalDouble.empty()).draw(1, seed).get(0);
    double[] late = own(8, jitter, OptionalDouble.empty()).draw(1, seed).get(0);

    for (int i = 0; i < plain.length; i++) {
      assertEquals(plain[i], late[i], jitter * EVERY + EXACT);
    }
  }

  @Property
  void withJitter_anyPart_noneIsCutAtTheBeginning(
      @ForAll @DoubleRange(min = 0.01, max = 1) double jitter,
      @ForAll boolean ownPhase,
      @ForAll long seed) {
    Arrivals plain = new Arrivals(5, EVERY, 0, false, 0, ownPhase, OptionalDouble.empty());
    double[] before = plain.draw(1, seed).get(0);
    double[] at = plain.withJitter(jitter).draw(1, seed).get(0);

    assertTrue(at[0] > 0);
    for (int i = 0; i < at.length; i++) {
      assertEquals(before[i] + jitter * EVERY, at[i], jitter * EVERY + EXACT);
    }
  }

  /**
   * What the protocol promises: nobody is later than its own time, each has each index once, and of
   * every index the first is one that nobody forced.
   */
  @Property
  void forced_noJitter_eachIndexOnceAndNoLaterThanAlone(
      @ForAll @IntRange(min = 1, max = 30) int members,
      @ForAll @IntRange(min = 1, max = 8) int times,
      @ForAll @DoubleRange(min = 0.01, max = 200) double gap,
      @ForAll long seed) {
    List<double[]> alone = own(times, 0, OptionalDouble.empty()).draw(members, seed);
    List<double[]> forced = own(times, 0, OptionalDouble.of(gap)).draw(members, seed);

    for (int member = 0; member < members; member++) {
      assertEquals(times, forced.get(member).length);
      for (int i = 0; i < times; i++) {
        double at = forced.get(member)[i];
        assertTrue(at <= alone.get(member)[i], "later than its own time");
        assertTrue(i == 0 || at > forced.get(member)[i - 1], "out of order");
      }
    }
    for (int i = 0; i < times; i++) {
      assertEquals(earliest(alone, i), earliest(forced, i));
    }
  }

  private static double earliest(List<double[]> of, int index) {
    return of.stream().mapToDouble(at -> at[index]).min().orElseThrow();
  }

  /** With jitter an index may be skipped, but not come twice, nor out of order. */
  @Property
  void forced_jitter_timesGrow(
      @ForAll @IntRange(min = 1, max = 30) int members,
      @ForAll @DoubleRange(max = 1) double jitter,
      @ForAll @DoubleRange(min = 0.01, max = 200) double gap,
      @ForAll long seed) {
    for (double[] at : own(8, jitter, OptionalDouble.of(gap)).draw(members, seed)) {
      assertTrue(at.length >= 1 && at.length <= 8);
      for (int i = 1; i < at.length; i++) {
        assertTrue(at[i] >= at[i - 1]);
      }
    }
  }

  /** The oracle: messages all the time, each looked at, for two members. */
  @Example
  void forced_twoMembers_secondComesWithTheFirstMessage() {
    double gap = 5;
    double sum = 0;
    int draws = 4000;
    for (int seed = 0; seed < draws; seed++) {
      List<double[]> drawn =
          new ForcedArrivals(
                  List.of(new double[] {0, 100}, new double[] {90, 190}),
                  gap,
                  new SplittableRandom(seed))
              .draw();
      assertArrayEquals(new double[] {0, 100}, drawn.get(0));
      sum += drawn.get(1)[1] - 100;
    }
    assertEquals(gap, sum / draws, 0.3); // A message of the first one, every 5 s on average.
  }

  @Example
  void forced_messagesAreRare_changesNothing() {
    List<double[]> own = List.of(new double[] {1, 31}, new double[] {20, 50});

    List<double[]> drawn = new ForcedArrivals(own, 1e12, new SplittableRandom(1)).draw();

    IntStream.range(0, 2).forEach(i -> assertArrayEquals(own.get(i), drawn.get(i)));
  }

  @Property
  void arrivals_groupsOfOneJob_areMembersOfOneProtocol(
      @ForAll @IntRange(min = 1, max = 9) int first,
      @ForAll @IntRange(min = 1, max = 9) int second,
      @ForAll int seed) {
    String messages = "arrivals: {times: 4, every: 60, messages: 1}";
    Scenario scenario =
        Scenarios.threeServers(
            "",
            "{count: %d, replication: 1, job: a, %s}".formatted(first, messages),
            "{count: 2, replication: 1, job: b, %s}".formatted(messages),
            "{count: %d, replication: 1, job: a, %s}".formatted(second, messages));

    List<double[]> all =
        scenario.writers().get(0).arrivals().draw(first + second, (long) seed + "a".hashCode());
    assertTimes(all.subList(0, first), scenario.arrivals(0, seed));
    assertTimes(all.subList(first, first + second), scenario.arrivals(2, seed));
  }

  private static void assertTimes(List<double[]> expected, List<double[]> found) {
    assertEquals(
        expected.stream().map(Arrays::toString).toList(),
        found.stream().map(Arrays::toString).toList());
  }
}
