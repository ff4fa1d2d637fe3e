package org.peacescheduler.network.topology;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * What may mend a line that is not YAML. Stateless.
 *
 * <p>Examples: {@code {hosts: n[1-8]}} needs {@code "n[1-8]"} in quotes; a tab at the start of a
 * line has to be spaces, and so has a space from a web page; {@code up: eth0: 1 Gbit/s} is {@code
 * up: 1 Gbit/s}.
 */
final class SyntaxRemedy {

  /** Where nothing better is known. */
  static final String GENERAL =
      "Maybe a quote, bracket or space is missing here or before; host patterns need quotes.";

  /** A pattern, also of shells or of Ansible, without quotes around it. */
  private static final Pattern PATTERN =
      Pattern.compile(
          "(?<![\\w.\"'-])[\\w.-]+(?:\\[[0-9a-z:,-]{1,40}]|\\{[0-9a-z.,]{1,40}})[\\w.-]{0,60}");

  private static final int LINES_BEFORE = 3;

  private static final Pattern GLOB = Pattern.compile("[:\\[, ](?<glob>\\*\\.[\\w.*-]{1,60})");

  /** A value with a colon in it. */
  private static final Pattern NESTED =
      Pattern.compile("\\s*(?:- +)?[A-Za-z]+: +(?<value>[^\"'{\\[ ].*:(?: .*)?)");

  private static final Pattern STRANGE_SPACE =
      Pattern.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]");

  private SyntaxRemedy() {}

  /** A space that YAML takes for a letter, in this line or in one of the few before it. */
  private static Optional<String> strangeSpace(String yaml, Optional<Mark> mark) {
    int first = firstLine(mark);
    List<String> lines = linesBefore(yaml, mark);
    for (int i = 0; i < lines.size(); i++) {
      Matcher space = STRANGE_SPACE.matcher(lines.get(i));
      if (space.find()) {
        return Optional.of(
            "Maybe write plain spaces in line %d; it has U+%04X, which only looks like one."
                .formatted(first + i + 1, (int) space.group().charAt(0)));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the remedy.
   *
   * @param message of the library
   */
  static String of(String yaml, Optional<Mark> mark, String message) {
    String line = mark.flatMap(at -> yaml.lines().skip(at.getLine()).findFirst()).orElse("");
    if (message.contains("(TAB)")) {
      return "Maybe write spaces for the tab in this line; YAML allows no tab there.";
    }
    Optional<String> space = strangeSpace(yaml, mark);
    if (space.isPresent()) {
      return space.get();
    }
    Matcher nested = NESTED.matcher(line);
    if (message.contains("mapping values") && nested.matches()) {
      return BandwidthGuess.of(nested.group("value"))
          .map(BandwidthGuess::remedy)
          .orElseGet(() -> "Maybe write '" + Text.shorten(nested.group("value")) + "' in quotes.");
    }
    if (linesBefore(yaml, mark).stream().anyMatch(l -> l.matches("(?:.*[ ,}\\]])?//.*"))) {
      return "Maybe begin the comment with '#'; '//' begins none here.";
    }
    Matcher pattern = PATTERN.matcher(line);
    if (pattern.find()) {
      String hosts = pattern.group();
      return HostRemedy.of(hosts).orElse("Maybe write \"" + Text.shorten(hosts) + "\" in quotes.");
    }
    Matcher glob = GLOB.matcher(line);
    if (glob.find() && message.contains("alias")) {
      return "Maybe list the hosts, such as \"n[1-8]"
          + glob.group("glob").replaceFirst("^\\*+", "")
          + "\"; '*' stands for no names here.";
    }
    return GENERAL;
  }

  private static int firstLine(Optional<Mark> mark) {
    return Math.max(0, mark.map(Mark::getLine).orElse(0) - LINES_BEFORE);
  }

  /** The line of the mark, and the few before it, of which it may be the end. */
  private static List<String> linesBefore(String yaml, Optional<Mark> mark) {
    int first = firstLine(mark);
    long last = mark.map(Mark::getLine).orElse(0);
    return yaml.lines().skip(first).limit(last - first + 1).toList();
  }
}
