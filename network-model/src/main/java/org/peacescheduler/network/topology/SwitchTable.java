package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The switches that a file declares, by name.
 *
 * <p>If the whole section is missing or cannot be read, every name counts as declared: that one
 * mistake has been reported, and a report for each link and server would hide the others.
 *
 * <p>Confined to one call of {@link TopologyReader}.
 */
final class SwitchTable {

  /** Enough for a hundred mistakes among many switches; without it, many of both cost minutes. */
  private static final long MAX_COMPARISONS = 5_000_000;

  private record Declared(SwitchSpec spec, Place place) {}

  private final Problems problems;
  private final Map<String, Declared> byName = new LinkedHashMap<>();
  private final Map<String, Declared> byLowerCaseName = new HashMap<>();
  private boolean complete = true;
  private long comparisons;

  SwitchTable(Problems problems) {
    this.problems = problems;
  }

  /** Says that the section as a whole could not be read. */
  void setIncomplete() {
    complete = false;
  }

  boolean isComplete() {
    return complete;
  }

  /** Adds a switch, or reports that it is there already. */
  void declare(SwitchSpec spec, Place namePlace) {
    Declared declared = new Declared(spec, namePlace);
    Declared first = byName.putIfAbsent(spec.name(), declared);
    byLowerCaseName.putIfAbsent(spec.name().toLowerCase(Locale.ROOT), declared);
    if (first != null) {
      problems.add(
          ProblemCode.DUPLICATE_SWITCH,
          namePlace,
          "switch "
              + Text.quote(spec.name())
              + " is already declared in line "
              + first.place().line()
              + ".",
          "Maybe remove or rename one of the two.");
    }
  }

  /** Returns the switch of this name, or reports that there is none. */
  Optional<SwitchSpec> resolve(String name, Place place) {
    Declared declared = byName.get(name);
    if (declared != null) {
      return Optional.of(declared.spec());
    }
    if (complete) {
      problems.add(
          ProblemCode.UNDECLARED_SWITCH,
          place,
          "switch " + Text.quote(name) + " is not declared.",
          ofRack(name)
              .map(sw -> "Maybe use " + Text.quote(sw) + ", the switch of that rack.")
              .or(
                  () ->
                      nearest(name)
                          .map(
                              sw ->
                                  "Maybe add it under 'switches', or use " + Text.quote(sw) + "."))
              .orElse("Maybe add it under 'switches'."));
    }
    return Optional.empty();
  }

  /** A rack in place of its switch; where several are in it, nobody knows which one is meant. */
  private Optional<String> ofRack(String rack) {
    if (!rack.startsWith("/")) {
      return Optional.empty();
    }
    comparisons += byName.size();
    List<String> names =
        comparisons > MAX_COMPARISONS
            ? List.of()
            : byName.values().stream()
                .map(Declared::spec)
                .filter(spec -> spec.rack().equals(rack))
                .map(SwitchSpec::name)
                .toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /** Returns where a switch is declared whose name differs from this host's at most in case. */
  Optional<Place> likeHost(String lowerCaseHost) {
    return Optional.ofNullable(byLowerCaseName.get(lowerCaseHost)).map(Declared::place);
  }

  /** Returns where the switch of this name is declared. */
  Place place(String name) {
    return byName.get(name).place();
  }

  /** Returns the switches in the order of the file. */
  List<SwitchSpec> specs() {
    List<SwitchSpec> specs = new ArrayList<>();
    byName.values().forEach(declared -> specs.add(declared.spec()));
    return specs;
  }

  private Optional<String> nearest(String name) {
    comparisons += byName.size();
    return comparisons > MAX_COMPARISONS ? Optional.empty() : Text.nearest(name, byName.keySet());
  }
}
