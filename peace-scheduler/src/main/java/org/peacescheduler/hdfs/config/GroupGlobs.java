package org.peacescheduler.hdfs.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which paths belong together: globs whose braces name what makes the group.
 *
 * <p>{@code {name}} stands for one character of a path component or more, {@code {name:GLOB}} for
 * what the glob matches; all else is as in {@link PathGlobs}. The first glob that covers a path
 * says its group: the glob's text, without a {@code /*}{@code *} at its end, with what the names
 * stand for. An operator's globs come first.
 *
 * <p>Example: with {@code /ckpt/{job}/chk-{n}/*}{@code *}, {@code /ckpt/a/chk-7/x/1} is in {@code
 * /ckpt/a/chk-7}, together with {@code /ckpt/a/chk-7/y/2}.
 *
 * <p>Cost: a search for a text in the path for each glob, and a match of those whose text it has: a
 * few microseconds, linear in the path's length. Immutable.
 */
public final class GroupGlobs {
  /** A group's name is kept for as long as the group, so a longer path has none. */
  static final int MAX_PATH = 1024;

  private static final String HASH = "[0-9a-f]".repeat(32);

  /** Who writes files that belong together, and how their paths tell. */
  static final List<String> BUILT_IN =
      List.of(
          // Flink: checkpoints, what several of them share, savepoints.
          "{job:**}/chk-{n:[0-9]*}/**",
          "{job:**/" + HASH + "}/shared/**",
          "{job:**/" + HASH + "}/taskowned/**",
          "{savepoint:**/savepoint-*}/**",
          // Spark's structured streaming: state of a version, the logs of a batch.
          "{query:**}/state/[0-9]*/**/.{version:[0-9]*}.{delta,snapshot,changelog,zip}.*.tmp",
          "{query:**}/state/[0-9]*/**/{SSTs,logs}/**",
          "{query:**}/{commits,offsets}/.{batch:[0-9]*}.*.tmp",
          // HBase: what is flushed and compacted in a region.
          "{region:**/data/*/*/" + HASH + "}/.tmp/**",
          // Output of queries and jobs, until it is committed.
          "{table:**}/.hive-staging_{query}/**",
          "{table:**}/.spark-staging-{job}/**",
          "{output:**}/_temporary/{attempt:[0-9]*}/**");

  private final List<Glob> globs;

  private GroupGlobs(List<Glob> globs) {
    this.globs = List.copyOf(globs);
  }

  /**
   * Parses an operator's globs; the built-in ones come after them.
   *
   * @throws IllegalArgumentException with the glob and what is wrong with it
   */
  public static GroupGlobs parse(String globs) {
    return new GroupGlobs(
        Stream.concat(PathGlobs.split(globs).stream(), BUILT_IN.stream())
            .map(GroupGlobs::glob)
            .toList());
  }

  private static Glob glob(String glob) {
    if (!glob.startsWith("/") && !glob.startsWith("**") && !glob.startsWith("{")) {
      throw new IllegalArgumentException(
          "'" + glob + "' does not start with '/', '**' or a name in braces");
    }
    if (glob.equals("/")) {
      throw new IllegalArgumentException("'/' would make one group of all files");
    }
    return Glob.naming(glob);
  }

  /** The group of a path, if a glob covers it. */
  public Optional<String> group(String path) {
    if (path.length() > MAX_PATH) {
      return Optional.empty();
    }
    for (Glob glob : globs) {
      Optional<String> named = glob.named(path);
      if (named.isPresent()) {
        return named.map(Glob::withoutEnd);
      }
    }
    return Optional.empty();
  }
}
