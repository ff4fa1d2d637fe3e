package org.peacescheduler.network.topology;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * What may mend a line that is not YAML. Stateless.
 *
 * <p>Examples: {@code {hosts: n[1-8]}} needs {@code "n[1-8]"} in quotes; a tab at the start of a
 * line has to be spaces.
 */
final class SyntaxRemedy {

  /** Where nothing better is known. */
  static final String GENERAL =
      "Maybe a quote, bracket or space is missing here or before; host patterns need quotes.";

  /** A pattern, also of shells or of Ansible, without quotes around it. */
  private static final Pattern PATTERN =
      Pattern.compile(
          "(?<![\\w.\"'-])[\\w.-]+(?:\\[[0-9a-z:,-]{1,40}]|\\{[0-9a-z.,]{1,40}})[\\w.-]{0,60}");

  private static final Pattern GLOB = Pattern.compile("[:\\[, ](?<glob>\\*\\.[\\w.*-]{1,60})");

  private SyntaxRemedy() {}

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
}
