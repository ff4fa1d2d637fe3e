package org.peacescheduler.coordinate;

import java.time.Duration;

/**
 * How long chunks take, and how long one may keep its capacity of which nobody says that it ended.
 *
 * <p>A writer that is slow by itself, such as a log that is appended to for hours, does not load
 * the links; one that is slow because the links are must keep them. So a chunk ends by time when it
 * has lasted ten seconds and four times the mean. In the first burst no mean is known; so what
 * others on its links explain counts, too, up to twice the longest deferral.
 *
 * <p>Example: chunks take 4 s on average; one that has lasted 16 s ends.
 *
 * <p>Bound: chunks of one user in a row, beside others, count less and less ({@link Witnesses}).
 * Confined to the coordinator's lock.
 */
final class ChunkTimes {
  /** No chunk counts as slow before that; so it is while nothing is known. */
  static final long SLOW_MILLIS = 10_000;

  private static final int TIMES_MEAN = 4;
  private static final double MEAN_WEIGHT = 0.1;

  private long deferralMillis;
  private final Witnesses users = new Witnesses();
  private double meanMillis;

  ChunkTimes(Duration deferralMax) {
    setDeferralMax(deferralMax);
  }

  /** Chunks wait for so long at most from now on. */
  final void setDeferralMax(Duration longest) {
    deferralMillis = longest.toMillis();
  }

  /** A user asks for a chunk. */
  void asks(String user, long now) {
    users.asks(user, now);
  }

  /** A user's chunk has ended, and took so long. */
  void learn(String user, long millis, long now) {
    double weight = users.weight(user, now);
    meanMillis += (meanMillis == 0 ? 1 : MEAN_WEIGHT * weight) * (millis - meanMillis);
  }

  /**
   * A user's chunk takes longer. Slow links show in many such chunks, one log that is written to
   * all day in few.
   */
  void learnThatItTakesLonger(String user, long thanMillis, long now) {
    meanMillis += MEAN_WEIGHT * users.weight(user, now) * (thanMillis - meanMillis);
  }

  /** How long a chunk may keep its capacity, in milliseconds. */
  long longest() {
    double longest = Math.max(SLOW_MILLIS, TIMES_MEAN * meanMillis);
    return (long) Math.min(longest, (double) longestBesideOthers());
  }

  /** At most so long may others on its links explain, in milliseconds. */
  long longestBesideOthers() {
    return 2 * deferralMillis;
  }
}
