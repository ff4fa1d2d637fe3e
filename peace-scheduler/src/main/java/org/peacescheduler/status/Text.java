package org.peacescheduler.status;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Numbers, times and lists as people read them. Thread-safe: it has no state. */
public final class Text {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};
  private static final double KILO = 1000;
  private static final int NAMED = 4;

  private Text() {}

  /** As 12:01:02.345, in the time zone of this machine. */
  public static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** As 850 ms, 1.2 s, 75 s. */
  public static String duration(long millis) {
    if (millis < KILO) {
      return millis + " ms";
    }
    return String.format(Locale.ROOT, millis < 10 * KILO ? "%.1f s" : "%.0f s", millis / KILO);
  }

  /** As 1.3 GB. */
  public static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= KILO && unit < UNITS.length - 1) {
      value /= KILO;
      unit++;
    }
    boolean isWhole = unit == 0 || value >= 100;
    return String.format(Locale.ROOT, isWhole ? "%.0f %s" : "%.3g %s", value, UNITS[unit]);
  }

  /** As 1 chunk, 2 chunks. */
  public static String count(long n, String one) {
    return String.format(Locale.ROOT, "%,d %s%s", n, one, n == 1 ? "" : "s");
  }

  /** As a, b, c, d and 12 more. */
  public static String some(List<String> names) {
    int more = names.size() - NAMED;
    return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
