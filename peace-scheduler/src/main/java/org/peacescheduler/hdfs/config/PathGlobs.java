package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;

/**
 * The paths that are scheduled.
 *
 * <p>A glob matches a file or a directory above it: {@code /checkpoints} and {@code /user/*}{@code
 * /state} cover everything below. {@code *} stays within a path component, {@code **} does not. A
 * slash at the end means nothing. Commas and line breaks separate globs, but for those in braces.
 * No globs match every path; what an excluded glob covers is not matched, whatever else covers it.
 *
 * <p>Example: {@code /a,/b/*.x} match {@code /a/1} and {@code /b/1.x/2}, not {@code /b/1}.
 *
 * <p>Cost: linear in the path's length, of which {@value #LONGEST_PATH} characters count at most:
 * 20 to 100 µs a glob for as many, 0.1 µs for a usual path. Immutable.
 */
public final class PathGlobs {
  /**
   * HDFS makes no file of a longer path. What names one all the same, because it asks by a file's
   * number or a directory above it was renamed, is as the directory that ends before.
   */
  static final int LONGEST_PATH = HdfsServerConstants.MAX_PATH_LENGTH;

  private final List<Glob> globs;

  private final List<Glob> excluded;

  private PathGlobs(List<Glob> globs, List<Glob> excluded) {
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

  private static List<Glob> patterns(String globs) {
    List<Glob> patterns = new ArrayList<>();
    for (String glob : split(globs)) {
      if (!glob.startsWith("/")) {
        throw new IllegalArgumentException("'" + glob + "' does not start with '/'");
      }
      if (glob.contains("//")) {
        throw new IllegalArgumentException("'" + glob + "' has '//', which no path has");
      }
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
    String seen = path.length() <= LONGEST_PATH ? path : cut(path);
    return (globs.isEmpty() || isCovered(globs, seen)) && !isCovered(excluded, seen);
  }

  private static String cut(String path) {
    return path.substring(0, Math.max(1, path.lastIndexOf('/', LONGEST_PATH)));
  }

  private static boolean isCovered(List<Glob> globs, String path) {
    return globs.stream().anyMatch(glob -> glob.matches(path));
  }
}
