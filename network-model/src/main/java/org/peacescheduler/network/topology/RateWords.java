package org.peacescheduler.network.topology;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes from a rate what stands around it, and writes names of kinds of links as numbers, so that
 * {@link BandwidthGuess} finds one number with one unit. Stateless.
 *
 * <p>Examples: {@code eth0: 1 Gbit/s} is {@code 1 Gbit/s}; {@code 10000baseT/Full} (ethtool) is
 * {@code 10000 Mbit/s}; {@code TenGigE} (names of ports) is {@code 10 Gbit/s}; {@code 25G x 2} is
 * {@code 2x25G}; {@code 10 Гбит/с} is {@code 10 Gbit/s}.
 *
 * <p>Cost: the length of the text, which is bounded.
 */
final class RateWords {

  private record Rule(Pattern pattern, String by) {
    Rule(String pattern, String by) {
      this(Pattern.compile(pattern), by);
    }
  }

  /** Each is applied once, in this order. */
  private static final List<Rule> RULES =
      List.of(
          // The port or its transceiver: 'bond0 2x10G', 'eth0: 1 Gbit/s', 'QSFP28 100G'.
          new Rule(
              "^(?:eth|en[opsx]|em|ib|bond|team|br|vlan|port|nic)[a-z]*[0-9][\\w./-]{0,15}[ :=]+",
              ""),
          new Rule("(?i)^[qo]?sfp(?:28|56|112|-dd)?\\+?[ :]+", ""),
          // Programs that mean bits whatever the case of b: ethtool, and the kernel of InfiniBand.
          new Rule("(?i)^speed[:=] ?([0-9]+) ?mb/s$", "$1 Mbit/s"),
          new Rule("(?i)^(?:rate: )?([0-9.]+) ?gb/sec \\(([0-9]+x .*)\\)$", "$1 Gbit/s"),
          new Rule("^[A-Za-z][\\w./-]{0,15} ?[:=] ?(?=[0-9])", ""),
          new Rule("(?i)^([0-9]{2,6})base[a-z][a-z0-9]*(?:/(?:full|half))?$", "$1 Mbit/s"),
          // Names of kinds of ports: 'FastEthernet0/1', 'TenGigE', 'HundredGigE0/0/0/1'.
          new Rule("(?i)^fast ?e(?:thernet)?(?=[0-9]|$).*", "100 Mbit/s"),
          new Rule("(?i)^gig(?:abit)? ?e(?:thernet)?(?=[0-9]|$).*", "1 Gbit/s"),
          new Rule("(?i)^ten-?gig(?:abit)? ?e(?:thernet)?(?=[0-9]|$).*", "10 Gbit/s"),
          new Rule("(?i)^twenty-?five-?gig(?:abit)? ?e(?:thernet)?(?=[0-9]|$).*", "25 Gbit/s"),
          new Rule("(?i)^forty-?gig(?:abit)? ?e(?:thernet)?(?=[0-9]|$).*", "40 Gbit/s"),
          new Rule("(?i)^hundred-?gig(?:abit)? ?e(?:thernet)?(?=[0-9]|$).*", "100 Gbit/s"),
          // How many of them, behind.
          new Rule("^([0-9][0-9.,]*[ -]?\\p{L}+?(?:/s)?) ?[x×*] ?([1-9][0-9]?)(?= |$)", "$2x$1"),
          // Seconds as a power, and units of other languages.
          new Rule("[ ·*]?s\\^?[-−]1$", "/s"),
          new Rule("(?<=[0-9] ?)[Кк](?=бит|байт|Б)", "k"),
          new Rule("(?<=[0-9] ?)М(?=бит|байт|Б)", "M"),
          new Rule("(?<=[0-9] ?)Г(?=бит|байт|Б)", "G"),
          new Rule("(?<=[0-9] ?)Т(?=бит|байт|Б)", "T"),
          new Rule("бит", "bit"),
          new Rule("байт|Б", "B"),
          new Rule("/с(?:ек)?", "/s"));

  /** One card with two ports, of which it is not known whether both carry data. */
  private static final Pattern TWO_PORTS =
      Pattern.compile("(?i)^(?:dual(?:[- ]port)?|(?:2|two)[- ]ports?)(?: of)? +");

  private RateWords() {}

  /** Returns the rate alone. */
  static String plain(String text) {
    String plain = text;
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern().matcher(plain);
      plain = matcher.replaceFirst(rule.by());
    }
    return plain;
  }

  /** Returns the rate of one of two ports, or the same text if it tells of no ports. */
  static String ofOnePort(String plain) {
    return TWO_PORTS.matcher(plain).replaceFirst("");
  }
}
