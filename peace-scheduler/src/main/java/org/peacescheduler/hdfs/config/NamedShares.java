package org.peacescheduler.hdfs.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;

/**
 * The shares that an operator names, of users and of paths: {@code NAME=WEIGHT}, or {@code
 * NAME=WEIGHT guaranteed PART}. What begins with a slash is a glob as in {@link PathGlobs}. A file
 * is of the first glob that covers its path, and else of its user.
 *
 * <p>Example: {@code /flink/*}{@code *=4 guaranteed 0.3, etl=2}. Immutable.
 *
 * @param terms what each of them is due
 */
public record NamedShares(Shares terms, List<Paths> paths) {
  /** Each one alike. */
  public static final NamedShares NONE = new NamedShares(Shares.EQUAL, List.of());

  private static final Pattern ENTRY =
      Pattern.compile("(.+)=\\s*([^\\s=]+)(?:\\s+guaranteed\\s+([^\\s=]+))?");

  /** Neither is in a user's name: a glob without its first slash is a mistake. */
  private static final Pattern PART_OF_A_GLOB = Pattern.compile("[/*{]");

  /** A glob that an operator has named, and whose chunks it covers. */
  public record Paths(PathGlobs glob, Share share) {}

  /** Copies the globs. */
  public NamedShares {
    paths = List.copyOf(paths);
  }

  /**
   * Parses an operator's shares.
   *
   * @throws IllegalArgumentException with all that is wrong
   */
  public static NamedShares parse(String text) {
    return new Reader().read(text);
  }

  /** Whose part of the network a file's chunks use. */
  public Share of(String path, Optional<String> user) {
    for (Paths each : paths) {
      if (each.glob().matches(path)) {
        return each.share();
      }
    }
    return Share.ofUser(user);
  }

  /** Whether others give everybody the same. */
  boolean isLike(NamedShares others) {
    return terms.equals(others.terms) && inOrder().equals(others.inOrder());
  }

  private List<Share> inOrder() {
    return paths.stream().map(Paths::share).toList();
  }

  private static final class Reader {
    private final List<String> problems = new ArrayList<>();
    private final Map<Share, Shares.Terms> terms = new HashMap<>();
    private final List<Paths> paths = new ArrayList<>();

    NamedShares read(String text) {
      PathGlobs.split(text).forEach(this::readOne);
      double guaranteed = terms.values().stream().mapToDouble(Shares.Terms::guaranteed).sum();
      if (guaranteed > Shares.ALL) {
        problems.add("guaranteed parts add up to %.4g, and there is 1".formatted(guaranteed));
      }
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", problems));
      }
      return new NamedShares(new Shares(terms), paths);
    }

    private void readOne(String entry) {
      Matcher matcher = ENTRY.matcher(entry);
      if (!matcher.matches()) {
        problems.add("'" + entry + "' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART");
        return;
      }
      try {
        Optional<String> part = Optional.ofNullable(matcher.group(3));
        add(matcher.group(1).strip(), matcher.group(2), part);
      } catch (IllegalArgumentException e) {
        problems.add("'" + entry + "': " + e.getMessage());
      }
    }

    private void add(String name, String weight, Optional<String> part) {
      boolean isPath = name.startsWith("/");
      if (!isPath && (name.isEmpty() || PART_OF_A_GLOB.matcher(name).find())) {
        throw new IllegalArgumentException(
            "'" + name + "' is neither a user nor a path, which begins with '/'");
      }
      Share share = isPath ? Share.ofPaths(name) : Share.ofUser(name);
      Shares.Terms due = new Shares.Terms(number(weight), part.map(Reader::number).orElse(0.0));
      if (isPath) {
        paths.add(new Paths(PathGlobs.parse(name), share));
      }
      if (terms.put(share, due) != null) {
        throw new IllegalArgumentException("'" + name + "' is there twice");
      }
    }

    private static double number(String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is no number", e);
      }
    }
  }
}
