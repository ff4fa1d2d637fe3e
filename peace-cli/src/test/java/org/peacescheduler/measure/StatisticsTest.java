package org.peacescheduler.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static final double EXACT = 1e-12;

  @Test
  void jain_equalValues_isOne() {
    assertEquals(1, Statistics.jain(new double[] {3, 3, 3}), EXACT);
  }

  @Test
  void jain_oneHasAll_isOneOverCount() {
    assertEquals(0.25, Statistics.jain(new double[] {0, 8, 0, 0}), EXACT);
  }

  @Test
  void median_evenCount_isBetween() {
    assertEquals(2.5, Statistics.median(new double[] {4, 1, 3, 2}), EXACT);
  }

  @Test
  void all_noValues_areNaN() {
    double[] none = {};
    assertTrue(Double.isNaN(Statistics.mean(none)));
    assertTrue(Double.isNaN(Statistics.max(none)));
    assertTrue(Double.isNaN(Statistics.median(none)));
    assertTrue(Double.isNaN(Statistics.jain(none)));
  }
}
