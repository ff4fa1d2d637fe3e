package org.peacescheduler.coordinate;

import org.peacescheduler.schedule.Constant;

/**
 * Whether turns pay: what all chunks together get with them, beside what they get without.
 *
 * <p>Turns are given by what links are thought to carry. Where nobody has stated that as
 * bandwidths, Peace begins as stock HDFS does: whoever asks is let in. While that is more than
 * links are thought to carry, the bytes that end in a second are counted. Then chunks take turns
 * for as many ends. If they get as much together, turns cost nothing, and they stay. If they get
 * less, links carry more than is thought, or do not limit the writers at all: then all are let in
 * again, and the next trial comes twice as late.
 *
 * <p>With turns the count goes on. Where all get much less than when turns were found to pay, it is
 * tried again what they get without.
 *
 * <p>Example: 16 writers send 1.6 GB/s together without turns. With turns two of them at a time
 * send 1.5 GB/s: turns stay, and each writer is done sooner. If two at a time send 200 MB/s, then
 * each of them is slow by itself, and all go again.
 *
 * <p>Bound: a client that is slow on purpose ends turns at most, so that others are served as by
 * stock HDFS. Cost: a few additions an event. Confined to the coordinator's lock.
 */
final class AdmissionTrial {
  private static final int OPEN = 0;
  private static final int TURNS = 1;

  private final boolean isOn;
  private final double keeps;
  private final int fewest;
  private final int longestPause;

  /** For how long there was a contention, in milliseconds, with and without turns. */
  private final double[] clock = new double[2];

  /** What is counted in this phase: since when, by its clock; bytes, and chunks, that were sent. */
  private double begun;

  private double bytes;

  private double chunks;

  private boolean areRatesTold;
  private int regime;

  /** What all got without turns, in bytes per millisecond; 0 if that was not seen. */
  private double without;

  /** What all got with turns when they were found to pay; 0 before. */
  private double with;

  /** Whether turns are on trial. */
  private boolean isTrial;

  /** What a chunk took without turns, in milliseconds. */
  private double chunkMillis;

  private double durations;

  /** How many of those in flight have been let in over full links since all are. */
  private int crowding;

  private int mostInFlight;
  private int pause = 1;
  private long last;

  AdmissionTrial(SchedulerSettings settings, boolean areRatesTold, long now) {
    isOn = settings.has(Mechanism.ADMISSION_TRIAL) && settings.completionFraction() == 0;
    keeps = settings.constants().of(Constant.TURNS_KEEP);
    fewest = settings.constants().countOf(Constant.TRIAL_CHUNKS);
    longestPause = settings.constants().countOf(Constant.TRIAL_PAUSE);
    this.areRatesTold = areRatesTold;
    regime = isOn && !areRatesTold ? OPEN : TURNS;
    last = now;
  }

  /** The network is another one. What was found holds, unless only one of them has bandwidths. */
  void moveTo(boolean haveRatesBeenTold) {
    if (isOn && haveRatesBeenTold != areRatesTold) {
      areRatesTold = haveRatesBeenTold;
      with = 0;
      pause = 1;
      turn(areRatesTold ? TURNS : OPEN);
      isTrial = false;
    }
  }

  /** Whether all are let in. */
  boolean isOpen() {
    return regime == OPEN;
  }

  /**
   * Time has passed.
   *
   * @param doesAnyWait whether some waited meanwhile
   */
  void elapse(boolean doesAnyWait, int inFlight, long now) {
    if (isOpen() ? crowding > 0 : doesAnyWait) {
      clock[regime] += (double) Math.max(0, now - last);
      mostInFlight = Math.max(mostInFlight, inFlight);
    }
    last = now;
  }

  /** A chunk begins. */
  void begun(Ticket ticket) {
    ticket.trialClocks = clock.clone();
  }

  /** It goes by turns, or without regard to full links. */
  void letIn(Ticket ticket, boolean isUnhindered) {
    if (isUnhindered && isOpen()) {
      ticket.isCrowding = true;
      crowding++;
    }
  }

  /** It takes nothing of its links any more. */
  void left(Ticket ticket) {
    if (ticket.isCrowding) {
      ticket.isCrowding = false;
      crowding--;
    }
  }

  /** A chunk that was in flight has ended. */
  void ended(Ticket ticket, long now) {
    left(ticket);
    if (isOn && ticket.isWritten) {
      count(ticket.trialClocks, (double) ticket.bytes(), now - ticket.granted);
    }
  }

  /**
   * A chunk has been written.
   *
   * @param begin how far the clocks were when it began
   */
  private void count(double[] begin, double written, long millis) {
    double part =
        Math.min(1, (clock[regime] - Math.max(begin[regime], begun)) / Math.max(1, millis));
    if (part <= 0) {
      return;
    }
    bytes += part * written;
    chunks += part;
    durations += part * (double) millis;
    decide();
  }

  /** To be called now and then. */
  void decide() {
    double millis = clock[regime] - begun;
    if (!isOn || millis <= 0) {
      return;
    }
    double rate = bytes / millis;
    double need = Math.max(fewest, mostInFlight);
    if (regime == OPEN) {
      if (chunks >= need * pause) {
        without = rate;
        chunkMillis = durations / chunks;
        turn(TURNS);
      }
    } else if (isTrial) {
      boolean isHopeless = millis > 2 * chunkMillis && rate < keeps * without / 2;
      if (chunks >= need && rate >= keeps * without) {
        with = rate;
        pause = 1;
        turn(TURNS);
      } else if (chunks >= need || isHopeless) {
        pause = Math.min(longestPause, 2 * pause);
        turn(OPEN);
      }
    } else if (chunks >= need) {
      turn(rate < keeps * keeps * with ? OPEN : TURNS);
    }
  }

  private void turn(int to) {
    isTrial = regime == OPEN && to == TURNS;
    regime = to;
    begun = clock[to];
    bytes = 0;
    chunks = 0;
    durations = 0;
    if (to == OPEN) {
      mostInFlight = 0;
    }
  }
}
