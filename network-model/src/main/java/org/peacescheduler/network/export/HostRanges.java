package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens lists of hosts to the patterns of the topology file: svr1.1, svr1.2, svr1.3 becomes
 * {@code svr1.[1-3]}. Only neighbours in the list are joined, so that the order stays that of the
 * file.
 */
public final class HostRanges {
  /** By the text before and behind the last number, then by it: host2 is before host10. */
  public static final Comparator<String> ORDER =
      Comparator.comparing((String host) -> part(host, 1))
          .thenComparing(host -> part(host, 3))
          .thenComparingInt(HostRanges::number)
          .thenComparing(Comparator.naturalOrder());

  private static final Pattern LAST_NUMBER = Pattern.compile("^(.*?)(\\d{1,9})(\\D*)$");

  /** Hosts that differ by one number that counts up. */
  private static final class Run {
    final String host;
    final String before;
    final String first;
    final String after;
    int last;

    Run(String host, String before, String first, String after) {
      this.host = host;
      this.before = before;
      this.first = first;
      this.after = after;
      last = Integer.parseInt(first);
    }

    boolean extend(Run next) {
      boolean fits =
          before.equals(next.before)
              && after.equals(next.after)
              && next.last == last + 1
              && isPaddedAlike(next.first);
      last += fits ? 1 : 0;
      return fits;
    }

    private boolean isPaddedAlike(String number) {
      boolean isPadded = first.startsWith("0") || number.startsWith("0");
      return !isPadded || first.length() == number.length();
    }

    @Override
    public String toString() {
      if (last == Integer.parseInt(first)) {
        return host;
      }
      String to =
          first.startsWith("0")
              ? String.format(Locale.ROOT, "%0" + first.length() + "d", last)
              : "" + last;
      return before + "[" + first + "-" + to + "]" + after;
    }
  }

  private HostRanges() {}

  private static String part(String host, int group) {
    Matcher matcher = LAST_NUMBER.matcher(host);
    return matcher.matches() ? matcher.group(group) : host;
  }

  private static int number(String host) {
    Matcher matcher = LAST_NUMBER.matcher(host);
    return matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
  }

  /** The hosts as patterns, in their order. */
  public static List<String> of(List<String> hosts) {
    List<String> ranges = new ArrayList<>();
    Run run = null;
    for (String host : hosts) {
      Matcher matcher = LAST_NUMBER.matcher(host);
      Run next =
          matcher.matches()
              ? new Run(host, matcher.group(1), matcher.group(2), matcher.group(3))
              : null;
      if (run != null && next != null && run.extend(next)) {
        continue;
      }
      if (run != null) {
        ranges.add(run.toString());
      }
      if (next == null) {
        ranges.add(host);
      }
      run = next;
    }
    if (run != null) {
      ranges.add(run.toString());
    }
    return ranges;
  }
}
