package org.peacescheduler.hdfs;

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
 * <p>Example: {@code /u/*.{a,b}} becomes {@code \/u\/[^\/]*\.(?:a|b)}. Confined to one call of
 * {@link #compile}; what that returns is immutable.
 */
final class Glob {
  private static final String IN_A_NAME = "[^\\/]";

  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private int at;

  private Glob(String glob) {
    this.glob = glob;
  }

  /**
   * A pattern for whole paths.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Pattern compile(String glob) {
    Glob compiled = new Glob(glob);
    compiled.read();
    return Pattern.compile(compiled.regex.toString(), Pattern.DOTALL);
  }

  private void read() {
    boolean inBraces = false;
    while (at < glob.length()) {
      int c = next("");
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
      } else if (c == '{') {
        inBraces = true;
        regex.append("(?:");
      } else if (c == '}' && inBraces) {
        inBraces = false;
        regex.append(')');
      } else if (c == ',' && inBraces) {
        regex.append('|');
      } else {
        literal(c == '\\' ? next("nothing after '\\'") : c);
      }
    }
    if (inBraces) {
      throw wrong("no '}'");
    }
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
