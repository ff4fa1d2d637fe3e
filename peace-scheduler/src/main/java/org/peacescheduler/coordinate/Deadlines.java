package org.peacescheduler.coordinate;

import java.time.Duration;
import java.util.List;

/**
 * Ends waits that last too long, and forgets files that ask for nothing.
 *
 * <p>Both are kept in the order in which they are due, so only who is due is looked at. Example:
 * 20,000 chunks were submitted at once and do not fit; after a minute {@link Bounds#ENDED_AN_EVENT}
 * of them at a time go to the stock policy. Confined to the coordinator's lock.
 */
final class Deadlines {
  private final TimestepScheduler scheduler;
  private Duration deferralMax;

  Deadlines(TimestepScheduler scheduler, Duration deferralMax) {
    this.scheduler = scheduler;
    this.deferralMax = deferralMax;
  }

  /** Chunks wait for so long at most from now on, also those that wait already. */
  void setDeferralMax(Duration longest) {
    deferralMax = longest;
  }

  /**
   * Ends what is due, some at a time.
   *
   * @param forgottenAfter how long a file asks for nothing until it is forgotten, in milliseconds
   * @return whether there may be more
   */
  boolean expire(long now, long forgottenAfter) {
    boolean isMore =
        scheduler.book.forgetIdleSince(now - forgottenAfter, Bounds.ENDED_AN_EVENT, now);
    scheduler.groups.forgetLate(now);
    scheduler.waiting.lookAgain();
    List<Ticket> oldest = scheduler.waiting.oldest(Bounds.ENDED_AN_EVENT);
    int due = 0;
    while (due < oldest.size() && isDue(oldest.get(due), now)) {
      String detail = "deferred for " + deferralMax.toSeconds() + " s";
      scheduler.fallBack(oldest.get(due++), FallbackReason.DEFERRAL_MAX, detail, now);
    }
    return isMore || due == Bounds.ENDED_AN_EVENT;
  }

  private boolean isDue(Ticket ticket, long now) {
    return now - ticket.submitted() >= deferralMax.toMillis();
  }
}
