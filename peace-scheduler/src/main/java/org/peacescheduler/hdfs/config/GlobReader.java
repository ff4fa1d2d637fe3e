package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Reads the text of a {@link Glob}, and makes its states.
 *
 * <p>Example: of {@code /u/{job}/x} the states are those of {@code /u/}, of a name, and of {@code
 * /x}; {@code /u/} and {@code /x} are around what it names, and {@code /u/} is in each path that it
 * matches.
 *
 * <p>Cost: linear in the text's length. Confined to one call.
 */
final class GlobReader {
  private final String glob;
  private final boolean isNaming;
  private final GlobStates.Builder states;
  private final StringBuilder literals = new StringBuilder();
  private final List<String> around = new ArrayList<>();
  private String longestLiteral = "";
  private int afterName;
  private int at;

  /**
   * Reads nothing yet.
   *
   * @param isNaming whether braces without a comma name a part of a path
   * @param states gets the states
   */
  GlobReader(String glob, boolean isNaming, GlobStates.Builder states) {
    this.glob = glob;
    this.isNaming = isNaming;
    this.states = states;
  }

  /** The glob's text before, between and after the names. */
  List<String> around() {
    return List.copyOf(around);
  }

  /** A text that every path has that the glob matches: a quick way to find out that one is not. */
  String longestLiteral() {
    return longestLiteral;
  }

  /**
   * Reads all of it.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  void read() {
    boolean inBraces = false;
    while (at < glob.length()) {
      int c = next("");
      if (inBraces || isSpecial(c)) {
        endLiteral();
      }
      if (c == '*' && skip('*')) {
        states.stayAnywhere();
      } else if (c == '*') {
        states.stayInAName();
      } else if (c == '?') {
        states.take(Chars.IN_A_NAME);
      } else if (c == '[') {
        set();
      } else if (c == '{' && inBraces) {
        throw wrong("braces in braces");
      } else if (c == '{' && isName()) {
        name();
      } else if (c == '{') {
        inBraces = true;
        states.either();
      } else if (c == '}' && inBraces) {
        inBraces = false;
        states.endEither();
      } else if (c == ',' && inBraces) {
        states.or();
      } else {
        int meant = c == '\\' ? next("nothing after '\\'") : c;
        states.take(Chars.of(meant));
        if (!inBraces) {
          literals.appendCodePoint(meant);
        }
      }
    }
    if (inBraces) {
      throw wrong("no '}'");
    }
    endLiteral();
    around.add(glob.substring(afterName));
  }

  private static boolean isSpecial(int c) {
    return c == '*' || c == '?' || c == '[' || c == '{';
  }

  private void endLiteral() {
    if (literals.length() > longestLiteral.length()) {
      longestLiteral = literals.toString();
    }
    literals.setLength(0);
  }

  /** Whether braces that have just begun are a name. */
  private boolean isName() {
    int comma = glob.indexOf(',', at);
    int end = glob.indexOf('}', at);
    return isNaming && (comma < 0 || end < comma);
  }

  /** Reads a name after its opening brace. */
  private void name() {
    around.add(glob.substring(afterName, at - 1));
    int end = glob.indexOf('}', at);
    if (end < 0) {
      throw wrong("no '}'");
    }
    int colon = glob.indexOf(':', at);
    boolean isAnyName = colon < 0 || colon > end;
    if ((isAnyName ? end : colon) == at) {
      throw wrong("braces without a name");
    }
    states.bound();
    if (isAnyName) {
      states.take(Chars.IN_A_NAME);
      states.stayInAName();
    } else {
      at = colon + 1;
      GlobReader part = new GlobReader(glob.substring(at, end), false, states);
      part.read();
      literals.append(part.longestLiteral);
      endLiteral();
    }
    states.bound();
    at = end + 1;
    afterName = at;
  }

  /** Reads a set after its opening bracket. */
  private void set() {
    boolean isNot = skip('!');
    List<Chars.Range> ranges = new ArrayList<>();
    int c = next("no ']'");
    if (c == ']') {
      throw wrong("an empty set");
    }
    do {
      if (c == '/') {
        throw wrong("'/' in a set");
      }
      int from = c;
      int to = c;
      c = next("no ']'");
      if (c == '-' && !isNext(']')) {
        to = next("no ']'");
        if (to < from) {
          throw wrong("a range that ends before it begins");
        }
        c = next("no ']'");
      }
      ranges.add(new Chars.Range(from, to));
    } while (c != ']');
    states.take(Chars.set(ranges, isNot));
  }

  private boolean isNext(char c) {
    return at < glob.length() && glob.charAt(at) == c;
  }

  private boolean skip(char c) {
    boolean there = isNext(c);
    at += there ? 1 : 0;
    return there;
  }

  private int next(String problemIfNone) {
    if (at == glob.length()) {
      throw wrong(problemIfNone);
    }
    int c = glob.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private PatternSyntaxException wrong(String problem) {
    return new PatternSyntaxException(problem, glob, at - 1);
  }
}
