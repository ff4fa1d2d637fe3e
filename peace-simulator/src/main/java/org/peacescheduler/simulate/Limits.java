package org.peacescheduler.simulate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.peacescheduler.network.topology.Place;
import org.peacescheduler.network.topology.Problems;
import org.peacescheduler.network.topology.Topology;

/**
 * What a tool on real daemons cannot do with a scenario. Each is a problem of the file, at its
 * place, with a remedy: nothing that a file says is left out in silence. Immutable.
 *
 * @param tool its name, such as {@code ./peace testbed}
 * @param keys of a scenario or of its writers, each with the reason why the tool has no such thing
 * @param network what the tool cannot build of a network, if anything
 */
public record Limits(
    String tool, Map<String, String> keys, Function<Topology, Optional<Objection>> network) {
  /** The model has all. */
  static final Limits NONE = new Limits("", Map.of(), network -> Optional.empty());

  /** HDFS's blocks are whole numbers of what one checksum is of. */
  private static final int CHECKSUM_UNIT = 512;

  /**
   * Why a network cannot be built.
   *
   * @param what a sentence
   * @param remedy a sentence that starts with "Maybe"
   */
  public record Objection(String what, String remedy) {}

  /** Copies the keys. */
  public Limits {
    keys = Map.copyOf(keys);
  }

  /** Reports the keys of a section that the tool has not. */
  void check(List<String> known, Function<String, Optional<Place>> section, Problems problems) {
    for (String key : known) {
      Optional<Place> place =
          section.apply(key).filter(value -> !value.scalar().equalsIgnoreCase("false"));
      if (keys.containsKey(key) && place.isPresent()) {
        refuse(
            place.get(),
            "%s, and %s: %s."
                .formatted(
                    "'" + key + "' is " + place.get().describe(),
                    "'" + tool + "' has no such thing",
                    keys.get(key)),
            "Maybe remove it, or use './peace simulate'.",
            problems);
      }
    }
  }

  void check(Topology topology, Place place, Problems problems) {
    network
        .apply(topology)
        .ifPresent(objection -> refuse(place, objection.what(), objection.remedy(), problems));
  }

  /** Reports a block size that HDFS does not have. */
  void checkChunk(double bytes, Place place, Problems problems) {
    if (!tool.isEmpty() && bytes % CHECKSUM_UNIT != 0) {
      refuse(
          place,
          "a chunk of %.0f B is no whole number of 512 B, HDFS's checksum unit.".formatted(bytes),
          "Maybe write %.0f B."
              .formatted(CHECKSUM_UNIT * Math.max(1, Math.rint(bytes / CHECKSUM_UNIT))),
          problems);
    }
  }

  private static void refuse(Place place, String what, String remedy, Problems problems) {
    problems.add(ScenarioCode.NOT_HERE.number(), place, what, remedy);
  }
}
