package org.peacescheduler.status;

import java.util.Locale;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * What the counters are called that chunks have by reason: the metrics count under these names, and
 * the status asks for them.
 *
 * <p>Example: {@code ExemptSlowKin}, {@code FallbacksDeferralMax}. Thread-safe: it has no state.
 */
public final class CounterNames {
  private CounterNames() {}

  /** Of chunks that did not wait. */
  public static String of(Exemption kind) {
    return "Exempt" + camelCase(kind.text());
  }

  /** Of chunks that the stock policy placed. */
  public static String of(FallbackReason reason) {
    return "Fallbacks" + camelCase(reason.text());
  }

  private static String camelCase(String text) {
    StringBuilder name = new StringBuilder();
    for (String word : text.split("-", -1)) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return name.toString();
  }
}
