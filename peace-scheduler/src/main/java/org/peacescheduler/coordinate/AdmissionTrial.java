package org.peacescheduler.coordinate;

import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.peacescheduler.schedule.Constant;

/**
 * Whether turns pay: what all chunks together get with them, beside what they get without.
 *
 * <p>Turns are given by what links are thought to carry. Where nobody has stated that as
 * bandwidths, Peace begins as stock HDFS does: whoever asks is let in. When as many bytes have
 * ended as were in flight at once, turns are tried, unless chunks were as quick beside many others
 * as beside few: then turns cannot pay. If all get as much together with turns, these cost nothing,
 * and they stay. If they get less, links carry more than is thought, or do not limit the writers at
 * all: then all are let in again, and the next trial comes four times as late.
 *
 * <p>With turns the count goes on. Where all get less than they got without, that is counted anew.
 *
 * <p>What all get is told by {@link SentTogether}. A phase with turns begins to count when those
 * that went before it have ended, or have had the time of a chunk to end.
 *
 * <p>Example: 16 writers send 1.6 GB/s together without turns. With turns two of them at a time
 * send 1.5 GB/s: turns stay, and each writer is done sooner. If two at a time send 200 MB/s, then
 * each of them is slow by itself, and all go again.
 *
 * <p>Bound: a client that is slow on purpose ends turns at most, so that others are served as by
 * stock HDFS. Cost: a few additions an event, and a look at all in flight when a phase ends.
 * Confined to the coordinator's lock.
 */
final class AdmissionTrial {
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

  private final SentTogether sent;

  /** What all got without turns, in bytes per millisecond. */
  private double without;

  /** What chunks had then, in bytes. */
  private double chunkBytes;

  /** How many of those in flight have been let in over full links since all are. */
  private int crowding;

  private int pause = 1;

  AdmissionTrial(SchedulerSettings settings, boolean areRatesTold, long now) {
    isOn = settings.has(Mechanism.ADMISSION_TRIAL) && settings.isContinuous();
    keeps = settings.of(Constant.TURNS_KEEP);
    fewest = settings.countOf(Constant.TRIAL_CHUNKS);
    longestPause = settings.countOf(Constant.TRIAL_PAUSE);
    this.areRatesTold = areRatesTold;
    isOpen = isOn && !areRatesTold;
    sent = new SentTogether(now);
  }

  /**
   * The network is another one. What was found holds, unless only one of them has stated rates.
   *
   * @param inFlight those that take something of their links
   */
  void moveTo(boolean haveRatesBeenTold, Stream<Ticket> inFlight) {
    sent.beginsAnew();
    if (isOn && haveRatesBeenTold != areRatesTold) {
      areRatesTold = haveRatesBeenTold;
      if (!areRatesTold) {
        inFlight.forEach(sent::begun);
      }
      pause = 1;
      begin(!areRatesTold, 0);
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
  void elapse(boolean doesAnyWait, long now) {
    sent.elapse(isOpen ? crowding > 0 : doesAnyWait, now);
  }

  /** A chunk begins. */
  void begun(Ticket ticket) {
    if (isOn && !areRatesTold) { // Else no trial can come.
      sent.begun(ticket);
    }
  }

  /** It goes by turns, or without regard to full links. */
  void letIn(Ticket ticket, boolean isUnhindered) {
    if (isUnhindered && isOpen) {
      ticket.flight.isCrowding = true;
      crowding++;
    }
  }

  /** It takes nothing of its links any more. */
  void left(Ticket ticket) {
    sent.left(ticket);
    if (ticket.flight.isCrowding) {
      ticket.flight.isCrowding = false;
      crowding--;
    }
  }

  /**
   * A chunk that was in flight has ended.
   *
   * @param due what it was due of its links, in bytes
   */
  void ended(Ticket ticket, DoubleSupplier due, long now) {
    if (ticket.flight.isWritten) {
      sent.written(ticket, due, now);
    }
    left(ticket);
    decide(now);
  }

  /** To be called now and then. */
  void decide(long now) {
    if (!isOn || areRatesTold || sent.millis() <= 0) {
      return;
    }
    boolean haveEnoughEnded =
        sent.ended() >= fewest && sent.endedBytes() >= sent.mostInFlight() * (isOpen ? pause : 1);
    if (isOpen && haveEnoughEnded && sent.isEachSlowByItself()) {
      sent.nextPhase(0, true);
      sent.forgetMost();
    } else if (isOpen && haveEnoughEnded) {
      without = sent.rate(now);
      chunkBytes = sent.chunkBytes();
      begin(false, sent.chunkMillis());
      isTrial = true;
    } else if (!isOpen && haveEnoughEnded) {
      if (sent.rate(now) >= keeps * without) {
        pause = 1;
        begin(false, 0);
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
    begin(true, 0);
  }

  /**
   * Whether so few have ended with turns that it is no accident: fewer than turns have to be worth
   * by more than two standard deviations, though those that run are taken to be half done.
   */
  private boolean isHopeless() {
    double due = keeps * without * sent.millis() / chunkBytes;
    return due >= fewest && sent.done(chunkBytes) < due - 2 * Math.sqrt(due);
  }

  private void begin(boolean open, double settles) {
    isOpen = open;
    isTrial = false;
    sent.nextPhase(settles, false);
    if (open) {
      sent.forgetMost();
    }
  }
}
