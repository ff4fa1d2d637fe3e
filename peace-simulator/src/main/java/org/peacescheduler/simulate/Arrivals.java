package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * How often writers come in a burst, and when. Those of one job are its <em>members</em>.
 * Immutable. Times are seconds.
 *
 * <p>The three families of checkpoint protocols are patterns of it:
 *
 * <ul>
 *   <li>coordinated: all members of a job come together, each as much later as its barrier needs to
 *       reach it ({@code after});
 *   <li>uncoordinated: each member has a phase of its own;
 *   <li>communication-induced: the same, and messages make a member come earlier ({@link
 *       ForcedArrivals}).
 * </ul>
 *
 * @param times how often
 * @param every from one to the next, on average
 * @param jitter how much earlier or later each comes at most, as a part of that
 * @param poisson whether they come at any time, however long ago the last one came
 * @param after how much later than at the job's own times
 * @param ownPhase whether each member has times of its own, which begin within the first period
 * @param messages from one message that a member gets of another one to the next, on average; empty
 *     if messages force nobody
 */
record Arrivals(
    int times,
    double every,
    double jitter,
    boolean poisson,
    double after,
    boolean ownPhase,
    OptionalDouble messages) {
  /** At once, at the beginning. */
  static final Arrivals ONCE = together(1, 0, 0, false);

  /** All members of a job at the same times. */
  static Arrivals together(int times, double every, double jitter, boolean poisson) {
    return new Arrivals(times, every, jitter, poisson, 0, false, OptionalDouble.empty());
  }

  /** Whether writers of a job come as members of one group with those that come so. */
  boolean isAlike(Arrivals other) {
    return with(every, jitter, 0).equals(other.with(other.every, other.jitter, 0));
  }

  /** The same with other periods. */
  Arrivals withEvery(double seconds) {
    return with(seconds, jitter, after);
  }

  /**
   * The same with another jitter, and so much later that the first ones can be early, too; who
   * comes at any time has no jitter.
   */
  Arrivals withJitter(double part) {
    return poisson || times == 1 ? this : with(every, part, after + part * every);
  }

  private Arrivals with(double newEvery, double newJitter, double newAfter) {
    return new Arrivals(times, newEvery, newJitter, poisson, newAfter, ownPhase, messages);
  }

  /** When each member comes, after the first could; in order but for what jitter changes. */
  List<double[]> draw(int members, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (!ownPhase) {
      return Collections.nCopies(members, times(after, random));
    }
    List<double[]> own = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      SplittableRandom each = random.split();
      own.add(times(after + (poisson ? 0 : every * each.nextDouble()), each));
    }
    return messages.isPresent()
        ? new ForcedArrivals(own, messages.getAsDouble(), random).draw()
        : own;
  }

  private double[] times(double phase, SplittableRandom random) {
    double[] at = new double[times];
    double last = 0;
    for (int i = 0; i < times; i++) {
      if (poisson) {
        last -= every * Math.log(1 - random.nextDouble());
        at[i] = phase + last;
      } else {
        at[i] = Math.max(0, phase + every * (i + jitter * (2 * random.nextDouble() - 1)));
      }
    }
    return at;
  }
}
