package org.peacescheduler.network.topology;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data rate as an operator writes it. Immutable.
 *
 * <p>Example: {@code 1 Gbit/s} is 10^9 bits per second, {@code 60 MB/s} is 60 · 8 · 10^6, {@code 60
 * MiB/s} is 60 · 8 · 2^20. The first carries two streams of the second.
 *
 * @param text as written
 * @param bitsPerSecond exact
 */
public record Bandwidth(String text, BigDecimal bitsPerSecond) {

  // Bounded in length, since BigDecimal is not linear in it.
  private static final Pattern FORMAT =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,18})?) {0,8}([A-Za-z]{1,8})/(?:s|sec)");

  /** The remedy where nothing better is known. */
  static final String EXAMPLES =
      "Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.";

  /** Where a device does not know its own speed. */
  static final String OF_NO_LINK =
      "Maybe write what the link can carry; a device says that while no cable is in it, or if it is"
          + " a virtual one.";

  private static final Pattern UNKNOWN = Pattern.compile("(?i)\\bunknown\\b");

  private static final Map<String, BigDecimal> BITS_PER_UNIT = units();

  /** Returns the rate, which may be zero, or nothing if the text is none. */
  public static Optional<Bandwidth> parse(String text) {
    Matcher matcher = FORMAT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal unit = BITS_PER_UNIT.get(matcher.group(2));
    if (unit == null) {
      return Optional.empty();
    }
    return Optional.of(new Bandwidth(text, new BigDecimal(matcher.group(1)).multiply(unit)));
  }

  /** Returns how to write what was probably meant by a text that is no bandwidth. */
  public static String remedy(String text) {
    if (UNKNOWN.matcher(text).find()) {
      return OF_NO_LINK;
    }
    return BandwidthGuess.of(text).map(BandwidthGuess::remedy).orElse(EXAMPLES);
  }

  /** Returns it in bytes. */
  public double bytesPerSecond() {
    return bitsPerSecond.doubleValue() / Byte.SIZE;
  }

  /** Whether it is written in bytes. */
  boolean isInBytes() {
    return text.contains("B");
  }

  /** Whether nothing moves. */
  public boolean isZero() {
    return bitsPerSecond.signum() == 0;
  }

  /** Returns how many whole streams of the given rate, which is not zero, fit into this one. */
  BigDecimal streams(Bandwidth streamRate) {
    return bitsPerSecond.divideToIntegralValue(streamRate.bitsPerSecond);
  }

  private static Map<String, BigDecimal> units() {
    Map<String, BigDecimal> units = new LinkedHashMap<>();
    BigDecimal eight = BigDecimal.valueOf(8);
    BigDecimal decimal = BigDecimal.ONE;
    BigDecimal binary = BigDecimal.ONE;
    for (String prefix : new String[] {"", "k", "M", "G", "T"}) {
      units.put(prefix + "bit", decimal);
      units.put(prefix + "B", decimal.multiply(eight));
      if (!prefix.isEmpty()) {
        units.put(prefix.toUpperCase(Locale.ROOT) + "iB", binary.multiply(eight));
      }
      decimal = decimal.scaleByPowerOfTen(3);
      binary = binary.multiply(BigDecimal.valueOf(1024));
    }
    // Common spellings of the same.
    units.put("Kbit", units.get("kbit"));
    units.put("KB", units.get("kB"));
    units.put("kiB", units.get("KiB"));
    return units;
  }
}
