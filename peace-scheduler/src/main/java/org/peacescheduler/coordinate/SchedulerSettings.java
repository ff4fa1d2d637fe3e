package org.peacescheduler.coordinate;

import java.time.Duration;
import java.util.Set;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.schedule.Constants;

/**
 * What can be set of the scheduler. Immutable.
 *
 * @param completionFraction the share of a timestep's chunks after which the next one starts, 0 to
 *     1; 0 means that every completion starts one
 * @param deferralMax the longest deferral of a chunk
 * @param order the order of groups
 * @param shares what users and paths are due beside each other
 * @param seed the seed of all random choices
 * @param leftOut what it does not do; nothing on a NameNode
 * @param constants the standard ones on a NameNode
 */
public record SchedulerSettings(
    double completionFraction,
    Duration deferralMax,
    GroupOrder order,
    Shares shares,
    long seed,
    Set<Mechanism> leftOut,
    Constants constants) {
  /** Refuses a fraction outside 0 to 1 and a deferral that is not positive. */
  public SchedulerSettings {
    if (!(completionFraction >= 0 && completionFraction <= 1)) {
      throw new IllegalArgumentException("completion fraction " + completionFraction);
    }
    if (deferralMax.isNegative() || deferralMax.isZero()) {
      throw new IllegalArgumentException("longest deferral " + deferralMax);
    }
    leftOut = Set.copyOf(leftOut);
  }

  /** Nothing is left out or other than it is on a NameNode. */
  public SchedulerSettings(
      double completionFraction, Duration deferralMax, GroupOrder order, Shares shares, long seed) {
    this(completionFraction, deferralMax, order, shares, seed, Set.of(), Constants.STANDARD);
  }

  /** All users are due the same. */
  public SchedulerSettings(
      double completionFraction, Duration deferralMax, GroupOrder order, long seed) {
    this(completionFraction, deferralMax, order, Shares.EQUAL, seed);
  }

  /** The same without some of what the scheduler does. */
  public SchedulerSettings without(Set<Mechanism> mechanisms) {
    return new SchedulerSettings(
        completionFraction, deferralMax, order, shares, seed, mechanisms, constants);
  }

  /** The same with other constants. */
  public SchedulerSettings with(Constants others) {
    return new SchedulerSettings(
        completionFraction, deferralMax, order, shares, seed, leftOut, others);
  }

  boolean has(Mechanism mechanism) {
    return !leftOut.contains(mechanism);
  }
}
