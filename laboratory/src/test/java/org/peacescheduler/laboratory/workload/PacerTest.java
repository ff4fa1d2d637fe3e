package org.peacescheduler.laboratory.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void due_piecesThatComeTogether_goOneAfterTheOther() {
    Pacer pacer = new Pacer(1000);
    assertEquals(5 * SECOND, pacer.due(500, 5 * SECOND));
    assertEquals(5 * SECOND + SECOND / 2, pacer.due(1000, 5 * SECOND));
    assertEquals(6 * SECOND + SECOND / 2, pacer.due(1, 5 * SECOND));
  }

  @Test
  void due_afterAPause_hasSavedNothingUp() {
    Pacer pacer = new Pacer(1000);
    assertEquals(0, pacer.due(1000, 0));
    assertEquals(9 * SECOND, pacer.due(1000, 9 * SECOND));
    assertEquals(10 * SECOND, pacer.due(1000, 9 * SECOND));
  }

  @Test
  void due_noRate_isAtOnce() {
    Pacer pacer = new Pacer(0);
    assertEquals(7, pacer.due(1 << 20, 7));
    assertEquals(7, pacer.due(1 << 20, 7));
    assertEquals(1 << 16, pacer.piece(1 << 16));
  }

  @Test
  void piece_slowRate_isATenthOfASecond() {
    assertEquals(100, new Pacer(1000).piece(1 << 16));
    assertEquals(1, new Pacer(1).piece(1 << 16));
  }
}
