package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.List;

/** Hosts that a document names: a pattern such as {@code svr1.[1-8]}, or a list of them. */
public final class HostList {

  private static final String EXAMPLE = "a host or a pattern such as \"svr1.[1-8]\"";

  private HostList() {}

  /** Returns the hosts in their order; reports patterns that are wrong. */
  public static List<String> read(Place place, Problems problems) {
    List<String> hosts = new ArrayList<>();
    List<Place> entries = place.kind() == Place.Kind.LIST ? place.entries() : List.of(place);
    if (entries.isEmpty()) {
      problems.add(
          ProblemCode.EMPTY_LIST, place, "no hosts are named.", "Maybe write " + EXAMPLE + ".");
    }
    for (Place entry : entries) {
      if (entry.kind() == Place.Kind.TEXT) {
        hosts.addAll(expand(entry, problems));
      } else {
        problems.addWrongType(entry, Place.TEXT, EXAMPLE);
      }
    }
    return hosts;
  }

  private static List<String> expand(Place place, Problems problems) {
    HostPattern.Result result = HostPattern.parse(place.scalar());
    if (result instanceof HostPattern.Invalid invalid) {
      Flaw flaw = invalid.flaw();
      problems.add(flaw.code(), place, flaw.message(), flaw.remedy());
      return List.of();
    }
    HostPattern pattern = ((HostPattern.Valid) result).pattern();
    if (pattern.count() > HostTable.MAX_HOSTS) {
      problems.add(
          ProblemCode.TOO_MANY_HOSTS,
          place,
          Text.quote(place.scalar()) + " makes more than " + HostTable.MAX_HOSTS + " hosts.",
          "Maybe a range is longer than meant.");
      return List.of();
    }
    return pattern.expand();
  }
}
