package org.peacescheduler.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConstantsTest {
  @ParameterizedTest
  @EnumSource(Constant.class)
  void with_another_theOthersStay(Constant changed) {
    Constants constants = Constants.STANDARD.with(changed, 0.125);

    assertEquals(changed.standard(), Constants.STANDARD.of(changed));
    for (Constant other : Constant.values()) {
      assertEquals(other == changed ? 0.125 : other.standard(), constants.of(other));
    }
  }

  @ParameterizedTest
  @EnumSource(Constant.class)
  void varied_staysOnItsSideOfNothing(Constant constant) {
    double less = constant.varied(1 / 1.5);
    double more = constant.varied(1.5);

    assertEquals(constant.standard(), constant.varied(1), 1e-9 * constant.standard());
    assertTrue(less > 0 && less != more, less + ", " + more);
    if (constant == Constant.LOOK) {
      assertTrue(less > 1, "a lease would be looked at again and again at the same moment");
    }
  }

  @Test
  void varied_aFactor_itsDistanceFromOneGrows() {
    assertEquals(2.5 * 2.5, Constant.MOST_WRONG.varied(2), 1e-9);
    assertEquals(0.94 * 0.94, Constant.NO_LATER.varied(2), 1e-9);
  }

  @Test
  void varied_anAmount_isMultiplied() {
    assertEquals(16, Constant.ROW.varied(2));
  }

  @Test
  void countOf_isAWholeNumberAndAtLeastOne() {
    assertEquals(3, Constants.STANDARD.with(Constant.ROW, 2.6).countOf(Constant.ROW));
    assertEquals(1, Constants.STANDARD.with(Constant.ROW, 0.2).countOf(Constant.ROW));
  }
}
