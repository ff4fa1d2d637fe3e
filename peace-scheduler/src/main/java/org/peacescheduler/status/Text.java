package org.peacescheduler.status;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Numbers, times and lists as people read them. Thread-safe: it has no state. */
public final class Text {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS z", Locale.ENGLISH)
          .withZone(ZoneId.systemDefault());
  private static final DateTimeFormatter DATE_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH)
          .withZone(ZoneId.systemDefault());
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};
  private static final String[] BITS = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};
  private static final int BITS_PER_BYTE = 8;
  private static final double KILO = 1000;
  private static final int NAMED = 4;

  private Text() {}

  /** As 12:01:02.345 UTC, in the time zone of this machine. */
  public static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** As 2026-11-26 12:01:02 UTC, in the time zone of this machine. */
  public static String dateAndTime(long millis) {
    return DATE_AND_TIME.format(Instant.ofEpochMilli(millis));
  }

  /** As 850 ms, 1.2 s, 75 s. */
  public static String duration(long millis) {
    if (millis < KILO) {
      return millis + " ms";
    }
    return decimal(millis / KILO, millis < 10 * KILO ? 1 : 0) + " s";
  }

  /** As 1.3 GB. */
  public static String bytes(double bytes) {
    return scaled(bytes, UNITS);
  }

  /** Bytes per second as a topology file has bandwidths: as 850 Mbit/s, 1 Gbit/s, 2.5 Gbit/s. */
  public static String bits(double bytesPerSecond) {
    String text = scaled(BITS_PER_BYTE * bytesPerSecond, BITS);
    return text.replaceFirst("(\\.[0-9]*?)0+ ", "$1 ").replace(". ", " ");
  }

  private static String scaled(double number, String... units) {
    double value = number;
    int unit = 0;
    while (value >= KILO && unit < units.length - 1) {
      value /= KILO;
      unit++;
    }
    int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return decimal(value, digits) + " " + units[unit];
  }

  /** A part as 81 %. */
  static String percent(double part) {
    return decimal(100 * part, 0) + " %";
  }

  /**
   * A figure that is not negative, with 0 to 2 digits behind the point. A page has thousands of
   * them; while Java is new, its own formatter takes some 20 µs for each.
   */
  private static String decimal(double value, int digits) {
    long scale = digits == 0 ? 1 : digits == 1 ? 10 : 100;
    long scaled = Math.round(value * scale);
    String whole = Long.toString(scaled / scale);
    if (digits == 0) {
      return whole;
    }
    long part = scaled % scale;
    return whole + (digits == 2 && part < 10 ? ".0" : ".") + part;
  }

  /** As 1 chunk, 2 chunks. */
  public static String count(long n, String one) {
    return figure(n) + " " + one + (n == 1 ? "" : "s");
  }

  /** As 12, 4,711. */
  static String figure(long n) {
    return n < KILO ? Long.toString(n) : String.format(Locale.ROOT, "%,d", n);
  }

  /** As a, b, c, d and 12 more. */
  public static String some(List<String> names) {
    int more = names.size() - NAMED;
    return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
