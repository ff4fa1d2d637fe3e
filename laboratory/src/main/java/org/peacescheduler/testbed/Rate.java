package org.peacescheduler.testbed;

import java.util.Locale;

/**
 * What a link or a hop carries. Immutable.
 *
 * @param bitsPerSecond more than 0
 */
record Rate(double bitsPerSecond) {

  Rate {
    if (!(bitsPerSecond > 0)) {
      throw new IllegalArgumentException("a rate of " + bitsPerSecond + " bit/s carries nothing");
    }
  }

  Rate plus(Rate other) {
    return new Rate(bitsPerSecond + other.bitsPerSecond);
  }

  Rate times(double part) {
    return new Rate(part * bitsPerSecond);
  }

  double seconds(double bytes) {
    return 8 * bytes / bitsPerSecond;
  }

  /** As {@code tc} reads it. */
  String forTc() {
    return Math.round(bitsPerSecond) + "bit";
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.4f", bitsPerSecond / 1e6).replaceAll("\\.?0+$", "")
        + " Mbit/s";
  }
}
