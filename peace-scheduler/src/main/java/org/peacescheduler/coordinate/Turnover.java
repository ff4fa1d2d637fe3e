package org.peacescheduler.coordinate;

import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * Whether what waits is a burst, which ends, or is replaced by more that comes.
 *
 * <p>In a burst all are done sooner on average if a link carries one stream after the other. But a
 * chunk needs all links of its pipeline at once, so some links stand idle while others are full.
 * Where work keeps coming, that lost throughput makes everybody wait. So when, while many wait, as
 * many files have ended as were open at once, a link's streams get half of what they had, and twice
 * as many go; the same again after the next such generation, up to 4 parts ({@link
 * Constant#TURNOVER_PARTS}). When nearly nobody waits any more, all is as before.
 *
 * <p>Confined to the coordinator's lock.
 */
final class Turnover {
  private final int mostParts;
  private final double few;
  private int mostOpen;
  private int ended;

  Turnover(Constants constants) {
    mostParts = constants.countOf(Constant.TURNOVER_PARTS);
    few = constants.of(Constant.TURNOVER_FEW);
  }

  /** So many files are open now. */
  void opened(int open) {
    mostOpen = Math.max(mostOpen, open);
  }

  /** A file has ended. */
  void ended() {
    ended++;
  }

  /**
   * Into how many parts streams are to be divided at most.
   *
   * @param waiting chunks that wait
   * @param inFlight chunks in flight
   * @param open files that are open
   */
  int parts(int waiting, int inFlight, int open) {
    if (few * waiting <= inFlight) {
      mostOpen = open;
      ended = 0;
    }
    int generations = ended / Math.max(1, mostOpen);
    return generations >= 2 ? mostParts : Math.min(mostParts, 1 + generations);
  }
}
