package org.peacescheduler.measure;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, or of bytes per second, as a person writes it: {@code 1 MiB}, {@code 4MiB/s},
 * {@code 65536}.
 *
 * <p>Immutable.
 *
 * @param bytes more than 0
 */
public record ByteSize(long bytes) {
  private static final Pattern FORM =
      Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([kmg]?i?b)?\\s*(?:/\\s*s)?\\s*");
  private static final Map<String, Long> UNITS =
      Map.of(
          "b",
          1L,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L,
          "kib",
          1L << 10,
          "mib",
          1L << 20,
          "gib",
          1L << 30);

  /** Checks the number. */
  public ByteSize {
    if (bytes <= 0) {
      throw new IllegalArgumentException(
          "A size has to be more than 0 bytes, and is " + bytes + ".");
    }
  }

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException with the text and a remedy
   */
  public static ByteSize parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size. Maybe write it like '1 MiB', '512 KiB' or '65536'.");
    }
    String unit = matcher.group(2) == null ? "b" : matcher.group(2);
    Long factor = UNITS.get(unit);
    if (factor == null) {
      throw new IllegalArgumentException(
          "'" + text + "': there is no unit '" + unit + "'. Maybe KiB, MiB or GiB.");
    }
    double value = Double.parseDouble(matcher.group(1)) * factor;
    if (value > 1L << 50) {
      throw new IllegalArgumentException(
          "'" + text + "' is more than 1 PiB. Maybe a smaller unit.");
    }
    return new ByteSize(Math.round(value));
  }

  /**
   * The size in the largest binary unit of which it is a whole number: {@code 1 MiB}, {@code 1536
   * KiB}.
   */
  @Override
  public String toString() {
    if (bytes % (1L << 30) == 0) {
      return (bytes >> 30) + " GiB";
    } else if (bytes % (1L << 20) == 0) {
      return (bytes >> 20) + " MiB";
    } else if (bytes % (1L << 10) == 0) {
      return (bytes >> 10) + " KiB";
    }
    return bytes + " B";
  }
}
