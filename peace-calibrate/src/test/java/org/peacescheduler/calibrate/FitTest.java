package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.measure.ByteSize;

class FitTest {
  private static final CalibrationOptions DEFAULTS =
      new CalibrationOptions(ByteSize.parse("64MiB"), List.of(1, 2, 3, 4, 6, 8), 3, 2, 0.95, false);

  private static ClusterMap racks(int count, int size) {
    Map<String, Integer> racks = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      racks.put("/rack" + i, size);
    }
    return ClusterMap.of(SimulatedCluster.datanodes(racks), Set.of());
  }

  private static Fit fit(ClusterMap cluster, int minutes) {
    return Fit.within(minutes * 60.0, cluster, Groups.ofRacks(cluster), DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 3", "2, 20", "5, 10", "40, 50"})
  void within_anyCluster_defaultsEndWithinTenMinutes(int racks, int size) {
    Fit fit = fit(racks(racks, size), 10);

    assertTrue(fit.estimate().seconds() <= 600, () -> fit.estimate().text());
    for (Series.Kind kind : Series.Kind.values()) {
      assertEquals(
          racks == 1 && kind == Series.Kind.BETWEEN_RACKS,
          fit.plan().byGroup(kind).isEmpty(),
          kind.word());
    }
  }

  @Test
  void leftOut_thereIsTime_isNothing() {
    ClusterMap cluster = racks(2, 3);
    Fit fit = fit(cluster, 60);

    assertEquals(Optional.empty(), fit.leftOut(cluster, DEFAULTS, 60));
    assertEquals(3, fit.options().rounds());
  }

  @Test
  void leftOut_manyRacks_saysWhatAndHowToHaveIt() {
    ClusterMap cluster = racks(40, 50);
    Fit fit = fit(cluster, 10);
    String said = fit.leftOut(cluster, DEFAULTS, 10).orElseThrow();

    assertEquals(
        "To end within 10 min: 1 of 3 rounds, 1 of 2 datanodes a rack, %d of 40 racks. All of it is %s;"
                .formatted(fit.racks(), fit.whole().text())
            + " --minutes %d has time for that.".formatted(fit.whole().minutes()),
        said);
    assertEquals(3, fit(cluster, fit.whole().minutes()).options().rounds());
  }

  @Test
  void run_everyLoadTakesTwiceAsLong_endsInTimeAndSaysHowLongAllTakes() throws Exception {
    ClusterMap cluster = racks(1, 3);
    Fit fit = fit(cluster, 10);
    long[] now = new long[1];
    List<String> said = new ArrayList<>();
    double most = fit.estimate().seconds();

    List<Measurement> measurements =
        new Calibration(
                fit.plan(),
                fit.options(),
                (series, load) -> {
                  now[0] += (long) (2e9 * Estimate.seconds(load, DEFAULTS));
                  return new Measurement(series, load, 1, List.of(1.0), "");
                },
                said::add,
                most,
                () -> now[0])
            .run();

    int all = fit.options().rounds() * fit.plan().series().size() * 6;
    assertTrue(measurements.size() < all, measurements.size() + " of " + all);
    assertTrue(now[0] / 1e9 < 1.1 * most, now[0] / 1e9 + " s");
    String last = said.get(said.size() - 1);
    assertEquals(
        "Maybe --minutes %d has time for all.".formatted((int) Math.ceil(2 * most / 60)),
        last.substring(last.indexOf("Maybe")));
    assertTrue(last.startsWith("The time is over, 5"), last);
    assertTrue(said.get(1).contains(" %, about "), said.get(1));
  }
}
