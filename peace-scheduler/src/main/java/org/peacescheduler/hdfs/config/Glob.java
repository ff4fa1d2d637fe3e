package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A glob as {@link java.nio.file.FileSystem#getPathMatcher} defines it, for paths of HDFS.
 *
 * <p>Java's own matches paths of this machine only, and a path with a letter that the encoding of
 * its file names lacks cannot even be made: in a daemon under {@code LANG=C}, any letter beyond
 * ASCII. Hadoop's {@code GlobPattern} matches strings, but its {@code *} crosses {@code /}.
 *
 * <p>{@code *} and {@code ?} stand for characters of a name, {@code **} for any. {@code [a-c]} is
 * one character of a set, {@code [!a-c]} one that is not in it; neither is ever {@code /}. {@code
 * {x,y}} is either of these, which contain no further braces. A backslash takes its meaning from
 * the character after it, but not in a set.
 *
 * <p>In a naming glob, braces without a comma name a part of the path: {@code {job}} is one
 * character of a name or more, {@code {job:GLOB}} what the glob matches.
 *
 * <p>Example: {@code /u/*.{a,b}} becomes {@code \/u\/[^\/]*\.(?:a|b)}, the naming glob {@code
 * /u/{job}} becomes {@code \/u\/([^\/]+)}. Confined to one call of {@link #compile} or {@link
 * #naming}; what these return is immutable.
 */
final class Glob {
  private static final String IN_A_NAME = "[^\\/]";
  private static final String BELOW = "/**";
  private static final String OR_BELOW = "(?:\\/.*)?";

  /** Each one that is not at the end multiplies the time that a path may take by its length. */
  private static final int MAX_DEEP = 2;

  private final String glob;
  private final boolean isNaming;
  private final StringBuilder regex = new StringBuilder();
  private final StringBuilder literals = new StringBuilder();
  private final List<String> around = new ArrayList<>();
  private String longestLiteral = "";
  private int afterName;
  private int at;

  private Glob(String glob, boolean isNaming) {
    this.glob = glob;
    this.isNaming = isNaming;
  }

  /**
   * A glob that names parts of the paths that it matches.
   *
   * @param regex for these paths and what is below them, with a capturing group for each name
   * @param around the glob's text before, between and after the names
   * @param literal a text that every path has that it matches: a quick way to find out that one
   *     does not match
   */
  record Naming(Pattern regex, List<String> around, String literal) {
    /** Copies the texts. */
    Naming {
      around = List.copyOf(around);
    }
  }

  /**
   * Refuses globs for which a path could keep the NameNode busy.
   *
   * @throws IllegalArgumentException with the glob
   */
  static void checkCost(String glob) {
    if (withoutEnd(glob).split("\\*\\*", -1).length - 1 > MAX_DEEP) {
      throw new IllegalArgumentException(
          "'%s' has more than %d '**' before its end".formatted(glob, MAX_DEEP));
    }
  }

  /** A glob covers what is below it, so it needs no {@code /**}. */
  static String withoutEnd(String glob) {
    return glob.endsWith(BELOW) ? glob.substring(0, glob.length() - BELOW.length()) : glob;
  }

  /**
   * A pattern for whole paths.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Pattern compile(String glob) {
    Glob compiled = new Glob(glob, false);
    compiled.read();
    return compiled.pattern();
  }

  /**
   * A pattern for whole paths and what is below them; a slash at the glob's end means nothing.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Pattern covering(String glob) {
    Glob compiled = new Glob(withoutSlash(glob), false);
    compiled.read();
    compiled.regex.append(OR_BELOW);
    return compiled.pattern();
  }

  /**
   * A pattern for whole paths and what is below them, of which braces name parts; a slash at the
   * glob's end means nothing.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Naming naming(String glob) {
    Glob compiled = new Glob(withoutSlash(glob), true);
    compiled.read();
    compiled.around.add(compiled.glob.substring(compiled.afterName));
    compiled.regex.append(OR_BELOW);
    return new Naming(compiled.pattern(), compiled.around, compiled.longestLiteral);
  }

  private static String withoutSlash(String glob) {
    return glob.replaceFirst("/+$", "");
  }

  private Pattern pattern() {
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private void read() {
    boolean inBraces = false;
    while (at < glob.length()) {
      int c = next("");
      if (inBraces || isSpecial(c)) {
        endLiteral();
      }
      if (c == '*' && skip('*')) {
        regex.append(".*");
      } else if (c == '*') {
        regex.append(IN_A_NAME).append('*');
      } else if (c == '?') {
        regex.append(IN_A_NAME);
      } else if (c == '[') {
        set();
      } else if (c == '{' && inBraces) {
        throw wrong("braces in braces");
      } else if (c == '{' && isName()) {
        name();
      } else if (c == '{') {
        inBraces = true;
        regex.append("(?:");
      } else if (c == '}' && inBraces) {
        inBraces = false;
        regex.append(')');
      } else if (c == ',' && inBraces) {
        regex.append('|');
      } else {
        int meant = c == '\\' ? next("nothing after '\\'") : c;
        literal(meant);
        if (!inBraces) {
          literals.appendCodePoint(meant);
        }
      }
    }
    if (inBraces) {
      throw wrong("no '}'");
    }
    endLiteral();
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
    if (isAnyName) {
      regex.append('(').append(IN_A_NAME).append("+)");
    } else {
      at = colon + 1;
      Glob part = new Glob(glob.substring(at, end), false);
      part.read();
      regex.append('(').append(part.regex).append(')');
      literals.append(part.longestLiteral);
      endLiteral();
    }
    at = end + 1;
    afterName = at;
  }

  /** Reads a set after its opening bracket. */
  private void set() {
    regex.append("(?!\\/)[").append(skip('!') ? "^" : "");
    int first = next("no ']'");
    if (first == ']') {
      throw wrong("an empty set");
    }
    int c = first;
    do {
      if (c == '/') {
        throw wrong("'/' in a set");
      }
      literal(c);
      int from = c;
      c = next("no ']'");
      if (c == '-' && !isNext(']')) {
        int to = next("no ']'");
        if (to < from) {
          throw wrong("a range that ends before it begins");
        }
        regex.append('-');
        literal(to);
        c = next("no ']'");
      }
    } while (c != ']');
    regex.append(']');
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

  /** Takes from a character all that it might mean in a regular expression. */
  private void literal(int c) {
    boolean mayMeanMore = c < 128 && !Character.isLetterOrDigit(c);
    regex.append(mayMeanMore ? "\\" : "").appendCodePoint(c);
  }
}
