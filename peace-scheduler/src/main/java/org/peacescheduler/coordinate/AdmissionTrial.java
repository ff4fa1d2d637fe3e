package org.peacescheduler.coordinate;

import org.peacescheduler.schedule.Constant;

/**
 * Whether turns pay: what all chunks together get with them, beside what they get without.
 *
 * <p>Turns are given by what links are thought to carry. Where nobody has stated that as
 * bandwidths, Peace begins as stock HDFS does: whoever asks is let in. When as many chunks have
 * ended as were in flight at once, turns are tried. If all get as much together, turns cost
 * nothing, and they stay. If they get less, links carry more than is thought, or do not limit the
 * writers at all: then all are let in again, and the next trial comes four times as late.
 *
 * <p>With turns the count goes on. Where all get less than they got without, that is counted anew.
 *
 * <p>What all get is not read from how many end in a second: chunks that began together end
 * together, so the count would depend on the moment. It is what they get by Little's law, so many
 * in flight over what one of them takes. Chunks that began before the phase tell nothing of it.
 *
 * <p>Example: 16 writers send 1.6 GB/s together without turns. With turns two of them at a time
 * send 1.5 GB/s: turns stay, and each writer is done sooner. If two at a time send 200 MB/s, then
 * each of them is slow by itself, and all go again.
 *
 * <p>Bound: a client that is slow on purpose ends turns at most, so that others are served as by
 * stock HDFS. Cost: a few additions an event. Confined to the coordinator's lock.
 */
final class AdmissionTrial {
  private static final int NOT_RUNNING = -1;

  /** Each trial in a row that fails makes the next one so many times as late. */
  private static final int PAUSE_GROWS = 4;

  private final boolean isOn;
  private final double keeps;
  private final int fewest;
  private final int longestPause;

  private boolean areRatesTold;
  private boolean isOpen;

  /** Whether turns are on trial. */
  private boolean isTrial;

  /** What this phase is counted by: only chunks that began in it tell of it. */
  private int phase;

  private Count count = new Count();

  /** What all got without turns; null before that was seen. */
  private Count without;

  /** How many of those in flight have been let in over full links since all are. */
  private int crowding;

  private int mostInFlight;
  private int pause = 1;
  private long last;

  /** What chunks of a phase got while there was a contention. */
  private static final class Count {
    /** How many of those in flight began in this phase. */
    int running;

    /** For how long they have run together, in milliseconds. */
    double ran;

    /** The same over how many were in flight then: their part of the links' time. */
    double part;

    int ended;
    double bytes;
    double millis;

    /**
     * What all that were in flight sent together, in bytes per millisecond, by Little's law: how
     * many there were, times what one of them sent.
     */
    double rate() {
      return ran / part * bytes / millis;
    }
  }

  AdmissionTrial(SchedulerSettings settings, boolean areRatesTold, long now) {
    isOn = settings.has(Mechanism.ADMISSION_TRIAL) && settings.isContinuous();
    keeps = settings.constants().of(Constant.TURNS_KEEP);
    fewest = settings.constants().countOf(Constant.TRIAL_CHUNKS);
    longestPause = settings.constants().countOf(Constant.TRIAL_PAUSE);
    this.areRatesTold = areRatesTold;
    isOpen = isOn && !areRatesTold;
    last = now;
  }

  /** The network is another one. What was found holds, unless only one of them has bandwidths. */
  void moveTo(boolean haveRatesBeenTold) {
    if (isOn && haveRatesBeenTold != areRatesTold) {
      areRatesTold = haveRatesBeenTold;
      without = null;
      pause = 1;
      begin(!areRatesTold);
    }
  }

  /** Whether all are let in. */
  boolean isOpen() {
    return isOpen;
  }

  /**
   * Time has passed.
   *
   * @param doesAnyWait whether some waited meanwhile
   */
  void elapse(boolean doesAnyWait, int inFlight, long now) {
    if (isOpen ? crowding > 0 : doesAnyWait) {
      double millis = Math.max(0, now - last);
      count.ran += millis * count.running;
      count.part += millis * count.running / Math.max(1, inFlight);
      mostInFlight = Math.max(mostInFlight, inFlight);
    }
    last = now;
  }

  /** A chunk begins. */
  void begun(Ticket ticket) {
    ticket.trialPhase = phase;
    count.running++;
  }

  /** It goes by turns, or without regard to full links. */
  void letIn(Ticket ticket, boolean isUnhindered) {
    if (isUnhindered && isOpen) {
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
    if (ticket.trialPhase == phase) {
      ticket.trialPhase = NOT_RUNNING;
      count.running--;
    }
  }

  /** A chunk that was in flight has ended. */
  void ended(Ticket ticket, long now) {
    boolean tells = ticket.isWritten && ticket.trialPhase == phase && count.part > 0;
    left(ticket);
    if (tells) {
      count.ended++;
      count.bytes += (double) ticket.bytes();
      count.millis += (double) Math.max(1, now - ticket.granted);
      decide();
    }
  }

  /** To be called now and then. */
  void decide() {
    if (!isOn || areRatesTold || count.part <= 0) {
      return;
    }
    boolean haveEnoughEnded = count.ended >= Math.max(fewest, mostInFlight) * (isOpen ? pause : 1);
    if (isOpen && haveEnoughEnded) {
      without = count;
      begin(false);
      isTrial = true;
    } else if (!isOpen && haveEnoughEnded) {
      if (count.rate() >= keeps * without.rate()) {
        pause = 1;
        begin(false);
      } else {
        takeTurnsNoMore();
      }
    } else if (isTrial && isHopeless()) {
      takeTurnsNoMore();
    }
  }

  /** What all get without turns is counted anew: for longer, if turns have just been tried. */
  private void takeTurnsNoMore() {
    pause = isTrial ? Math.min(longestPause, PAUSE_GROWS * pause) : 1;
    begin(true);
  }

  /**
   * Whether so few have ended with turns that it is no accident: fewer than turns have to be worth
   * by more than two standard deviations, though those that run are taken to be half done.
   */
  private boolean isHopeless() {
    double each = without.bytes / without.ended;
    double due = keeps * without.rate() * count.part / each;
    double done = count.bytes / each + count.running / 2.0;
    return due >= fewest && done < due - 2 * Math.sqrt(due);
  }

  private void begin(boolean open) {
    isOpen = open;
    isTrial = false;
    phase++;
    count = new Count();
    if (open) {
      mostInFlight = 0;
    }
  }
}
