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
      Pattern.compile("(?i)(?:Switch|Block)Name=(?<switch>\\S+).*?\\bNodes=(?<nodes>\\S+).*");

  private static final Pattern SLURM_NODES = Pattern.compile("(?i)NodeName=(?<nodes>\\S+).*");

  private static final Pattern SLURM_YAML = Pattern.compile("-\\s+topology:.*");

  private static final Pattern RACK =
      Pattern.compile("(?<host>[^\\s:=]+)(?:\\s+|\\s*[,=]\\s*|: +)(?<rack>/[^\\s:]+)");

  private static final Pattern JSON_RACKS =
      Pattern.compile(
          "\\{\\s*\"(?<rack>/[^\"]+)\"\\s*:\\s*\\[\\s*\"(?<host>[^\"]+)\".*", Pattern.DOTALL);

  /** Of {@code hdfs dfsadmin -printTopology}: a rack, then each datanode with its address. */
  private static final Pattern PRINTED =
      Pattern.compile(
          "Rack: (?<rack>/\\S+)\\s+[0-9.:\\[\\]a-fA-F]+:[0-9]+ \\((?<host>[^)\\s]+)\\).*",
          Pattern.DOTALL);

  /** Of /etc/hosts. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[0-9]{1,3}\\.){3}[0-9]{1,3}\\s+(?<host>[\\w.-]+)(?:\\s.*)?");

  private static final Pattern HOST =
      Pattern.compile("(?<host>[\\w.-]+(?:\\[[0-9:,-]+][\\w.-]*)?)");

  private static final Pattern INVENTORY =
      Pattern.compile(
          "\\[(?<group>[\\w-]+)]\\s+(?<host>[\\w.-]+(?:\\[[0-9:,-]+][\\w.-]*)?)(?:\\s.*)?",
          Pattern.DOTALL);

  private static final Pattern INVENTORY_YAML =
      Pattern.compile("all:\\s+(?:vars|hosts|children):\\s.*", Pattern.DOTALL);

  private static final String START = "start from " + DocumentKind.TOPOLOGY.sample();
  private static final String CALIBRATE = "or let './peace calibrate' write the file";
  private static final String GENERATE =
      "or let './peace topology generate --namenode HOST:PORT' write the file";

  private OtherFormat() {}

  /** Returns the text, or nothing if it is of another format, which is reported. */
  static Optional<String> refuse(String text, Problems problems) {
    Optional<Found> found = slurm(text).or(() -> racks(text)).or(() -> hosts(text));
    found.ifPresent(other -> report(problems, other.what(), other.remedy()));
    return found.isPresent() ? Optional.empty() : Optional.of(text);
  }

  /**
   * A file of another program.
   *
   * @param remedy what may be done, without "Maybe"
   */
  private record Found(String what, String remedy) {}

  private static Optional<Found> slurm(String text) {
    String first = entries(text).findFirst().orElse("");
    String lower = first.toLowerCase(Locale.ROOT);
    if (lower.startsWith("switchname=") || lower.startsWith("blockname=")) {
      return Optional.of(new Found("Slurm's topology.conf", slurmSwitch(text).orElse(START)));
    }
    Matcher nodes = SLURM_NODES.matcher(first);
    if (nodes.matches()) {
      return Optional.of(
          new Found("Slurm's list of nodes", entry(hosts(nodes.group("nodes"), ""), "tor1", "")));
    }
    return SLURM_YAML.matcher(first).matches()
        ? Optional.of(new Found("Slurm's topology.yaml", START))
        : Optional.empty();
  }

  private static Optional<Found> racks(String text) {
    String first = entries(text).findFirst().orElse("");
    if (first.startsWith("<")) {
      return Optional.of(new Found("XML", START + ", " + CALIBRATE));
    }
    if (!first.isEmpty() && entries(text).allMatch(line -> RACK.matcher(line).matches())) {
      return Optional.of(new Found("a table of hosts and racks", rack(RACK, first, CALIBRATE)));
    }
    String whole = text.strip();
    if (JSON_RACKS.matcher(whole).matches()) {
      return Optional.of(new Found("a list of racks in JSON", rack(JSON_RACKS, whole, CALIBRATE)));
    }
    return PRINTED.matcher(whole).matches()
        ? Optional.of(
            new Found("what 'hdfs dfsadmin -printTopology' prints", rack(PRINTED, whole, GENERATE)))
        : Optional.empty();
  }

  private static Optional<Found> hosts(String text) {
    String whole = text.strip();
    Matcher inventory = INVENTORY.matcher(whole);
    if (inventory.matches()) {
      return Optional.of(
          new Found(
              "an inventory of Ansible",
              entry(hosts(inventory.group("host"), ""), inventory.group("group"), "")));
    }
    if (INVENTORY_YAML.matcher(whole).matches()) {
      return Optional.of(new Found("an inventory of Ansible", START));
    }
    return allAre(ADDRESS, text)
        .map(host -> new Found("a table of addresses and hosts", host))
        .or(() -> allAre(HOST, text).map(host -> new Found("a list of hosts", host)));
  }

  /** The remedy, if there are lines and all of them match. */
  private static Optional<String> allAre(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(entries(text).findFirst().orElse(""));
    return matcher.matches()
            && entries(text).limit(2).count() == 2
            && entries(text).allMatch(line -> pattern.matcher(line).matches())
        ? Optional.of(entry(hosts(matcher.group("host"), ""), "tor1", "") + ", " + GENERATE)
        : Optional.empty();
  }

  /** Neither empty, nor a comment, nor the title of a section. */
  private static boolean isEntry(String line) {
    return !line.isEmpty() && !line.startsWith("#") && !line.matches("\\[[a-z_]+]");
  }

  private static Stream<String> entries(String text) {
    return text.lines().map(String::strip).filter(OtherFormat::isEntry);
  }

  /** The first switch with nodes. */
  private static Optional<String> slurmSwitch(String text) {
    return entries(text)
        .map(SLURM::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(
            matcher ->
                entry(hosts(matcher.group("nodes"), "\"n[1-8]\""), matcher.group("switch"), ""));
  }

  /** Hosts as they are written in a file: names as they are, patterns in quotes. */
  private static String hosts(String written, String otherwise) {
    boolean isValid = HostPattern.parse(written) instanceof HostPattern.Valid;
    String quoted = written.contains("[") ? '"' + written + '"' : written;
    return "hosts: "
        + (isValid
            ? quoted
            : HostRemedy.list(written).orElse(otherwise.isEmpty() ? written : otherwise));
  }

  private static String rack(Pattern pattern, String text, String otherwise) {
    Matcher matcher = pattern.matcher(text);
    return matcher.matches()
        ? entry("hosts: " + matcher.group("host"), "tor1", ", rack: " + matcher.group("rack"))
            + ", "
            + otherwise
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
