package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The paths that are scheduled.
 *
 * <p>A glob matches a file or a directory above it: {@code /checkpoints} and {@code /user/*}{@code
 * /state} cover everything below. {@code *} stays within a path component, {@code **} does not. A
 * slash at the end means nothing. Commas and line breaks separate globs, but for those in braces.
 * No globs match every path; what an excluded glob covers is not matched, whatever else covers it.
 * Immutable.
 */
public final class PathGlobs {
  private final List<Pattern> globs;

  private final List<Pattern> excluded;

  private PathGlobs(List<Pattern> globs, List<Pattern> excluded) {
    this.globs = List.copyOf(globs);
    this.excluded = List.copyOf(excluded);
  }

  /**
   * Parses globs.
   *
   * @throws IllegalArgumentException with the glob and what is wrong with it
   */
  static PathGlobs parse(String globs) {
    return new PathGlobs(patterns(globs), List.of());
  }

  /**
   * These paths without others.
   *
   * @throws IllegalArgumentException with the glob and what is wrong with it
   */
  PathGlobs without(String others) {
    return new PathGlobs(globs, patterns(others));
  }

  private static List<Pattern> patterns(String globs) {
    List<Pattern> patterns = new ArrayList<>();
    for (String glob : split(globs)) {
      if (!glob.startsWith("/")) {
        throw new IllegalArgumentException("'" + glob + "' does not start with '/'");
      }
      if (glob.contains("//")) {
        throw new IllegalArgumentException("'" + glob + "' has '//', which no path has");
      }
      Glob.checkCost(glob);
      patterns.add(Glob.covering(glob));
    }
    return patterns;
  }

  /** The globs of a text. */
  static List<String> split(String globs) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= globs.length(); i++) {
      char c = i < globs.length() ? globs.charAt(i) : ',';
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if ((c == ',' || c == '\n') && (depth == 0 || i == globs.length())) {
        String part = globs.substring(start, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = i + 1;
      }
    }
    return parts;
  }

  /** Whether a file is one of these. */
  public boolean matches(String path) {
    return (globs.isEmpty() || isCovered(globs, path)) && !isCovered(excluded, path);
  }

  private static boolean isCovered(List<Pattern> globs, String path) {
    return globs.stream().anyMatch(glob -> glob.matcher(path).matches());
  }
}
