package org.peacescheduler.calibrate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rates in MB/s, 10^6 bytes per second, with four digits that mean something. */
final class Megabytes {
  private static final int DIGITS = 4;
  private static final double BYTES = 1e6;

  /** What differs in further digits is arithmetic. */
  private static final MathContext EXACT = new MathContext(10, RoundingMode.HALF_UP);

  private Megabytes() {}

  /** The nearest rate. */
  static BigDecimal of(double bytesPerSecond) {
    return round(bytesPerSecond, RoundingMode.HALF_UP);
  }

  static double bytesPerSecond(BigDecimal rate) {
    return rate.doubleValue() * BYTES;
  }

  /** The next lower rate. */
  static BigDecimal atMost(double bytesPerSecond) {
    return round(bytesPerSecond, RoundingMode.DOWN);
  }

  private static BigDecimal round(double bytesPerSecond, RoundingMode mode) {
    BigDecimal rounded =
        new BigDecimal(bytesPerSecond / BYTES, EXACT).round(new MathContext(DIGITS, mode));
    int wholeDigits = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, DIGITS - wholeDigits), RoundingMode.UNNECESSARY);
  }

  /** As a topology file has it. */
  static String bandwidth(BigDecimal rate) {
    return rate.toPlainString() + " MB/s";
  }

  /** As it is shown. */
  static String text(double bytesPerSecond) {
    return of(bytesPerSecond).toPlainString();
  }
}
