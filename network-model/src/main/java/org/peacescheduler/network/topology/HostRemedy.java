package org.peacescheduler.network.topology;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How hosts that other programs would understand are written in a topology file. Stateless.
 *
 * <p>Examples: {@code n[01:20]} (Ansible) and {@code n{01..20}} (shells) are {@code "n[01-20]"};
 * {@code a[1-2],b[1-2]} (Slurm) is {@code ["a[1-2]", "b[1-2]"]}; {@code 10.0.0.0/24} is {@code
 * "10.0.0.[1-254]"}; {@code hdfs://n1:8020} is {@code "n1"}.
 *
 * <p>Each rule changes the text a little; what comes out counts only if it is a valid pattern.
 * Cost: the length of the text, which is bounded.
 */
final class HostRemedy {

  private static final int MOST_HOSTS = 26;

  private static final Pattern AROUND =
      Pattern.compile("(?:[a-z]+://)?(?:[a-z0-9_.-]+@)?(?<host>[^/]+?)(?<port>:[0-9]{1,5})?/?");
  private static final Pattern ADDRESS = Pattern.compile("\\[(?<address>[0-9a-fA-F:.]*:.*)](:.*)?");
  private static final Pattern SUBNET =
      Pattern.compile("(?<start>(?:[0-9]{1,3}\\.){3})(?<last>[0-9]{1,3})/(?<bits>2[4-9]|30)");
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\[\\]]*)]");
  private static final Pattern LETTERS =
      Pattern.compile("(?<before>.*)\\[(?<first>[a-z])-(?<last>[a-z])](?<after>.*)");
  private static final Pattern STEPS =
      Pattern.compile("(?<first>[0-9]{1,6})-(?<last>[0-9]{1,6})/(?<step>[1-9][0-9]{0,4})");

  private HostRemedy() {}

  /** Returns what to write instead of a text that is no pattern, if that is known. */
  static Optional<String> of(String text) {
    return list(text).map(hosts -> "Maybe write " + hosts + ".");
  }

  /** Returns the patterns that are meant, as they are written in a file. */
  static Optional<String> list(String text) {
    if (text.length() > Text.MAX_VALUE) {
      return Optional.empty();
    }
    String plain =
        Normalizer.normalize(text, Normalizer.Form.NFKC)
            .replaceAll("[\u2010-\u2015\u2212]", "-")
            .replaceAll("[\u2018-\u201F\"']", "")
            .strip();
    String braces =
        BRACES.matcher(plain).replaceAll(m -> literally("[" + m.group(1).replace("..", "-") + "]"));
    String brackets = BRACKETS.matcher(braces).replaceAll(m -> literally(ranges(m)));
    List<String> hosts = new ArrayList<>();
    for (String part : brackets.split("[,;\\s]+(?![^\\[]*])", -1)) {
      if (!part.isEmpty()) {
        hosts.addAll(letters(host(part)));
      }
    }
    boolean areValid =
        hosts.stream().allMatch(h -> HostPattern.parseExactly(h) instanceof HostPattern.Valid);
    return areValid && !hosts.isEmpty() ? Optional.of(written(hosts)) : Optional.empty();
  }

  private static String written(List<String> hosts) {
    String written = hosts.stream().map(host -> '"' + host + '"').collect(Collectors.joining(", "));
    return hosts.size() == 1 ? written : "[" + written + "]";
  }

  /** Without what stands around a host in an address of the network. */
  private static String host(String part) {
    Matcher subnet = SUBNET.matcher(part);
    if (subnet.matches()) {
      int size = 1 << (32 - Integer.parseInt(subnet.group("bits")));
      int first = Integer.parseInt(subnet.group("last")) / size * size;
      return subnet.group("start") + "[" + (first + 1) + "-" + (first + size - 2) + "]";
    }
    Matcher address = ADDRESS.matcher(part.replaceFirst("^[a-z]+://", ""));
    if (address.matches()) {
      return address.group("address");
    }
    Matcher around = AROUND.matcher(part);
    return around.matches() ? around.group("host") : part;
  }

  /** Ranges with a colon, with blanks, or with steps, which are written one by one. */
  private static String ranges(MatchResult brackets) {
    String inside = brackets.group(1);
    if (inside.matches("[0-9]+(:[0-9]+)|[a-z]:[a-z]")) {
      inside = inside.replace(':', '-');
    }
    Matcher steps = STEPS.matcher(inside.replace(" ", ""));
    return "[" + (steps.matches() ? steps(steps) : inside.replace(" ", "")) + "]";
  }

  private static String steps(Matcher steps) {
    int step = Integer.parseInt(steps.group("step"));
    int first = Integer.parseInt(steps.group("first"));
    int last = Integer.parseInt(steps.group("last"));
    return (last - first) / step >= MOST_HOSTS
        ? steps.group()
        : IntStream.iterate(first, i -> i <= last, i -> i + step)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
  }

  /** A range of letters is written as a list. */
  private static List<String> letters(String host) {
    Matcher letters = LETTERS.matcher(host);
    if (!letters.matches()) {
      return List.of(host);
    }
    char first = letters.group("first").charAt(0);
    char last = letters.group("last").charAt(0);
    return IntStream.rangeClosed(first, last)
        .mapToObj(c -> letters.group("before") + (char) c + letters.group("after"))
        .toList();
  }

  private static String literally(String text) {
    return Matcher.quoteReplacement(text);
  }
}
