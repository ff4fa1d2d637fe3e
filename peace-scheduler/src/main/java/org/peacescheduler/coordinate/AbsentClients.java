package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PlanResult;

/**
 * Calls clients that were told to ask again back, when there is room for their chunks.
 *
 * <p>Confined to the coordinator's lock.
 */
final class AbsentClients {
  /** A client that has been called is here within this time, or does not come. */
  private static final long ON_ITS_WAY_MILLIS = 8_000;

  /** How many chunks may be found too big for each time that room came back. */
  private static final int TRIES = 16;

  /** So many times count in one look. */
  private static final int MOST_TIMES = 16;

  /**
   * For so many there is a millisecond between two looks at them, since all are put in order for
   * one. A client pauses for hundreds before it is here.
   */
  private static final int IN_ORDER_A_MILLI = 100;

  private final List<Runnable> recalls = new ArrayList<>();

  /** How many times room has come back since the last look. */
  private int times;

  private long lastLook = Long.MIN_VALUE / 2;

  /** Behind whom to go on looking; null to begin with the first. */
  private Ticket lastTried;

  /**
   * Whether those that are away are to be looked at now, so that looking does not take most of the
   * time.
   *
   * @param isAnythingFree whether anything has become free
   * @param away how many there are
   */
  boolean areToBeLookedAt(boolean isAnythingFree, int away, long now) {
    if (away == 0) {
      times = 0;
    } else if (isAnythingFree) {
      times++;
    }
    return times > 0 && now - lastLook >= away / IN_ORDER_A_MILLI;
  }

  /**
   * Calls those whose chunks fit now, beside each other and beside those already called. The room
   * is not kept for them: whoever is here may take it.
   *
   * @param waiting the absent ones, in their order
   */
  void recallWhoFits(List<Ticket> waiting, LiveNetwork network, long now) {
    int tries = TRIES * Math.min(times, MOST_TIMES);
    times = 0;
    lastLook = now;
    ResidualNetwork residual = network.residual();
    int mark = residual.mark();
    try {
      recallWhoFits(waiting, network, residual, tries, now);
    } finally {
      residual.rollBack(mark);
    }
  }

  private void recallWhoFits(
      List<Ticket> waiting, LiveNetwork network, ResidualNetwork residual, int tries, long now) {
    long load = (long) network.rates().stream();
    int failed = 0;
    for (Ticket ticket : fromLastTried(waiting)) {
      boolean onItsWay = now - ticket.recalled < ON_ITS_WAY_MILLIS;
      if (ticket.recall == null && !onItsWay) {
        continue;
      }
      if (network.plan(ticket.wanted, Pipeline.EMPTY, load, true, 0)
          instanceof PlanResult.Planned planned) {
        planned.pipeline().take(residual, load);
        recall(ticket, now);
      } else if (++failed >= tries) {
        lastTried = ticket;
        return;
      }
    }
  }

  /** In order, but for those who were in vain last time: they do not hide all others. */
  private List<Ticket> fromLastTried(List<Ticket> waiting) {
    List<Ticket> turn = new ArrayList<>(waiting);
    Collections.rotate(turn, -1 - waiting.indexOf(lastTried));
    lastTried = null;
    return turn;
  }

  /** Calls one, unless that has been done. */
  void recall(Ticket ticket, long now) {
    if (ticket.recall != null) {
      recalls.add(ticket.recall);
      ticket.recall = null;
      ticket.recalled = now;
    }
  }

  /** Takes the calls that are to be made once the lock is free. */
  List<Runnable> takeRecalls() {
    if (recalls.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = List.copyOf(recalls);
    recalls.clear();
    return taken;
  }
}
