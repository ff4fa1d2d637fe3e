package org.peacescheduler.coordinate;

import java.time.Duration;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Shares;

/**
 * What can be set of the scheduler. Immutable.
 *
 * @param completionFraction the share of a timestep's chunks after which the next one starts, 0 to
 *     1; 0 means that every completion starts one
 * @param deferralMax the longest deferral of a chunk
 * @param order the order of groups
 * @param shares what users and paths are due beside each other
 * @param seed the seed of all random choices
 */
public record SchedulerSettings(
    double completionFraction, Duration deferralMax, GroupOrder order, Shares shares, long seed) {
  /** Refuses a fraction outside 0 to 1 and a deferral that is not positive. */
  public SchedulerSettings {
    if (!(completionFraction >= 0 && completionFraction <= 1)) {
      throw new IllegalArgumentException("completion fraction " + completionFraction);
    }
    if (deferralMax.isNegative() || deferralMax.isZero()) {
      throw new IllegalArgumentException("longest deferral " + deferralMax);
    }
  }

  /** All users are due the same. */
  public SchedulerSettings(
      double completionFraction, Duration deferralMax, GroupOrder order, long seed) {
    this(completionFraction, deferralMax, order, Shares.EQUAL, seed);
  }
}
