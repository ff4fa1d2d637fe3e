package org.peacescheduler.simulate;

import java.util.SplittableRandom;

/**
 * How often writers come in a burst, and when; those of one job come together. Immutable. Times are
 * seconds.
 *
 * @param times how often
 * @param every from one to the next, on average
 * @param jitter how much earlier or later each comes at most, as a part of that
 * @param poisson whether they come at any time, however long ago the last one came
 */
record Arrivals(int times, double every, double jitter, boolean poisson) {
  /** At once, at the beginning. */
  static final Arrivals ONCE = new Arrivals(1, 0, 0, false);

  /** When they come, after the first could. */
  double[] draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] at = new double[times];
    double last = 0;
    for (int i = 0; i < times; i++) {
      if (poisson) {
        last -= every * Math.log(1 - random.nextDouble());
        at[i] = last;
      } else {
        at[i] = Math.max(0, every * (i + jitter * (2 * random.nextDouble() - 1)));
      }
    }
    return at;
  }
}
