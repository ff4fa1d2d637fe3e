package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CurveTest {
  private static final Series SERIES =
      new Series(Series.Kind.RECEIVE, "/rack1", "dn1", Optional.empty(), List.of());

  /** Of MB/s with 1, 2, 4, 8, … chunks. */
  private static Curve doubling(double... megabytes) {
    List<Curve.Point> points = new ArrayList<>();
    for (int i = 0; i < megabytes.length; i++) {
      points.add(new Curve.Point(load(1 << i), megabytes[i] * 1e6, 1, 1));
    }
    return new Curve(points);
  }

  private static Load load(int chunks) {
    List<List<Datanode>> pipelines = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      pipelines.add(List.of(new Datanode("dn1", "10.0.0.1", 9866, "/rack1")));
    }
    return new Load(chunks, pipelines);
  }

  @Test
  void knee_clientOfThePaper_isFourAtNinetyFivePercent() {
    Curve.Knee knee = doubling(63.7, 91.3, 102, 104, 105).knee(0.95);
    assertEquals(4, knee.capacity());
    assertEquals(105e6, knee.best());
    assertFalse(knee.growing());
  }

  @Test
  void knee_datanodeOfThePaper_isTwoAtNinetyPercent() {
    Curve datanode = doubling(30.0, 2 * 22.5, 4 * 9.90, 8 * 6.03, 16 * 2.57);
    assertEquals(2, datanode.knee(0.9).capacity());
    assertEquals(8, datanode.knee(0.95).capacity());
  }

  @Test
  void knee_onlyTheMostChunksAreEnough_isGrowing() {
    Curve.Knee knee = doubling(10, 20, 40).knee(0.95);
    assertEquals(4, knee.capacity());
    assertTrue(knee.growing());
  }

  @Test
  void knee_onePoint_isNotGrowing() {
    assertFalse(doubling(10).knee(0.95).growing());
  }

  @Property
  void knee_anyCurve_isTheFirstThatIsEnough(
      @ForAll @Size(min = 1, max = 10) List<@DoubleRange(min = 0.1, max = 10_000) Double> rates,
      @ForAll @DoubleRange(min = 0.01, max = 1) double enough) {
    Curve curve = doubling(rates.stream().mapToDouble(Double::doubleValue).toArray());
    Curve.Knee knee = curve.knee(enough);
    double best = curve.points().stream().mapToDouble(Curve.Point::rate).max().orElseThrow();
    assertEquals(best, knee.best());
    for (Curve.Point point : curve.points()) {
      if (point.concurrency() < knee.capacity()) {
        assertTrue(point.rate() < enough * best, point + " would have been enough");
      } else if (point.concurrency() == knee.capacity()) {
        assertTrue(point.rate() >= enough * best, point + " is not enough");
      }
    }
  }

  @Test
  void curve_severalMeasurements_hasTheirMediansWithoutTheInvalid() {
    Load load = load(2);
    Curve curve =
        Curve.of(
            List.of(
                new Measurement(SERIES, load, 2, List.of(1.0, 2.0), ""),
                new Measurement(SERIES, load, 4, List.of(3.0, 4.0), ""),
                new Measurement(SERIES, load, 8, List.of(5.0, 8.0), ""),
                new Measurement(SERIES, load, Double.NaN, List.of(), "placed elsewhere")),
            1000);
    assertEquals(List.of(new Curve.Point(load, 2 * 1000 / 4.0, 3.5, 3)), curve.points());
  }
}
