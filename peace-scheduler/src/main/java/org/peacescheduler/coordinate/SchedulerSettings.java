package org.peacescheduler.coordinate;

import java.time.Duration;
import java.util.Set;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.schedule.Constant;
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
 * @param ordinaryBytes what blocks have that the operator configured: a chunk of which nothing is
 *     known claims no more, whatever its client says; {@link Long#MAX_VALUE} for no bound
 */
public record SchedulerSettings(
    double completionFraction,
    Duration deferralMax,
    GroupOrder order,
    Shares shares,
    long seed,
    Set<Mechanism> leftOut,
    Constants constants,
    long ordinaryBytes) {
  /** Refuses a fraction outside 0 to 1, and a deferral or a size that is not positive. */
  public SchedulerSettings {
    if (!(completionFraction >= 0 && completionFraction <= 1)) {
      throw new IllegalArgumentException("completion fraction " + completionFraction);
    }
    if (deferralMax.isNegative() || deferralMax.isZero()) {
      throw new IllegalArgumentException("longest deferral " + deferralMax);
    }
    if (ordinaryBytes <= 0) {
      throw new IllegalArgumentException("ordinary blocks of " + ordinaryBytes + " bytes");
    }
    leftOut = Set.copyOf(leftOut);
  }

  /** Nothing is left out, and sizes of blocks are believed. */
  public SchedulerSettings(
      double completionFraction, Duration deferralMax, GroupOrder order, Shares shares, long seed) {
    this(
        completionFraction,
        deferralMax,
        order,
        shares,
        seed,
        Set.of(),
        Constants.STANDARD,
        Long.MAX_VALUE);
  }

  /** All users are due the same. */
  public SchedulerSettings(
      double completionFraction, Duration deferralMax, GroupOrder order, long seed) {
    this(completionFraction, deferralMax, order, Shares.EQUAL, seed);
  }

  /** The same without some of what the scheduler does. */
  public SchedulerSettings without(Set<Mechanism> mechanisms) {
    return new SchedulerSettings(
        completionFraction, deferralMax, order, shares, seed, mechanisms, constants, ordinaryBytes);
  }

  /** The same with other constants. */
  public SchedulerSettings with(Constants others) {
    return new SchedulerSettings(
        completionFraction, deferralMax, order, shares, seed, leftOut, others, ordinaryBytes);
  }

  /** The same in what can be changed while writes go on: order, shares and longest deferral. */
  public SchedulerSettings adopting(SchedulerSettings others) {
    return new SchedulerSettings(
        completionFraction,
        others.deferralMax,
        others.order,
        others.shares,
        seed,
        leftOut,
        constants,
        ordinaryBytes);
  }

  /** The same where the operator's blocks have so many bytes. */
  public SchedulerSettings withOrdinaryBytes(long bytes) {
    return new SchedulerSettings(
        completionFraction, deferralMax, order, shares, seed, leftOut, constants, bytes);
  }

  /** Whether every completion ends a timestep: only then capacity comes back at once. */
  boolean isContinuous() {
    return completionFraction == 0;
  }

  /** The value of a constant. */
  double of(Constant constant) {
    return constants.of(constant);
  }

  /** The value of a constant that counts something. */
  int countOf(Constant constant) {
    return constants.countOf(constant);
  }

  boolean has(Mechanism mechanism) {
    return !leftOut.contains(mechanism);
  }
}
