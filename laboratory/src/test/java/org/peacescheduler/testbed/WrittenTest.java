package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WrittenTest {
  @Test
  void patienceSeconds_ofShortAndLongBursts_isGenerous() {
    assertEquals(1800, Written.patienceSeconds(12));
    assertEquals(12_000, Written.patienceSeconds(600));
  }
}
