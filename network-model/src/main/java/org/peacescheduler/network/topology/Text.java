package org.peacescheduler.network.topology;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Words for messages: quoting, listing, and the known word nearest to a mistyped one. Stateless.
 */
public final class Text {

  /** Longer values are cut in messages. */
  static final int MAX_VALUE = 60;

  private static final int MAX_LISTED = 5;

  private Text() {}

  /** Returns the value in single quotes, on one line and of bounded length. */
  public static String quote(String value) {
    return "'" + shorten(value) + "'";
  }

  /** Returns the value on one line and of bounded length. */
  public static String shorten(String value) {
    return shorten(value, MAX_VALUE);
  }

  /** Returns the value on one line and of at most this length, without counting escapes. */
  static String shorten(String value, int max) {
    StringBuilder shown = new StringBuilder();
    int end = Math.min(value.length(), max);
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> shown.append("\\n");
        case '\r' -> shown.append("\\r");
        case '\t' -> shown.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            shown.append(c);
          }
        }
      }
    }
    return value.length() > end ? shown.append('…').toString() : shown.toString();
  }

  /**
   * Returns {@code 'a', 'b' and 'c'}; of many values the first few and the number of the others.
   */
  public static String list(Collection<String> values) {
    int size = values.size();
    int shown = size > MAX_LISTED + 1 ? MAX_LISTED : size - 1;
    StringBuilder text = new StringBuilder();
    int i = 0;
    for (String value : values) {
      if (i > 0) {
        text.append(i < shown ? ", " : " and ");
      }
      if (i == shown && size > MAX_LISTED + 1) {
        return text.append(size - shown).append(" more").toString();
      }
      text.append(quote(value));
      i++;
    }
    return text.toString();
  }

  /**
   * Returns the known word that is most probably meant, if one is near: at most two letters, or a
   * third of the word, have to change. Upper and lower case count as equal. Of equally near words
   * the first one wins.
   *
   * <p>Cost: length of the word times the letters in all known words.
   */
  public static Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() > MAX_VALUE) {
      return Optional.empty();
    }
    String lower = word.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = (word.length() < 4 ? 1 : Math.max(2, word.length() / 3)) + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) >= bestDistance) {
        continue;
      }
      int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
      // A word of which nothing is left is no help: 'up' is not meant by 'x1'.
      if (distance < bestDistance && distance < candidate.length()) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Returns Levenshtein's distance: letters to insert, to remove and to replace. */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      int[] swap = above;
      above = row;
      row = swap;
    }
    return above[b.length()];
  }
}
