package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command of a run, as others can repeat it: without where results went, and with paths as they
 * are in a checkout.
 *
 * <p>Example, in a checkout at {@code /src}: {@code --topology /src/conf/t.yaml --out /tmp/x} is
 * {@code ./peace testbed --topology conf/t.yaml}. Thread-safe: stateless.
 */
final class CommandLineText {
  private static final Set<String> OF_HERE = Set.of("--out", "--summary");
  private static final Pattern PATH = Pattern.compile("(?<=^|[=,])(?:\\.{0,2}/)[^,+=]+");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./,:=+@%-]+");

  private CommandLineText() {}

  /**
   * The whole command.
   *
   * @param arguments those after {@code ./peace testbed}
   * @param home where the checkout is, if that is known
   */
  static String of(List<String> arguments, Optional<Path> home) {
    List<String> words = new ArrayList<>(List.of("./peace", "testbed"));
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (OF_HERE.contains(argument)) {
        i++;
      } else if (!argument.equals("--json") && !OF_HERE.contains(argument.split("=", 2)[0])) {
        words.add(quoted(withoutPaths(argument, home)));
      }
    }
    return String.join(" ", words);
  }

  /** A text whose paths are those of the checkout; of others only the last name is left. */
  static String withoutPaths(String text, Optional<Path> home) {
    return PATH.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(relative(Path.of(found.group()), home)));
  }

  private static String relative(Path path, Optional<Path> home) {
    Path whole = path.toAbsolutePath().normalize();
    return home.filter(whole::startsWith)
        .map(h -> h.relativize(whole))
        .orElse(whole.getFileName())
        .toString();
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
