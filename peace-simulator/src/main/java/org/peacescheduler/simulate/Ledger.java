package org.peacescheduler.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peacescheduler.cli.CommandFailure;

/**
 * All judgements that there ever were, the bad ones too, a line each: so that nobody draws until a
 * seed is kind. The seed is the first eight digits of the hash of the commit that is judged, and no
 * commit is judged twice.
 *
 * <p>Example: {@code 66e07ff4…} is judged with the seed 0x66e07ff4, which is 1725988852. Immutable.
 */
record Ledger(List<Line> lines) {
  private static final int SEED_DIGITS = 8;
  private static final int HEX = 16;

  private static final String HEADER =
      "commit,seed,scenarios,rounds,response,comp,responseOver1.05,compOver1.05,"
          + "responseOver1.15,compOver1.15,worst,worstScenario";

  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{40}),([0-9]+),[0-9]+,[0-9]+(?:,[0-9.]+){7},[a-z0-9-]+");

  /** A judgement: its commit, its seed, and all of it as the file has it. */
  record Line(String commit, long seed, String text) {}

  Ledger {
    lines = List.copyOf(lines);
  }

  /** The seed with which a commit is judged. */
  static long seed(String commit) {
    return Long.parseLong(commit.substring(0, SEED_DIGITS), HEX);
  }

  /** Reads a file. */
  static Ledger read(Path file) throws CommandFailure {
    try {
      List<Line> lines = new ArrayList<>();
      for (String text : Files.readAllLines(file)) {
        if (!text.equals(HEADER)) {
          lines.add(line(file, text));
        }
      }
      return new Ledger(lines);
    } catch (IOException e) {
      throw CommandFailure.badInput(
          "'%s' cannot be read: %s\nMaybe take it from the last commit.".formatted(file, e), e);
    }
  }

  private static Line line(Path file, String text) throws CommandFailure {
    Matcher matcher = LINE.matcher(text);
    if (!matcher.matches()) {
      throw CommandFailure.badInput(
          "'%s' has a line that is not '%s': %s\nMaybe take the file from the last commit."
              .formatted(file, HEADER, text),
          null);
    }
    return new Line(matcher.group(1), Long.parseLong(matcher.group(2)), text);
  }

  /** What nobody may do with a ledger; empty if nobody has. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Map<String, Integer> judged = new HashMap<>();
    for (Line line : lines) {
      if (seed(line.commit) != line.seed) {
        problems.add(
            "commit %s has the seed %d, which follows from no digits of it; it is %d"
                .formatted(line.commit, line.seed, seed(line.commit)));
      }
      if (judged.merge(line.commit, 1, Integer::sum) == 2) {
        problems.add("commit %s is judged more than once".formatted(line.commit));
      }
    }
    return problems;
  }

  boolean has(String commit) {
    return lines.stream().anyMatch(line -> line.commit.equals(commit));
  }

  /** Adds a judgement to a file, whatever it says. */
  static void append(Path file, String commit, Judgement judgement) throws CommandFailure {
    try {
      Files.writeString(file, text(commit, judgement) + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw CommandFailure.failed(
          "'%s' cannot be written: %s\nMaybe check its permissions; the line is %s"
              .formatted(file, e, text(commit, judgement)),
          e);
    }
  }

  static String text(String commit, Judgement judgement) {
    Judgement.Row all = judgement.all();
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%d,%.4f,%.4f,%d,%d,%d,%d,%.3f,%s",
        commit,
        judgement.seed(),
        judgement.cases().size(),
        judgement.rounds(),
        all.response().mean().mean(),
        all.comp().mean().mean(),
        all.response().later(),
        all.comp().later(),
        all.response().muchLater(),
        all.comp().muchLater(),
        Math.max(all.response().worst(), all.comp().worst()),
        judgement.worst().get(0).drawn().name());
  }
}
