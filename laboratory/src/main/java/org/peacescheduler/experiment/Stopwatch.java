package org.peacescheduler.experiment;

/**
 * Seconds since it was made, exact as {@link System#nanoTime} is, and the place of the daemons' own
 * wall-clock times on the same line.
 *
 * <p>Immutable.
 */
final class Stopwatch {
  private final long startNanos = System.nanoTime();
  private final long startMillis = System.currentTimeMillis();

  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  double secondsAt(double epochMillis) {
    return (epochMillis - startMillis) / 1e3;
  }
}
