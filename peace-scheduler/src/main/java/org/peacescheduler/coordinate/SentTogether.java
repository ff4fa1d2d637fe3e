package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * What all chunks in flight send together while there is a contention, phase by phase.
 *
 * <p>A chunk that has ended has sent its bytes evenly over its time, of which a part may be in the
 * phase. One that is in flight sends as those do that have ended, but its bytes at most: so logs
 * that are open and idle get nothing after that.
 *
 * <p>Example: in 2 s ten chunks of 100 MB end, two of which were half done when the phase began,
 * and four are in flight for 1 s of the 2 s that chunks take: 0.9 GB and 0.2 GB, so 550 MB/s.
 *
 * <p>Cost: a few additions an event, two logarithms and two sums of a regression for each chunk
 * that ends, and a look at all in flight for {@link #rate}. Confined to the coordinator's lock.
 */
final class SentTogether {
  /** Those in flight, and what was when they began. */
  private final Map<Ticket, Beginning> inFlight = new LinkedHashMap<>();

  /** What they have together, and the most of that since {@link #forgetMost}, in bytes. */
  private double bytesInFlight;

  private double mostInFlight;

  private int phase;

  /** How many of those in flight began in this phase. */
  private int ofPhase;

  /** For how long there has been a contention, of all the time, in milliseconds. */
  private double contended;

  /** What one that was always in flight would have had if all went one by one, in milliseconds. */
  private double evenPart;

  private long last;

  /** Since when the network is this one, and all that begins is counted. */
  private long since;

  private Count count = new Count(0);

  /** The phase before, if each was slow by itself then; else an empty one. */
  private Count slow = new Count(0);

  /** When a chunk began: in which phase, after how much contention and of which even part. */
  private record Beginning(int phase, double contended, double evenPart, double bytes) {}

  /** What chunks that have ended say of a phase. */
  private static final class Count {
    /** After how much contention it begins, in milliseconds. */
    double begin;

    /** What they sent while there was a contention, in bytes. */
    double sent;

    int ended;

    /** What they had, in bytes, and the sum of its squares. */
    double bytes;

    double squares;

    /** For how long they were in flight, in milliseconds, and that times the bytes of each. */
    double millis;

    double byteMillis;

    /** Logarithms of what each was due, and got, a millisecond: of its links, and of all. */
    final SimpleRegression byLinks = new SimpleRegression();

    final SimpleRegression byAll = new SimpleRegression();

    Count(double begin) {
      this.begin = begin;
    }
  }

  SentTogether(long now) {
    last = now;
    since = now;
  }

  /**
   * The network is another one, or counting begins: what chunks in flight were due before is not
   * known, so they say nothing of what limits their rates.
   */
  void beginsAnew() {
    since = last;
  }

  /** Time has passed, with a contention or without. */
  void elapse(boolean isContended, long now) {
    double millis = (double) Math.max(0, now - last);
    contended += isContended ? millis : 0;
    evenPart += millis / Math.max(1, inFlight.size());
    last = now;
  }

  /** A chunk begins; no effect if it is in flight. */
  void begun(Ticket ticket) {
    double bytes = (double) (ticket.size.claimed > 0 ? ticket.size.claimed : ticket.size.known());
    if (inFlight.putIfAbsent(ticket, new Beginning(phase, contended, evenPart, bytes)) == null) {
      ofPhase++;
      bytesInFlight += bytes;
      mostInFlight = Math.max(mostInFlight, bytesInFlight);
    }
  }

  /** A chunk takes nothing of its links any more; no effect if it does not. */
  void left(Ticket ticket) {
    Beginning beginning = inFlight.remove(ticket);
    if (beginning != null) {
      bytesInFlight -= beginning.bytes();
      ofPhase -= beginning.phase() == phase ? 1 : 0;
      settle();
    }
  }

  /** What is seen is of this phase as soon as nothing of the phases before is in flight. */
  private void settle() {
    if (inFlight.size() == ofPhase) {
      count.begin = Math.min(count.begin, contended);
    }
  }

  /** A chunk that is in flight has been written; it has not {@linkplain #left left} yet. */
  void written(Ticket ticket, DoubleSupplier due, long now) {
    Beginning beginning = inFlight.get(ticket);
    double meanwhile = beginning == null ? 0 : contendedSince(beginning);
    if (meanwhile > 0) {
      double bytes = (double) ticket.size.known();
      double millis = (double) Math.max(1, now - ticket.flight.granted);
      count.sent += bytes * Math.min(1, meanwhile / millis);
      count.ended++;
      count.bytes += bytes;
      count.squares += bytes * bytes;
      count.millis += millis;
      count.byteMillis += bytes * millis;
      if (ticket.flight.granted >= since) {
        double rate = Math.log(bytes / millis);
        count.byLinks.addData(Math.log(due.getAsDouble() / millis), rate);
        count.byAll.addData(Math.log((evenPart - beginning.evenPart()) / millis), rate);
      }
    }
  }

  private double contendedSince(Beginning beginning) {
    return contended - Math.max(count.begin, beginning.contended());
  }

  /** How many have ended that say something of the phase. */
  int ended() {
    return count.ended;
  }

  /** What these had, in bytes. */
  double endedBytes() {
    return count.bytes;
  }

  /** For how long there has been a contention in the phase, in milliseconds; 0 before it counts. */
  double millis() {
    return Math.max(0, contended - count.begin);
  }

  /** What most of the bytes that have ended were a chunk of, in bytes. */
  double chunkBytes() {
    return count.bytes > 0 ? count.squares / count.bytes : 0;
  }

  /** What most of the bytes that have ended took to be written, in milliseconds. */
  double chunkMillis() {
    return count.bytes > 0 ? count.byteMillis / count.bytes : 0;
  }

  /**
   * Whether each of those that have ended is slow by itself, beyond doubt: it was about as quick
   * beside many as beside few, on its links and of all. The elasticity of its rate to its even part
   * is 1 where links limit, and 0 where writers do; it is nearer to 0 by two standard errors. If
   * links that nobody knows of limit, that shows by the even part of all. Those of the phase before
   * count with them if they were slow by themselves, since all of one phase may have equal parts.
   */
  boolean isEachSlowByItself() {
    return isFlat(slow.byLinks, count.byLinks) && isFlat(slow.byAll, count.byAll);
  }

  private static boolean isFlat(SimpleRegression before, SimpleRegression now) {
    SimpleRegression rates = new SimpleRegression();
    rates.append(before);
    rates.append(now);
    return 2 * (Math.abs(rates.getSlope()) + 2 * rates.getSlopeStdErr()) < 1;
  }

  /** The most bytes that were in flight at once. */
  double mostInFlight() {
    return mostInFlight;
  }

  /** That begins anew with what is in flight now. */
  void forgetMost() {
    mostInFlight = bytesInFlight;
  }

  /** How many chunks of so many bytes are done, if those that began in the phase are half done. */
  double done(double chunkBytes) {
    return count.sent / chunkBytes + ofPhase / 2.0;
  }

  /** What all have sent together in this phase, in bytes per millisecond. */
  double rate(long now) {
    double each = count.bytes / count.millis;
    double sent = count.sent;
    for (Map.Entry<Ticket, Beginning> entry : inFlight.entrySet()) {
      double bytes = entry.getValue().bytes();
      double age = (double) Math.max(0, now - entry.getKey().flight.granted);
      double before = Math.max(0, age - Math.max(0, contendedSince(entry.getValue())));
      sent += Math.min(bytes, each * age) - Math.min(bytes, each * before);
    }
    return sent / millis();
  }

  /**
   * The next phase begins.
   *
   * @param settles for so many milliseconds of contention, at most, what is seen is of the phase
   *     before
   * @param keepsRates whether what limits rates in it is asked of those of the phase before, too
   */
  void nextPhase(double settles, boolean keepsRates) {
    phase++;
    ofPhase = 0;
    slow = keepsRates ? count : new Count(0);
    count = new Count(contended + settles);
    settle();
  }
}
