package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A short way to write many host names. Immutable.
 *
 * <p>Examples: {@code svr1.[1-3]} is svr1.1, svr1.2, svr1.3; {@code n[08-10]} is n08, n09, n10;
 * {@code n[1,5-6]} is n1, n5, n6; {@code r[1-2]n[1-2]} is r1n1, r1n2, r2n1, r2n2, the last bracket
 * counting fastest. A text without brackets is itself.
 *
 * <p>Numbers that are padded with zeros must be equally long in a range: {@code [01-100]} could
 * mean two things and is refused.
 *
 * <p>Counting costs the length of the pattern, expanding that of the result; so count first.
 */
final class HostPattern {

  static final int MAX_PATTERN_LENGTH = 4096;
  static final int MAX_DIGITS = 9;

  private static final String EXAMPLES = "Maybe write it like '[1-8]', '[01-20]' or '[1,3,5-7]'.";
  private static final String EXAMPLE = "Maybe write it like 'svr1.[1-8]'.";

  /** A pattern, or what is wrong with the text. */
  sealed interface Result permits Valid, Invalid {}

  record Valid(HostPattern pattern) implements Result {}

  record Invalid(Flaw flaw) implements Result {}

  private sealed interface Part permits Literal, Choice {}

  private record Literal(String text) implements Part {}

  private record Choice(List<Range> ranges) implements Part {}

  private sealed interface Item permits Range, BadItem {}

  /** Numbers of at least the given number of digits. */
  private record Range(int first, int last, int digits) implements Item {

    long size() {
      return last - (long) first + 1;
    }
  }

  private record BadItem(Flaw flaw) implements Item {}

  private final List<Part> parts;

  private HostPattern(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** Reads a pattern; if it is none, the remedy is what other programs would read there. */
  static Result parse(String text) {
    Result result = parseExactly(text);
    if (result instanceof Invalid invalid && invalid.flaw().isGeneral()) {
      return HostRemedy.of(text)
          .<Result>map(remedy -> new Invalid(invalid.flaw().withRemedy(remedy)))
          .orElse(result);
    }
    return result;
  }

  /** Reads a pattern. Cost: the length of the text. */
  static Result parseExactly(String text) {
    if (text.length() > MAX_PATTERN_LENGTH) {
      return bad(
          "host pattern " + Text.quote(text) + " is longer than " + MAX_PATTERN_LENGTH + ".",
          "Maybe write several shorter ones as a list.");
    }
    if (text.isEmpty()) {
      return new Invalid(Names.checkHost(text, text).orElseThrow());
    }
    List<Part> parts = new ArrayList<>();
    int position = 0;
    while (position < text.length()) {
      int open = text.indexOf('[', position);
      int end = open < 0 ? text.length() : open;
      String literal = text.substring(position, end);
      if (literal.indexOf(']') >= 0) {
        return bad("host pattern " + Text.quote(text) + " has a ']' without '['.", EXAMPLE);
      }
      Optional<Flaw> flaw = Names.checkHost(text, literal);
      if (flaw.isPresent()) {
        return new Invalid(flaw.get());
      }
      if (!literal.isEmpty()) {
        parts.add(new Literal(literal));
      }
      position = end;
      if (open >= 0) {
        int close = text.indexOf(']', open);
        if (close < 0) {
          return bad("host pattern " + Text.quote(text) + " has a '[' without ']'.", EXAMPLE);
        }
        List<Range> ranges = new ArrayList<>();
        for (String item : text.substring(open + 1, close).split(",", -1)) {
          Item read = readItem(text, item);
          if (read instanceof BadItem badItem) {
            return new Invalid(badItem.flaw());
          }
          ranges.add((Range) read);
        }
        parts.add(new Choice(List.copyOf(ranges)));
        position = close + 1;
      }
    }
    return checkLength(text, new HostPattern(parts));
  }

  /** Returns the number of hosts; {@link Long#MAX_VALUE} if it does not fit. */
  long count() {
    long count = 1;
    for (Part part : parts) {
      if (part instanceof Choice choice) {
        long choices = choice.ranges().stream().mapToLong(Range::size).sum();
        if (count > Long.MAX_VALUE / choices) {
          return Long.MAX_VALUE;
        }
        count *= choices;
      }
    }
    return count;
  }

  /** Returns all hosts in the order in which the pattern counts. Check {@link #count()} before. */
  List<String> expand() {
    List<String> names = List.of("");
    for (Part part : parts) {
      List<String> longer = new ArrayList<>();
      for (String name : names) {
        if (part instanceof Literal literal) {
          longer.add(name + literal.text());
        } else if (part instanceof Choice choice) {
          choice.ranges().forEach(range -> append(name, range, longer));
        }
      }
      names = longer;
    }
    return names;
  }

  private static void append(String name, Range range, List<String> longer) {
    for (int number = range.first(); number <= range.last(); number++) {
      longer.add(name + pad(number, range.digits()));
    }
  }

  private static Item readItem(String pattern, String item) {
    String[] bounds = item.split("-", -1);
    String first = bounds[0];
    String last = bounds[bounds.length - 1];
    if (bounds.length > 2 || !isNumber(first) || !isNumber(last)) {
      return new BadItem(
          Flaw.general(
              ProblemCode.BAD_HOST_PATTERN,
              Text.quote(item)
                  + " in host pattern "
                  + Text.quote(pattern)
                  + " is neither a number nor a range.",
              EXAMPLES));
    }
    int from = Integer.parseInt(first);
    int to = Integer.parseInt(last);
    boolean padded = isPadded(first) || isPadded(last);
    int digits = Math.max(first.length(), last.length());
    String quoted = Text.quote(item) + " in host pattern " + Text.quote(pattern);
    String remedy =
        "Maybe write '"
            + pad(Math.min(from, to), padded ? digits : 1)
            + "-"
            + pad(Math.max(from, to), padded ? digits : 1)
            + "'.";
    if (padded && first.length() != last.length()) {
      return badItem("range " + quoted + " mixes numbers of different length.", remedy);
    }
    if (from > to) {
      return badItem("range " + quoted + " is empty.", remedy);
    }
    return new Range(from, to, padded ? digits : 1);
  }

  private static Result checkLength(String text, HostPattern pattern) {
    int longest = 0;
    for (Part part : pattern.parts) {
      if (part instanceof Literal literal) {
        longest += literal.text().length();
      } else if (part instanceof Choice choice) {
        longest +=
            choice.ranges().stream()
                .mapToInt(r -> Math.max(r.digits(), Integer.toString(r.last()).length()))
                .max()
                .orElseThrow();
      }
    }
    return longest > Names.MAX_LENGTH
        ? new Invalid(Names.tooLong("host name", text))
        : new Valid(pattern);
  }

  private static boolean isNumber(String text) {
    return text.length() <= MAX_DIGITS
        && !text.isEmpty()
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isPadded(String number) {
    return number.length() > 1 && number.charAt(0) == '0';
  }

  private static String pad(int number, int digits) {
    String text = Integer.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  private static Invalid bad(String message, String remedy) {
    return new Invalid(Flaw.general(ProblemCode.BAD_HOST_PATTERN, message, remedy));
  }

  private static BadItem badItem(String message, String remedy) {
    return new BadItem(new Flaw(ProblemCode.BAD_HOST_PATTERN, message, remedy));
  }
}
