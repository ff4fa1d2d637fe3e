package org.peacescheduler.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * A coordinator as a NameNode has it, or another one. Immutable.
 *
 * @param leftOut what it does not do
 * @param constants of which one may be another one
 * @param placement number of the chances by which it places: each has other ones, on the same load
 */
record Variant(Optional<Mechanism> leftOut, Constants constants, long placement) {
  /** As a NameNode has it. */
  static final Variant STANDARD = placedBy(0);

  /** How many others are as a NameNode has it but for the chances by which it places. */
  private static final int NULLS = 3;

  /** Makes of neighbouring numbers seeds far apart: 2^64 over the golden ratio. */
  private static final long FAR = 0x9E3779B97F4A7C15L;

  /** How much larger a constant is made, and smaller. */
  private static final double TIMES = 1.5;

  /** Some with other chances, and one without each thing that the coordinator does. */
  static List<Variant> withoutEach() {
    return Stream.concat(
            nulls(),
            Arrays.stream(Mechanism.values())
                .map(m -> new Variant(Optional.of(m), Constants.STANDARD, 0)))
        .toList();
  }

  /** Some with other chances, and two with each constant smaller and larger. */
  static List<Variant> withEachVaried() {
    return Stream.concat(
            nulls(),
            Arrays.stream(Constant.values())
                .flatMap(c -> Stream.of(with(c, c.varied(1 / TIMES)), with(c, c.varied(TIMES)))))
        .toList();
  }

  /** As a NameNode has it, with the chances of that number. */
  static Variant placedBy(long placement) {
    return new Variant(Optional.empty(), Constants.STANDARD, placement);
  }

  /** As a NameNode has it, with other chances: what they change, anything may change. */
  static Stream<Variant> nulls() {
    return LongStream.rangeClosed(1, NULLS).mapToObj(Variant::placedBy);
  }

  private static Variant with(Constant constant, double value) {
    return new Variant(Optional.empty(), Constants.STANDARD.with(constant, value), 0);
  }

  /** The seed of its chances in a round. */
  long placementSeed(long round) {
    return round + FAR * placement;
  }

  boolean isStandard() {
    return equals(STANDARD);
  }

  /** Which constant is another one. */
  Optional<Constant> changed() {
    return constants.changed().keySet().stream().findAny();
  }

  /** All that it does not do; one thing at most. */
  Set<Mechanism> allLeftOut() {
    return leftOut.map(Set::of).orElse(Set.of());
  }

  /** What is other than on a NameNode, in a line. */
  String text() {
    return leftOut
        .map(mechanism -> "not: " + mechanism.text())
        .or(
            () ->
                changed()
                    .map(c -> String.format(Locale.ROOT, "%.4g %s", constants.of(c), c.text())))
        .orElse(placement == 0 ? "everything as it is" : "null: placement seed " + placement);
  }
}
