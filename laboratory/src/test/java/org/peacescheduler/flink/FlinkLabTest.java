package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FlinkLabTest {
  @Test
  void timerPatienceSeconds_manyCheckpoints_isLongerThanTheyTake() {
    assertEquals(14 * 30 + 300, FlinkLab.timerPatienceSeconds(30, 12));
  }
}
