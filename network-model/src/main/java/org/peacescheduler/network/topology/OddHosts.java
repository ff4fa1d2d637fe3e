package org.peacescheduler.network.topology;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Warns of hosts that are allowed, but hardly meant.
 *
 * <p>Examples: {@code n1-n8}, which is one host with that name; {@code 256.1.1.1}; {@code n１} with
 * a full-width digit, which no datanode registers with. {@code r1-12} is no range if the file has
 * {@code r1-13}, too, nor is {@code ip-10-0-0-1}.
 *
 * <p>Cost: the number of hosts. Confined to one call of {@link TopologyReader}.
 */
final class OddHosts {

  private static final Pattern RANGE =
      Pattern.compile(
          "(?<prefix>.*?)(?<first>[0-9]{1,9})-(?<again>\\k<prefix>)?(?<last>[0-9]{1,9})"
              + "(?<suffix>\\..*)?");

  private static final Pattern FOUR_NUMBERS = Pattern.compile("([0-9]{1,9}\\.){3}[0-9]{1,9}");

  private static final Pattern BYTE =
      Pattern.compile("0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5]");

  private record Suspect(String text, Matcher range, Place place) {}

  private final Problems problems;
  private final List<Suspect> suspects = new ArrayList<>();

  OddHosts(Problems problems) {
    this.problems = problems;
  }

  /**
   * Looks at one entry.
   *
   * @param text as written
   * @param names what it stands for
   */
  void look(String text, List<String> names, Place place) {
    if (names.size() == 1 && names.get(0).equals(text)) {
      Matcher range = RANGE.matcher(text);
      if (range.matches() && isRange(range)) {
        suspects.add(new Suspect(text, range, place));
      }
    }
    lookAtCharacters(text, place);
    lookAtAddresses(names, place);
  }

  /** Warns of ranges without brackets, now that all hosts are known, in lower case. */
  void finish(Collection<String> hosts) {
    if (suspects.isEmpty()) {
      return;
    }
    Map<String, Integer> alike = new HashMap<>();
    for (String host : hosts) {
      Matcher matcher = RANGE.matcher(host);
      if (matcher.matches()) {
        alike.merge(start(matcher), 1, Integer::sum);
      }
    }
    for (Suspect suspect : suspects) {
      if (alike.getOrDefault(start(suspect.range()), 1) == 1) {
        report(suspect);
      }
    }
  }

  private static String start(Matcher range) {
    return (range.group("prefix") + range.group("first")).toLowerCase(Locale.ROOT);
  }

  private static boolean isRange(Matcher range) {
    String first = range.group("first");
    String last = range.group("last");
    String prefix = range.group("prefix");
    boolean isWrittenTwice = range.group("again") != null && !prefix.isEmpty();
    boolean isPadded = first.length() > 1 && first.startsWith("0");
    return Integer.parseInt(first) < Integer.parseInt(last)
        && (isWrittenTwice || !prefix.endsWith("-"))
        && (isPadded ? first.length() == last.length() : !last.startsWith("0"));
  }

  private void report(Suspect suspect) {
    Matcher range = suspect.range();
    String prefix = range.group("prefix");
    String suffix = range.group("suffix") == null ? "" : range.group("suffix");
    String brackets = "[" + range.group("first") + "-" + range.group("last") + "]";
    String pattern = '"' + prefix + brackets + suffix + '"';
    problems.warn(
        WarningCode.RANGE_WITHOUT_BRACKETS,
        suspect.place(),
        Text.quote(suspect.text()) + " is the name of one host.",
        "Maybe write "
            + pattern
            + (prefix.isEmpty() ? ", with the start of the names before it" : "")
            + " for "
            + (1 + Integer.parseInt(range.group("last")) - Integer.parseInt(range.group("first")))
            + " hosts.");
  }

  private void lookAtCharacters(String text, Place place) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (c > 0x7E) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
        boolean isPlain = plain.chars().allMatch(p -> p <= 0x7E);
        problems.warn(
            WarningCode.STRANGE_CHARACTER,
            place,
            String.format(
                Locale.ROOT,
                "%s contains '%s' (U+%04X), which no datanode's name has.",
                Text.quote(text),
                Character.toString(c),
                c),
            isPlain
                ? "Maybe write " + Text.quote(plain) + "."
                : "Maybe type it anew; letters, digits, '.', '-' and '_' are usual.");
        return;
      }
    }
  }

  private void lookAtAddresses(List<String> names, Place place) {
    List<String> wrong = names.stream().filter(OddHosts::isNoAddress).toList();
    if (wrong.isEmpty()) {
      return;
    }
    String first = wrong.get(0);
    boolean isPadded = List.of(first.split("\\.")).stream().anyMatch(n -> n.matches("0[0-9]+"));
    problems.warn(
        WarningCode.NO_ADDRESS,
        place,
        Text.quote(first)
            + (wrong.size() == 1
                ? " is no address"
                : " and " + (wrong.size() - 1) + " more are no addresses")
            + (isPadded ? ": a number begins with 0." : ": a number is more than 255."),
        isPadded
            ? "Maybe write it like '" + first.replaceAll("\\b0+(?=[0-9])", "") + "'."
            : "Maybe correct the number; no datanode registers with that.");
  }

  private static boolean isNoAddress(String name) {
    return FOUR_NUMBERS.matcher(name).matches()
        && !List.of(name.split("\\.")).stream().allMatch(n -> BYTE.matcher(n).matches());
  }
}
