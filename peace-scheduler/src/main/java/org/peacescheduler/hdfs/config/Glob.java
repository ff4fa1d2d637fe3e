package org.peacescheduler.hdfs.config;

import java.util.List;
import java.util.Optional;
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
 * <p>Example: {@code /u/*.{a,b}} matches {@code /u/1.b}; the naming glob {@code /u/{job}} matches
 * it, too, and its job is {@code 1.b}.
 *
 * <p>Cost: a search for a text that each path has that it matches, and, if the path has it, {@link
 * GlobStates}: linear in the path's length. Immutable.
 */
final class Glob {
  private static final String BELOW = "/**";

  private final GlobStates states;
  private final List<String> around;
  private final String literal;

  private Glob(GlobStates states, GlobReader reader) {
    this.states = states;
    around = reader.around();
    literal = reader.longestLiteral();
  }

  /** A glob covers what is below it, so it needs no {@code /**}. */
  static String withoutEnd(String glob) {
    return glob.endsWith(BELOW) ? glob.substring(0, glob.length() - BELOW.length()) : glob;
  }

  /**
   * For whole paths.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Glob exactly(String glob) {
    GlobStates.Builder states = new GlobStates.Builder();
    GlobReader reader = new GlobReader(glob, false, states);
    reader.read();
    return new Glob(states.exactly(), reader);
  }

  /**
   * For whole paths and what is below them; a slash at the glob's end means nothing.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Glob covering(String glob) {
    return covering(glob, false);
  }

  /**
   * For whole paths and what is below them, of which braces name parts; a slash at the glob's end
   * means nothing.
   *
   * @throws PatternSyntaxException with the glob, what is wrong with it and where
   */
  static Glob naming(String glob) {
    return covering(glob, true);
  }

  private static Glob covering(String glob, boolean isNaming) {
    GlobStates.Builder states = new GlobStates.Builder();
    GlobReader reader = new GlobReader(glob.replaceFirst("/+$", ""), isNaming, states);
    reader.read();
    return new Glob(states.covering(), reader);
  }

  /** Whether it matches a path. */
  boolean matches(String path) {
    return path.contains(literal) && states.matches(path);
  }

  /** Its text with what its names stand for in a path, if it matches it. */
  Optional<String> named(String path) {
    return path.contains(literal) ? states.parts(path).map(this::text) : Optional.empty();
  }

  private String text(List<String> parts) {
    StringBuilder text = new StringBuilder(around.get(0));
    for (int i = 0; i < parts.size(); i++) {
      text.append(parts.get(i)).append(around.get(i + 1));
    }
    return text.toString();
  }
}
