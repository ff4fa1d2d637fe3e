package org.peacescheduler.network.topology;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Knows files that describe a network to other programs, of which nothing can be read here. Each is
 * told by name, with its first entry as it would be here. Stateless.
 *
 * <p>Example: a file whose lines are {@code host1 /rack1} is the table of a rack script, which YAML
 * takes for one long text.
 *
 * <p>Cost: the length of the text.
 */
final class OtherFormat {

  private static final Pattern SLURM =
      Pattern.compile("(?i)SwitchName=(?<switch>\\S+).*?\\bNodes=(?<nodes>\\S+).*");

  private static final Pattern SLURM_YAML = Pattern.compile("-\\s+topology:.*");

  private static final Pattern RACK =
      Pattern.compile("(?<host>[^\\s:=]+)(?:\\s+|\\s*[,=]\\s*)(?<rack>/[^\\s:]+)");

  private static final String START = "start from " + DocumentKind.TOPOLOGY.sample();
  private static final String CALIBRATE = "or let './peace calibrate' write the file";

  private OtherFormat() {}

  /** Returns the text, or nothing if it is of another format, which is reported. */
  static Optional<String> refuse(String text, Problems problems) {
    String first = entries(text).findFirst().orElse("");
    if (first.toLowerCase(Locale.ROOT).startsWith("switchname=")) {
      report(problems, "Slurm's topology.conf", slurm(text).orElse(START));
    } else if (SLURM_YAML.matcher(first).matches()) {
      report(problems, "Slurm's topology.yaml", START);
    } else if (first.startsWith("<")) {
      report(problems, "XML", START + ", " + CALIBRATE);
    } else if (!first.isEmpty() && entries(text).allMatch(line -> RACK.matcher(line).matches())) {
      report(problems, "a table of hosts and racks", rack(first) + ", " + CALIBRATE);
    } else {
      return Optional.of(text);
    }
    return Optional.empty();
  }

  /** Neither empty, nor a comment, nor the title of a section. */
  private static boolean isEntry(String line) {
    return !line.isEmpty() && !line.startsWith("#") && !line.matches("\\[[a-z_]+]");
  }

  private static Stream<String> entries(String text) {
    return text.lines().map(String::strip).filter(OtherFormat::isEntry);
  }

  /** The first switch with nodes. */
  private static Optional<String> slurm(String text) {
    return entries(text)
        .map(SLURM::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(
            matcher -> {
              String nodes = matcher.group("nodes");
              String hosts =
                  HostPattern.parse(nodes) instanceof HostPattern.Valid
                      ? '"' + nodes + '"'
                      : HostRemedy.list(nodes).orElse("\"n[1-8]\"");
              return entry("hosts: " + hosts, matcher.group("switch"), "");
            });
  }

  private static String rack(String line) {
    Matcher matcher = RACK.matcher(line);
    return matcher.matches()
        ? entry("hosts: " + matcher.group("host"), "tor1", ", rack: " + matcher.group("rack"))
        : START;
  }

  private static String entry(String hosts, String name, String rack) {
    return "write its first line as '- {name: %s%s}' under 'switches' and '- {%s, switch: %s}' under"
            .formatted(
                Text.shorten(name), Text.shorten(rack), Text.shorten(hosts), Text.shorten(name))
        + " 'servers'";
  }

  private static void report(Problems problems, String what, String remedy) {
    problems.add(
        ProblemCode.OTHER_FORMAT,
        "this is " + what + ", not a topology of Peace.",
        "Maybe " + remedy + ".");
  }
}
