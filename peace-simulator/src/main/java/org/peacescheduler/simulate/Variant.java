package org.peacescheduler.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * A coordinator as a NameNode has it, or another one. Immutable.
 *
 * @param leftOut what it does not do
 * @param constants of which one may be another one
 */
record Variant(Optional<Mechanism> leftOut, Constants constants) {
  /** As a NameNode has it. */
  static final Variant STANDARD = new Variant(Optional.empty(), Constants.STANDARD);

  /** How much larger a constant is made, and smaller. */
  private static final double TIMES = 1.5;

  /** One without each thing that the coordinator does. */
  static List<Variant> withoutEach() {
    return Arrays.stream(Mechanism.values())
        .map(m -> new Variant(Optional.of(m), Constants.STANDARD))
        .toList();
  }

  /** Two with each constant smaller and larger. */
  static List<Variant> withEachVaried() {
    return Arrays.stream(Constant.values())
        .flatMap(c -> Stream.of(with(c, c.varied(1 / TIMES)), with(c, c.varied(TIMES))))
        .toList();
  }

  private static Variant with(Constant constant, double value) {
    return new Variant(Optional.empty(), Constants.STANDARD.with(constant, value));
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
        .orElse("everything as it is");
  }
}
