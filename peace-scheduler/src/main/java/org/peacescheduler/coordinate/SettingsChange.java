package org.peacescheduler.coordinate;

/**
 * Another order, other shares and another longest deferral, while chunks wait and are in flight.
 *
 * <p>What waits, waits on. Groups stand as if they had come now, the oldest first; what is known of
 * their sizes stays. Accounts of guaranteed parts begin anew.
 *
 * <p>Example: 200 chunks of five users wait; from now on one user is due four times as much, and
 * who has waited for longer than the new longest deferral goes to the stock policy.
 *
 * <p>Cost: that of so many groups and kinds of chunks that come, under the lock. Confined to the
 * coordinator's lock.
 */
final class SettingsChange {
  private SettingsChange() {}

  static void make(SchedulerSettings others, TimestepScheduler scheduler, ChunkTimes times) {
    times.setDeferralMax(others.deferralMax());
    scheduler.deadlines.setDeferralMax(others.deferralMax());
    scheduler.parts.set(others.shares());
    scheduler.groups.reorder(others.order(), others.shares());
    scheduler.waiting.guarantee(others.shares());
  }
}
