package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WitnessesTest {
  private final Witnesses witnesses = new Witnesses();

  @Test
  void weight_nobodyElseWrites_isOneEachTime() {
    for (int i = 0; i < 10; i++) {
      witnesses.asks("ann", i);
      assertEquals(1, witnesses.weight("ann", i));
    }
  }

  @Test
  void weight_inARowBesideAnother_allTogetherCountLessThanTwo() {
    witnesses.asks("bob", 0);
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      witnesses.asks("ann", i);
      sum += witnesses.weight("ann", i);
    }
    assertEquals(2, sum, 0.01);
    assertEquals(1, witnesses.weight("bob", 1000));
    assertEquals(1, witnesses.weight("ann", 1000));
    assertEquals(0.5, witnesses.weight("ann", 1000));
  }

  @Test
  void weight_otherOneHasNotAskedForAMinute_isOneAgain() {
    witnesses.asks("bob", 0);
    witnesses.asks("ann", 1);
    witnesses.weight("ann", 1);
    assertEquals(0.5, witnesses.weight("ann", 2));
    long later = Witnesses.BESIDE_MILLIS + 1;
    assertEquals(1, witnesses.weight("ann", later));
    assertEquals(1, witnesses.weight("ann", later));
  }
}
