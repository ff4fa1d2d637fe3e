package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;

class ChunkSizesTest {
  private static final long MEGABYTE = 1_000_000;
  private static final SchedulerSettings SETTINGS =
      new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1);

  private static ChunkSizes bounded() {
    return new ChunkSizes(SETTINGS.withOrdinaryBytes(MEGABYTE));
  }

  @Test
  void expected_firstChunkOfManySmallFiles_isTheirs() {
    ChunkSizes sizes = new ChunkSizes(SETTINGS);
    assertEquals(MEGABYTE, sizes.expected("ann", true, MEGABYTE));
    sizes.learn("ann", 10_000, 1);
    sizes.learn("ann", 0, 1);
    assertEquals(10_000, sizes.expected("ann", true, MEGABYTE));
    assertEquals(MEGABYTE, sizes.expected("ann", false, MEGABYTE));
    assertEquals(5_000, sizes.expected("ann", true, 5_000));
  }

  @Test
  void expected_oneLargeFileAmongSmallOnes_isForgottenSlowly() {
    ChunkSizes sizes = new ChunkSizes(SETTINGS);
    sizes.learn("ann", MEGABYTE, 1);
    for (int i = 0; i < 10; i++) {
      sizes.learn("ann", 10_000, 1);
    }
    assertTrue(sizes.expected("ann", true, MEGABYTE) > MEGABYTE / 2);
    for (int i = 0; i < 100; i++) {
      sizes.learn("ann", 10_000, 1);
    }
    assertTrue(sizes.expected("ann", true, MEGABYTE) < MEGABYTE / 20);
  }

  @Test
  void expected_userOfWhomNothingIsKnown_isWhatAllHadOfLate() {
    ChunkSizes sizes = new ChunkSizes(SETTINGS);
    sizes.learn("ann", 10_000, 1);
    assertEquals(10_000, sizes.expected("bob", true, MEGABYTE));
    sizes.learn("bob", 20_000, 1);
    assertEquals(20_000, sizes.expected("bob", true, MEGABYTE));
    assertEquals(10_000, sizes.expected("ann", true, MEGABYTE));
  }

  @Test
  void claim_nothingIsKnown_isAtMostTheOperatorsSize() {
    ChunkSizes sizes = bounded();
    assertEquals(MEGABYTE, sizes.claim("ann", Long.MAX_VALUE));
    assertEquals(MEGABYTE, sizes.claim("ann", 0));
    assertEquals(5_000, sizes.claim("ann", 5_000));
    assertEquals(0, new ChunkSizes(SETTINGS).claim("ann", 0));
    assertEquals(Long.MAX_VALUE, new ChunkSizes(SETTINGS).claim("ann", Long.MAX_VALUE));
  }

  @Test
  void claim_largeChunkWasWritten_oneMoreIsBelievedAndNoSecondOne() {
    ChunkSizes sizes = bounded();
    sizes.learn("ann", 12 * MEGABYTE, 1);
    assertEquals(MEGABYTE, sizes.claim("bob", 12 * MEGABYTE));
    assertEquals(12 * MEGABYTE, sizes.claim("ann", 12 * MEGABYTE));
    assertEquals(MEGABYTE, sizes.claim("ann", 12 * MEGABYTE));
  }

  @Test
  void claim_veryManyLargeChunksWereWritten_onlySoManyAreSaved() {
    ChunkSizes sizes = bounded();
    for (int i = 0; i < 10 * ChunkSizes.MOST_PAID; i++) {
      sizes.learn("ann", 2 * MEGABYTE, 1);
    }
    int believed = 0;
    while (sizes.claim("ann", 2 * MEGABYTE) > MEGABYTE) {
      believed++;
    }
    assertEquals(ChunkSizes.MOST_PAID, believed);
  }

  @Test
  void claim_veryManyUsersWroteSince_thoseWhoWroteLongAgoAreForgotten() {
    ChunkSizes sizes = bounded();
    for (int user = 0; user < 20_000; user++) {
      sizes.learn("user" + user, 2 * MEGABYTE, 1);
    }
    assertEquals(MEGABYTE, sizes.claim("user0", 2 * MEGABYTE));
    assertEquals(2 * MEGABYTE, sizes.claim("user19999", 2 * MEGABYTE));
  }

  /** Whatever is claimed and written in whatever order. */
  @Property(tries = 500)
  void claim_anySizesAndEnds_beyondTheOperatorsSizeNoMoreThanWasWritten(
      @ForAll @IntRange(min = 1, max = 200) int chunks,
      @ForAll @DoubleRange(min = 0, max = 1) double idle,
      @ForAll long seed) {
    ChunkSizes sizes = bounded();
    SplittableRandom random = new SplittableRandom(seed);
    double claimed = 0;
    double written = 0;
    for (int i = 0; i < chunks; i++) {
      long full = (long) Math.pow(2, 40 * random.nextDouble());
      long claim = sizes.claim("mallory", full);
      assertTrue(claim <= full);
      claimed += Math.max(0, claim - MEGABYTE);
      if (random.nextDouble() >= idle) {
        long bytes = (long) (full * random.nextDouble());
        sizes.learn("mallory", bytes, 1);
        written += Math.max(0, bytes - MEGABYTE);
      }
      assertTrue(claimed <= written, claimed + " claimed, " + written + " written");
    }
  }
}
