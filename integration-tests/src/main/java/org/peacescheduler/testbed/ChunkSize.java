package org.peacescheduler.testbed;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a chunk's size: {@code 1MiB}, {@code 512 KiB}, {@code 65536}. */
final class ChunkSize {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9}) ?(|b|kib|mib)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "b", 1L, "kib", 1L << 10, "mib", 1L << 20);

  private ChunkSize() {}

  /**
   * Returns the bytes.
   *
   * @throws IllegalArgumentException with the text and a remedy
   */
  static long parse(String text) {
    Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    long bytes =
        matcher.matches() ? Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2)) : 0;
    if (bytes <= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size of a chunk. Maybe 1MiB or 512KiB.");
    }
    return bytes;
  }
}
