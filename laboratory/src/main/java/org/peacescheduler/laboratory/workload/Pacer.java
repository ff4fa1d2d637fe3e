package org.peacescheduler.laboratory.workload;

import java.util.concurrent.TimeUnit;

/**
 * Lets bytes go no faster than a rate. What is not used of it is lost.
 *
 * <p>Example: at 1 MiB/s, three pieces of 64 KiB that come together go at 0, 62.5 and 125 ms.
 * Thread-safe.
 */
final class Pacer {
  private static final double NANOS = 1e9;

  private final double bytesPerSecond;
  private long next = Long.MIN_VALUE;

  /** With a rate; 0: no limit. */
  Pacer(double bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** The largest piece that leaves the rate even: what goes in a tenth of a second. */
  int piece(int most) {
    return bytesPerSecond > 0 ? (int) Math.max(1, Math.min(most, bytesPerSecond / 10)) : most;
  }

  /** When a piece may go that comes now, in the nanoseconds of {@link System#nanoTime}. */
  synchronized long due(int bytes, long now) {
    if (bytesPerSecond <= 0) {
      return now;
    }
    long due = Math.max(now, next);
    next = due + (long) (NANOS * bytes / bytesPerSecond);
    return due;
  }

  /** Waits until a piece may go. */
  void await(int bytes) throws InterruptedException {
    long now = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(due(bytes, now) - now);
  }
}
