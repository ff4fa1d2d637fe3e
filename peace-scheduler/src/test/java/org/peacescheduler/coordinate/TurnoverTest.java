package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constants;

class TurnoverTest {
  private final Turnover turnover = new Turnover(Constants.STANDARD);
  private int open;

  private void begin(int files) {
    for (int i = 0; i < files; i++) {
      turnover.opened(++open);
    }
  }

  private void end(int files) {
    for (int i = 0; i < files; i++) {
      open--;
      turnover.ended();
    }
  }

  private int parts() {
    return turnover.parts(100, 10, open);
  }

  @Test
  void parts_burst_oneToItsEnd() {
    begin(64);
    for (int i = 0; i < 63; i++) {
      end(1);
      assertEquals(1, parts());
    }
  }

  @Test
  void parts_eachEndedFileIsReplaced_twiceAsManyWithEachGeneration() {
    begin(64);
    for (int i = 1; i <= 1000; i++) {
      end(1);
      begin(1);
      assertEquals(i < 64 ? 1 : i < 128 ? 2 : 4, parts());
    }
  }

  @Test
  void parts_nearlyNobodyWaits_oneAgain() {
    begin(4);
    end(3);
    begin(3);
    end(3);
    assertEquals(2, parts());

    assertEquals(1, turnover.parts(2, 8, open));
    begin(3);
    end(3);
    assertEquals(1, parts());
  }

  @Test
  void parts_burstAmongWorkThatGoesOn_oneForItsFirstGeneration() {
    begin(10);
    end(9);
    begin(9);
    end(9);
    assertEquals(2, parts());

    begin(100);
    assertEquals(1, parts());
  }

  @Test
  void parts_nothingYet_one() {
    assertEquals(1, turnover.parts(0, 0, 0));
  }
}
