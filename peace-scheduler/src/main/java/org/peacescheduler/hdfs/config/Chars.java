package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.List;

/**
 * The characters, as code points, that one place of a {@link Glob} takes. Immutable.
 *
 * <p>Example: {@code [!a-c]} takes what is neither from a to c nor a slash.
 *
 * @param ranges the characters that are named
 * @param isNot whether all others are meant
 */
record Chars(List<Range> ranges, boolean isNot) {
  static final Range SLASH = new Range('/', '/');

  /** Every character of a name. */
  static final Chars IN_A_NAME = new Chars(List.of(SLASH), true);

  /** Characters from one to another, both included. Immutable. */
  record Range(int from, int to) {}

  /** Copies the ranges. */
  Chars {
    ranges = List.copyOf(ranges);
  }

  /** A character that stands for itself. */
  static Chars of(int character) {
    return new Chars(List.of(new Range(character, character)), false);
  }

  /** A set in brackets, which never takes a slash. */
  static Chars set(List<Range> ranges, boolean isNot) {
    List<Range> inAName = new ArrayList<>();
    if (isNot) {
      inAName.addAll(ranges);
      inAName.add(SLASH);
    } else {
      ranges.forEach(range -> addWithoutSlash(range, inAName));
    }
    return new Chars(inAName, isNot);
  }

  private static void addWithoutSlash(Range range, List<Range> ranges) {
    if (range.from() <= '/' && '/' <= range.to()) {
      ranges.add(new Range(range.from(), '/' - 1));
      ranges.add(new Range('/' + 1, range.to()));
    } else {
      ranges.add(range);
    }
  }

  /** Whether it takes a character. */
  boolean take(int character) {
    return ranges.stream().anyMatch(r -> r.from() <= character && character <= r.to()) != isNot;
  }
}
