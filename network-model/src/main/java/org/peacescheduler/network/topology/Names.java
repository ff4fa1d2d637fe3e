package org.peacescheduler.network.topology;

import java.util.Optional;

/**
 * Which names of switches, hosts and racks are allowed. Stateless.
 *
 * <p>Names appear in link labels such as {@code tor1->svr1.1}, in logs, metrics and JSON. So they
 * hold nothing that separates there: letters, digits, {@code .}, {@code -}, {@code _} and {@code :}
 * (for IPv6) only.
 */
final class Names {

  /** The longest name that DNS knows. */
  static final int MAX_LENGTH = 253;

  private static final String ALLOWED = "letters, digits, '.', '-', '_' and ':'";

  private Names() {}

  /** Returns what is wrong with a switch's name. */
  static Optional<Flaw> checkSwitch(String name) {
    if (name.isEmpty()) {
      return Optional.of(bad("a switch name is empty.", "Maybe write a name such as tor1."));
    }
    if (name.length() > MAX_LENGTH) {
      return Optional.of(tooLong("switch name", name));
    }
    return illegalIn(name)
        .map(
            illegal ->
                bad(
                    "switch name " + Text.quote(name) + " contains " + Text.quote(illegal) + ".",
                    "Maybe rename the switch; " + ALLOWED + " are allowed."));
  }

  /**
   * Returns what is wrong with a host name.
   *
   * @param host the whole, with its brackets if it is a pattern
   * @param literal the part of it to check
   */
  static Optional<Flaw> checkHost(String host, String literal) {
    if (host.isEmpty()) {
      return Optional.of(bad("a host name is empty.", "Maybe write a name such as svr1.1."));
    }
    return illegalIn(literal)
        .map(
            illegal ->
                Flaw.general(
                    ProblemCode.BAD_NAME,
                    "host name " + Text.quote(host) + " contains " + Text.quote(illegal) + ".",
                    "Maybe write several hosts as a list or as '[1-8]'; "
                        + ALLOWED
                        + " are allowed."));
  }

  static Flaw tooLong(String what, String name) {
    return bad(
        what + " " + Text.quote(name) + " is longer than " + MAX_LENGTH + ".",
        "Maybe a quote or a line break is missing.");
  }

  /** Returns what is wrong with a rack, that is, with an HDFS network location. */
  static Optional<Flaw> checkRack(String rack) {
    String reason = null;
    if (!rack.startsWith("/")) {
      reason = "does not start with '/'";
    } else if (rack.endsWith("/")) {
      reason = "ends with '/'";
    } else if (rack.contains("//")) {
      reason = "has an empty component";
    } else if (rack.codePoints().anyMatch(c -> isBlank(c) || Character.isISOControl(c))) {
      reason = "contains white space";
    } else if (rack.length() > MAX_LENGTH) {
      reason = "is longer than " + MAX_LENGTH;
    }
    return Optional.ofNullable(reason)
        .map(
            why ->
                new Flaw(
                    ProblemCode.BAD_RACK,
                    "rack " + Text.quote(rack) + " " + why + ".",
                    rackRemedy(rack)));
  }

  private static String rackRemedy(String rack) {
    String nearest = ("/" + rack.strip()).replaceAll("/+", "/").replaceAll("(?<=.)/$", "");
    return nearest.length() <= Text.MAX_VALUE && nearest.matches("(/[\\p{Alnum}._-]+)+")
        ? "Maybe write '" + nearest + "'."
        : "Maybe write it as HDFS does, like '/rack1' or '/room2/rack1'.";
  }

  /** Returns the first character that a name may not have; {@code ->} counts as one. */
  private static Optional<String> illegalIn(String name) {
    int illegal = 0;
    while (illegal < name.length()) {
      int c = name.codePointAt(illegal);
      if (!Character.isLetterOrDigit(c) && ".-_:".indexOf(c) < 0) {
        boolean arrow = c == '>' && illegal > 0 && name.charAt(illegal - 1) == '-';
        return Optional.of(arrow ? "->" : Character.toString(c));
      }
      illegal += Character.charCount(c);
    }
    return Optional.empty();
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static Flaw bad(String message, String remedy) {
    return new Flaw(ProblemCode.BAD_NAME, message, remedy);
  }
}
