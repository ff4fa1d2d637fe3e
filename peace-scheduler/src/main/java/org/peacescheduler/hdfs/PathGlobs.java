package org.peacescheduler.hdfs;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;

/**
 * The paths that are scheduled.
 *
 * <p>A glob matches a file or a directory above it: {@code /checkpoints} and {@code /user/*}{@code
 * /state} cover everything below. {@code *} stays within a path component, {@code **} does not.
 * Commas separate globs, but for those in braces. No globs match every path. Immutable.
 */
final class PathGlobs {
  private final List<PathMatcher> matchers;

  private PathGlobs(List<PathMatcher> matchers) {
    this.matchers = List.copyOf(matchers);
  }

  /**
   * Parses globs.
   *
   * @throws IllegalArgumentException with the glob and what is wrong with it
   */
  static PathGlobs parse(String globs) {
    List<PathMatcher> matchers = new ArrayList<>();
    for (String glob : split(globs)) {
      if (!glob.startsWith("/")) {
        throw new IllegalArgumentException("'" + glob + "' does not start with '/'");
      }
      matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
    }
    return new PathGlobs(matchers);
  }

  private static List<String> split(String globs) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= globs.length(); i++) {
      char c = i < globs.length() ? globs.charAt(i) : ',';
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == globs.length())) {
        String part = globs.substring(start, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = i + 1;
      }
    }
    return parts;
  }

  boolean matches(String path) {
    if (matchers.isEmpty()) {
      return true;
    }
    for (Path p = Path.of(path); p != null; p = p.getParent()) {
      Path here = p;
      if (matchers.stream().anyMatch(m -> m.matches(here))) {
        return true;
      }
    }
    return false;
  }
}
