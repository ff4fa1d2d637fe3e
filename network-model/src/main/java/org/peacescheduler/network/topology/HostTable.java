package org.peacescheduler.network.topology;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Expands host patterns and watches over the names in the whole file: not too many, none twice,
 * none that a switch has too.
 *
 * <p>Example: {@code n[1-4]} in line 8 after {@code n[3-9]} in line 7 is one problem of line 8:
 * host 'n3' and 1 more are already declared in line 7.
 *
 * <p>Cost: the number of hosts, which is bounded before a pattern is expanded. Confined to one call
 * of {@link TopologyReader}.
 */
final class HostTable {

  static final int MAX_HOSTS = 100_000;

  private static final class Repeated {
    private final String firstHost;
    private int others;

    Repeated(String firstHost) {
      this.firstHost = firstHost;
    }
  }

  private final SwitchTable switches;
  private final Problems problems;
  private final Map<String, Place> declaredAt = new HashMap<>();
  private final OddHosts odd;
  private long hosts;

  HostTable(SwitchTable switches, Problems problems) {
    this.switches = switches;
    this.problems = problems;
    this.odd = new OddHosts(problems);
  }

  /** Warns of what only the whole file shows. */
  void finish() {
    odd.finish(declaredAt.keySet());
  }

  /** Returns the hosts of a pattern; none if the pattern is wrong, which is reported. */
  List<String> expand(String text, Place place) {
    HostPattern.Result result = HostPattern.parse(text);
    if (result instanceof HostPattern.Invalid invalid) {
      Flaw flaw = invalid.flaw();
      problems.add(flaw.code(), place, flaw.message(), flaw.remedy());
      return List.of();
    }
    HostPattern pattern = ((HostPattern.Valid) result).pattern();
    long count = pattern.count();
    if (count > MAX_HOSTS - hosts) {
      problems.add(
          ProblemCode.TOO_MANY_HOSTS,
          place,
          Text.quote(text)
              + " makes "
              + (count == Long.MAX_VALUE ? "far too many" : count)
              + (count == 1 ? " host, with " : " hosts, with ")
              + hosts
              + " before it more than "
              + MAX_HOSTS
              + ".",
          "Maybe a range is longer than meant.");
      return List.of();
    }
    hosts += count;
    List<String> names = pattern.expand();
    register(names, place);
    odd.look(text, names, place);
    return names;
  }

  private void register(List<String> names, Place place) {
    Map<Place, Repeated> repeated = new LinkedHashMap<>();
    for (String name : names) {
      String key = name.toLowerCase(Locale.ROOT);
      Place first = declaredAt.putIfAbsent(key, place);
      if (first != null) {
        Repeated earlier = repeated.get(first);
        if (earlier == null) {
          repeated.put(first, new Repeated(name));
        } else {
          earlier.others++;
        }
      } else {
        switches.likeHost(key).ifPresent(at -> reportNamedLikeSwitch(name, place, at));
      }
    }
    repeated.forEach((first, hostsThere) -> reportRepeated(hostsThere, place, first));
  }

  private void reportNamedLikeSwitch(String host, Place place, Place switchPlace) {
    problems.add(
        ProblemCode.HOST_NAMED_LIKE_SWITCH,
        place,
        "host "
            + Text.quote(host)
            + " has the name of the switch in line "
            + switchPlace.line()
            + ".",
        "Maybe rename the switch; links are named after both ends.");
  }

  private void reportRepeated(Repeated repeated, Place place, Place first) {
    String who =
        "host "
            + Text.quote(repeated.firstHost)
            + (repeated.others == 0 ? " is" : " and " + repeated.others + " more are");
    if (first.equals(place)) {
      problems.add(
          ProblemCode.DUPLICATE_HOST,
          place,
          who + " declared twice by this pattern.",
          "Maybe two ranges in it overlap.");
    } else {
      problems.add(
          ProblemCode.DUPLICATE_HOST,
          place,
          who + " already declared in line " + first.line() + " (" + first.path() + ").",
          "Maybe remove it here or there; upper and lower case count as equal.");
    }
  }
}
