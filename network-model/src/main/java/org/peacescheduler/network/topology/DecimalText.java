package org.peacescheduler.network.topology;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A number as people and tools write it. Immutable.
 *
 * <p>Examples: {@code 1,5} is 1.5; {@code 1_000} and {@code 10'000} are 1000 and 10000; {@code 1e9}
 * is 1000000000; {@code 1.000.000} and {@code 1.000,5} are 1000000 and 1000.5; {@code 1,500} is
 * 1500, or 1.5 where a comma is a decimal one.
 *
 * @param text with digits and at most one point; as it was written, where that is so already
 * @param value the same
 * @param other what it may be as well
 */
record DecimalText(String text, BigDecimal value, Optional<DecimalText> other) {

  /** With points between thousands, as much of Europe writes. */
  private static final String POINTS =
      "[0-9]{1,3}(?:\\.[0-9]{3}){2,5}(?:,[0-9]{1,18})?|[0-9]{1,3}(?:\\.[0-9]{3}){1,5},[0-9]{1,18}";

  /** What {@link #of} reads, as part of a regular expression. */
  static final String FORM =
      "(?:"
          + POINTS
          + "|(?:[0-9]{1,3}(?:[ _',][0-9]{3})+|[0-9]+)?(?:[.,][0-9]*)?(?:[eE]\\+?[0-9]{1,2})?)";

  /** Returns the number, or nothing if it is none. */
  static Optional<DecimalText> of(String written) {
    if (written.matches("[0-9]{1,18}(\\.[0-9]{1,18})?")) {
      return Optional.of(new DecimalText(written, new BigDecimal(written), Optional.empty()));
    }
    if (written.matches(POINTS)) {
      return Optional.of(parsed(written.replace(".", "").replace(',', '.')));
    }
    if (!written.matches(FORM) || !written.matches(".*[0-9].*")) {
      return Optional.empty();
    }
    boolean isAmbiguous = written.matches("[1-9][0-9]{0,2},[0-9]{3}");
    String grouped = written.replaceAll("[ _',](?=[0-9]{3}(?![0-9]))", "");
    DecimalText number = parsed(grouped.replace(',', '.'));
    return Optional.of(
        isAmbiguous
            ? new DecimalText(
                number.text(), number.value(), Optional.of(parsed(written.replace(',', '.'))))
            : number);
  }

  private static DecimalText parsed(String text) {
    return new DecimalText(new BigDecimal(text.startsWith(".") ? "0" + text : text));
  }

  private DecimalText(BigDecimal value) {
    this(plain(value), value, Optional.empty());
  }

  /** Without an exponent, and without zeros at the end of a fraction. */
  static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** Returns how many digits it has before the point. */
  int integerDigits() {
    return Math.max(1, value.precision() - value.scale());
  }

  /** Returns so many times as much. */
  DecimalText times(int factor) {
    return factor == 1 ? this : new DecimalText(value.multiply(BigDecimal.valueOf(factor)));
  }

  /** Returns it, or twice as much, where either may be meant. */
  DecimalText orTwice() {
    return new DecimalText(text, value, Optional.of(times(2)));
  }

  /** Returns it with the point moved. */
  DecimalText scaled(int powerOfTen) {
    return new DecimalText(value.scaleByPowerOfTen(powerOfTen));
  }
}
