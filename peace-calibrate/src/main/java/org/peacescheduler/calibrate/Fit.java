package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * As much of what was asked for as fits into a time. Immutable.
 *
 * <p>Goals, in order: it ends in time, by its estimate; every kind of link is measured; then more
 * racks before more datanodes of each, and these before more rounds. Racks that are not measured
 * get what the others have.
 *
 * <p>Example, ten minutes: of three rounds on two racks two are left; of 40 racks three, with one
 * datanode each, in one round.
 *
 * @param plan what is measured
 * @param options with as many rounds and datanodes as fit
 * @param racks how many are measured
 * @param estimate of that
 * @param whole the estimate of all that was asked for
 */
record Fit(
    MeasuringPlan plan, CalibrationOptions options, int racks, Estimate estimate, Estimate whole) {

  /** Two are the fewest that have a link between them. */
  private static final int FEWEST_RACKS = 2;

  /** Finds the first that fits; if none does, the smallest. */
  static Fit within(
      double seconds,
      ClusterMap cluster,
      Map<String, List<Datanode>> groups,
      CalibrationOptions options) {
    int racks = cluster.measurable().size();
    Fit fit = of(cluster, groups, options, racks, Optional.empty());
    Estimate whole = fit.estimate();
    for (int rounds = options.rounds() - 1; rounds >= 1 && fit.isLongerThan(seconds); rounds--) {
      fit = of(cluster, groups, options.with(rounds, options.sample()), racks, Optional.of(whole));
    }
    for (int sample = options.sample() - 1; sample >= 1 && fit.isLongerThan(seconds); sample--) {
      fit = of(cluster, groups, options.with(1, sample), racks, Optional.of(whole));
    }
    CalibrationOptions least = fit.options();
    for (int fewer = racks - 1; fewer >= FEWEST_RACKS && fit.isLongerThan(seconds); fewer--) {
      fit = of(cluster, groups, least, fewer, Optional.of(whole));
    }
    return fit;
  }

  private static Fit of(
      ClusterMap cluster,
      Map<String, List<Datanode>> groups,
      CalibrationOptions options,
      int racks,
      Optional<Estimate> whole) {
    ClusterMap fewer = cluster.measuring(racks);
    Map<String, List<Datanode>> left = new LinkedHashMap<>();
    groups.forEach(
        (group, datanodes) -> {
          List<Datanode> there =
              datanodes.stream().filter(d -> fewer.measurable().containsKey(d.rack())).toList();
          if (!there.isEmpty()) {
            left.put(group, there);
          }
        });
    MeasuringPlan plan = MeasuringPlan.of(fewer, left, options);
    Estimate estimate = Estimate.of(plan, options);
    return new Fit(plan, options, racks, estimate, whole.orElse(estimate));
  }

  private boolean isLongerThan(double seconds) {
    return estimate.seconds() > seconds;
  }

  /** What was left out, if anything was, and how to have it. */
  Optional<String> leftOut(ClusterMap cluster, CalibrationOptions asked, int minutes) {
    if (estimate.equals(whole)) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    parts.add("%d of %d rounds".formatted(options.rounds(), asked.rounds()));
    if (options.sample() < asked.sample()) {
      parts.add("%d of %d datanodes a rack".formatted(options.sample(), asked.sample()));
    }
    if (racks < cluster.measurable().size()) {
      parts.add("%d of %d racks".formatted(racks, cluster.measurable().size()));
    }
    return Optional.of(
        "To end within %d min: %s. All of it is %s; --minutes %d has time for that."
            .formatted(minutes, String.join(", ", parts), whole.text(), whole.minutes()));
  }
}
