package org.peacescheduler.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void of_threeRatios_isStudentsOnTheLogarithms() {
    Interval interval = Interval.of(List.of(0.8, 0.9, 1.0));

    assertEquals(0.8963, interval.mean(), 1e-4);
    assertEquals(0.6792, interval.low(), 1e-4);
    assertEquals(1.1827, interval.high(), 1e-4);
  }

  @Test
  void of_oneRatio_isThatRatio() {
    assertEquals(1.2, Interval.of(List.of(1.2)).low(), 1e-12);
  }

  @Test
  void isOver_meanAloneIs_isFalse() {
    assertFalse(Interval.of(List.of(1.0, 1.2)).isOver(1.05));
    assertTrue(Interval.of(List.of(1.2, 1.2)).isOver(1.05));
  }

  @Test
  void isUnder_meanAloneIs_isFalse() {
    assertFalse(Interval.of(List.of(0.8, 1.0)).isUnder(0.95));
    assertTrue(Interval.of(List.of(0.8, 0.8)).isUnder(0.95));
  }
}
