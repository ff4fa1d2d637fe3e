package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.coordinate.order.Shares.Terms;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/** What shares get of a link that all want ({@link SharedLink}). */
class SharesTest {
  private static final int CROWD = 5000;
  private static final int MOST_PARTS = Constants.STANDARD.countOf(Constant.TURNOVER_PARTS);
  private static final int SAMPLES = 60;
  private static final Duration FOR_EVER = Duration.ofDays(100);
  private static final Share LOGS = Share.ofPaths("/logs");
  private static final Share ONE = Share.ofUser("one");

  /** How a crowd may try to get more than its share. */
  private enum Trick {
    NONE,
    ONE_GROUP,
    GROUP_PER_FILE,
    CHANGING_GROUPS,
    SMALL_SIZES,
    HUGE_SIZES,
    ANY_SIZES
  }

  private static Supplier<ChunkRequest.Origin> crowd(
      Trick trick, Share share, SplittableRandom random) {
    return () -> {
      String user = share.user().orElse("user" + random.nextInt(50));
      Optional<String> group =
          switch (trick) {
            case NONE -> Optional.empty();
            case ONE_GROUP, HUGE_SIZES -> Optional.of("all");
            case CHANGING_GROUPS -> Optional.of("g-" + random.nextInt(20));
            default -> Optional.of(Long.toString(random.nextLong(), 36));
          };
      long told =
          switch (trick) {
            case SMALL_SIZES -> 1;
            case HUGE_SIZES -> Long.MAX_VALUE / 2;
            case ANY_SIZES -> 1L << random.nextInt(30);
            default -> 0;
          };
      String client = "c" + random.nextInt(100);
      return new ChunkRequest.Origin(Optional.of(user), Optional.of(client), group, told, share);
    };
  }

  /**
   * Of a link of one stream the file is due a half, of a wider one as much as it can send. Chunks
   * under way are not taken back. One sample in sixty takes longer than 1.3 of that and a chunk
   * time (decision 27).
   */
  @Test
  void file_beside5000OfAnotherShare_takesItsFairShareOfTheTime() {
    int late = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      SplittableRandom random = new SplittableRandom(sample);
      Trick trick = Trick.values()[sample % Trick.values().length];
      int streams = 1 + random.nextInt(4);
      double fair = 4 * Math.max(1, 2.0 / streams);
      double took = besideCrowd(trick, streams, random);
      assertTrue(took <= 2 * fair + 1, trick + ": " + took + " chunk times, not " + fair);
      late += took > 1.3 * fair + 1 ? 1 : 0;
    }
    assertTrue(late <= SAMPLES / 20, late + " of " + SAMPLES);
  }

  /** What four chunks take beside a crowd, in chunk times. */
  private static double besideCrowd(Trick trick, int streams, SplittableRandom random) {
    SharedLink link = new SharedLink(streams, Shares.EQUAL, FOR_EVER);
    Share crowd = random.nextBoolean() ? LOGS : Share.ofUser("crowd");
    for (int i = 0; i < CROWD; i++) {
      link.keepWriting(crowd(trick, crowd, random), () -> true);
    }
    link.run(random.nextInt(300));
    return link.timeOf(4, SharedLink.of(ONE));
  }

  /** 200 chunks wait, of which five users' are alike; then one is due three times as much. */
  @Test
  void weights_changedWhileChunksWait_holdFromThenOn() {
    SharedLink link = new SharedLink(4, Shares.EQUAL, FOR_EVER);
    for (int i = 0; i < 200; i++) {
      link.keepWriting(SharedLink.of(Share.ofUser("user" + i % 5)), () -> true);
    }
    link.run(50);
    assertPart(link, Share.ofUser("user1"), 0.2);
    link.change(new Shares(Map.of(Share.ofUser("user1"), new Terms(4, 0))), FOR_EVER);
    link.run(50);
    assertPart(link, Share.ofUser("user1"), 0.5);
    link.change(new Shares(Map.of(Share.ofUser("user1"), new Terms(0.01, 0.3))), FOR_EVER);
    link.run(50);
    assertPart(link, Share.ofUser("user1"), 0.3);
    link.change(Shares.EQUAL, FOR_EVER);
    link.run(50);
    assertPart(link, Share.ofUser("user1"), 0.2);
    link.assertNothingIsLeftIdle();
  }

  /** Of what was written meanwhile, or lately; what is in flight at a change is not taken back. */
  private static void assertPart(SharedLink link, Share share, double part) {
    link.takeWritten(share);
    link.run(200);
    assertEquals(part, link.takeWritten(share) / (4.0 * 200), 0.03);
  }

  @Test
  void deferralMax_shorterWhileChunksWait_holdsForThese() {
    SharedLink link = new SharedLink(1, Shares.EQUAL, FOR_EVER);
    for (int i = 0; i < 100; i++) {
      link.keepWriting(SharedLink.of(ONE), () -> true);
    }
    link.run(40);
    link.change(Shares.EQUAL, Duration.ofSeconds(20));
    link.run(60);
    // A wait is ended by the next tick, once a second, sixteen at a time or more.
    assertTrue(link.longestWait() >= 40_000, link.longestWait() + " ms");
    assertTrue(link.longestWait() <= 45_000, link.longestWait() + " ms");
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void guaranteed_amongAnyOthers_isHadAndNoMoreThanIsDue(
      @ForAll @IntRange(min = 1, max = 9) int tenths,
      @ForAll @IntRange(min = 1, max = 20) int users,
      @ForAll @IntRange(min = 1, max = 6) int streams,
      @ForAll Trick trick,
      @ForAll long seed) {
    double part = tenths / 10.0;
    SharedLink link =
        new SharedLink(streams, new Shares(Map.of(LOGS, new Terms(1, part))), FOR_EVER);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20; i++) {
      link.keepWriting(SharedLink.of(LOGS), () -> true);
    }
    for (int i = 0; i < 20 * users; i++) {
      link.keepWriting(crowd(trick, Share.ofUser("user" + i % users), random), () -> true);
    }
    link.run(50);
    link.takeWritten(LOGS);

    link.run(200);

    double had = link.takeWritten(LOGS) / (200.0 * streams);
    double due = Math.max(part, 1.0 / (1 + users));
    assertTrue(had >= part - 0.02, had + " instead of " + part);
    if (trick == Trick.NONE) { // Who says more than is true stands back.
      assertTrue(had <= 1.1 * due + 0.02, had + ", and due are " + due);
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void guaranteed_allOfTheLink_eachHasItsPart(
      @ForAll @IntRange(min = 1, max = 9) int tenths,
      @ForAll @IntRange(min = 1, max = 6) int streams) {
    Map<Share, Terms> terms = new HashMap<>();
    terms.put(LOGS, new Terms(1, tenths / 10.0));
    terms.put(ONE, new Terms(100, 1 - tenths / 10.0));
    SharedLink link = new SharedLink(streams, new Shares(terms), FOR_EVER);
    for (int i = 0; i < 60; i++) {
      Share share = i % 3 == 0 ? LOGS : i % 3 == 1 ? ONE : Share.ofUser("other");
      link.keepWriting(SharedLink.of(share), () -> true);
    }

    link.run(200);

    double logs = link.takeWritten(LOGS) / (200.0 * streams);
    double one = link.takeWritten(ONE) / (200.0 * streams);
    assertTrue(logs >= tenths / 10.0 - 0.05, logs + " of the link");
    assertTrue(one >= 1 - tenths / 10.0 - 0.05, one + " of the link");
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void shares_someWriteNowAndThen_nothingIsIdleWhileAnybodyWaits(
      @ForAll @IntRange(min = 1, max = 6) int streams, @ForAll Trick trick, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Share, Terms> terms = Map.of(LOGS, new Terms(4, 0.5), ONE, new Terms(1, 0.3));
    SharedLink link = new SharedLink(streams, new Shares(terms), FOR_EVER);
    boolean[] isOn = new boolean[3];
    for (int i = 0; i < 60; i++) {
      int share = i % 3;
      Share whose = share == 0 ? LOGS : share == 1 ? ONE : Share.ofUser("other");
      link.keepWriting(crowd(trick, whose, random), () -> isOn[share]);
    }
    for (int i = 0; i < 50; i++) {
      isOn[random.nextInt(3)] = random.nextBoolean();
      link.run(random.nextInt(8));
      link.assertNothingIsLeftIdle();
    }
  }

  /**
   * What the guaranteed share leaves idle goes to the other one, and comes back with its return.
   */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void guaranteed_notUsed_isHadByOthersUntilItIsWanted(
      @ForAll @IntRange(min = 1, max = 6) int streams) {
    SharedLink link =
        new SharedLink(streams, new Shares(Map.of(LOGS, new Terms(1, 0.8))), FOR_EVER);
    boolean[] isOn = {false};
    for (int i = 0; i < 20; i++) {
      link.keepWriting(SharedLink.of(LOGS), () -> isOn[0]);
      link.keepWriting(SharedLink.of(ONE), () -> true);
    }
    link.run(100);
    int alone = link.takeWritten(ONE); // The last ones are not done.
    assertTrue(alone >= (100 - 2 * MOST_PARTS) * streams, alone + " chunks");

    isOn[0] = true;
    link.run(2 * MOST_PARTS); // Those under way end.
    link.takeWritten(LOGS);
    link.run(100);
    int had = link.takeWritten(LOGS);
    assertTrue(had >= 77 * streams, had + " chunks of " + streams + " streams");
  }

  /** The bound that operators are told: then the stock policy places the chunk. */
  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void anybody_besideAnyCrowd_waitsNoLongerThanTheLongestDeferral(
      @ForAll Trick trick, @ForAll @IntRange(min = 1, max = 6) int streams, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Share, Terms> terms = Map.of(LOGS, new Terms(4, 0.9));
    SharedLink link = new SharedLink(streams, new Shares(terms), Duration.ofSeconds(60));
    for (int i = 0; i < 1000; i++) {
      link.keepWriting(
          crowd(trick, i % 2 == 0 ? LOGS : Share.ofUser("u" + i % 7), random), () -> true);
    }

    link.run(300);

    assertTrue(link.longestWait() <= 61_000, link.longestWait() + " ms");
  }
}
