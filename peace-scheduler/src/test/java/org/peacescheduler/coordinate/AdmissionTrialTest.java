package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;

class AdmissionTrialTest {
  private static final SchedulerSettings SETTINGS =
      new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1);
  private static final double BYTES = 1e6;

  private AdmissionTrial trial = new AdmissionTrial(SETTINGS, false, 0);
  private long now;

  /** So many chunks are in flight at a time, each takes so long, until so many have ended. */
  private void send(int ends, int inFlight, long millis) {
    for (int ended = 0; ended < ends; ended += inFlight) {
      double[] begin = trial.clocks();
      now += millis;
      trial.elapse(true, inFlight, now);
      for (int i = 0; i < inFlight; i++) {
        trial.ended(begin, BYTES, millis);
      }
    }
  }

  @Test
  void bandwidthsStated_isNotOpen() {
    assertFalse(new AdmissionTrial(SETTINGS, true, 0).isOpen());
  }

  @Test
  void bandwidthsNotStated_opensUntilAGenerationHasEnded() {
    assertTrue(trial.isOpen());
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_allGetAsMuch_stay() {
    send(16, 16, 1600);
    send(200, 2, 220);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_eachIsAsSlowAsBefore_endAfterTwoOfItsTimes() {
    send(16, 16, 1600);
    now += 2 * 1600 + 1;
    trial.elapse(true, 2, now);
    trial.decide();
    assertTrue(trial.isOpen());
  }

  @Test
  void turns_haveNotPaid_areTriedAgainTwiceAsLate() {
    send(16, 16, 1600);
    send(16, 2, 1600);
    assertTrue(trial.isOpen());
    send(16, 16, 1600);
    assertTrue(trial.isOpen());
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_havePaidAndAllGetMuchLess_endForAnotherTrial() {
    send(16, 16, 1600);
    send(32, 2, 200);
    assertFalse(trial.isOpen());
    send(16, 2, 1000);
    assertTrue(trial.isOpen());
  }

  @Test
  void timeWithoutContention_isNotCounted() {
    double[] begin = trial.clocks();
    now += 1_000_000;
    trial.elapse(false, 16, now);
    trial.ended(begin, BYTES, now);
    assertEquals(0, trial.clocks()[0]);
    assertTrue(trial.isOpen());
  }

  @Test
  void moveTo_bandwidthsAreStatedNow_takesTurns() {
    trial.moveTo(true);
    assertFalse(trial.isOpen());
    send(200, 2, 10_000);
    assertFalse(trial.isOpen());
  }

  @Test
  void moveTo_bandwidthsAreStatedNoMore_opens() {
    trial = new AdmissionTrial(SETTINGS, true, 0);
    trial.moveTo(false);
    assertTrue(trial.isOpen());
  }

  @Test
  void leftOut_isNeverOpen() {
    SchedulerSettings without = SETTINGS.without(Set.of(Mechanism.ADMISSION_TRIAL));
    assertFalse(new AdmissionTrial(without, false, 0).isOpen());
  }
}
