package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Writers.Writer;

class WritersTest {
  private static final String JOB = "alice\njob";

  private final Writers writers = new Writers();

  private void areSlow(int count, String kin) {
    for (int i = 0; i < count; i++) {
      writers.isSlow(writers.of(kin + " slow " + i, kin), 2e6, 1000);
    }
  }

  private void keepUp(int count, String kin) {
    for (int i = 0; i < count; i++) {
      writers.keptUp(writers.of(kin + " fast " + i, kin), 1000);
    }
  }

  @Test
  void isExpectedToBeSlow_oneOfItsKinIsSlow_mayBeAnAccident() {
    areSlow(1, JOB);
    assertFalse(writers.isExpectedToBeSlow(writers.of("new", JOB)));
  }

  @Test
  void isExpectedToBeSlow_twoOfItsKinAreSlow_isExpectedUntilItKeepsUp() {
    areSlow(2, JOB);
    Writer newcomer = writers.of("new", JOB);
    assertTrue(writers.isExpectedToBeSlow(newcomer));
    writers.keptUp(newcomer, 2000);
    assertFalse(writers.isExpectedToBeSlow(newcomer));
  }

  @Test
  void isExpectedToBeSlow_fewOfManyAreSlow_isNotExpected() {
    keepUp(9, JOB);
    areSlow(4, JOB);
    assertFalse(writers.isExpectedToBeSlow(writers.of("new", JOB)));
    writers.isSlow(writers.of("another", JOB), 2e6, 1000);
    assertTrue(
        writers.isExpectedToBeSlow(writers.of("new", JOB)),
        "five of fourteen, and four more that nobody has seen");
  }

  @Test
  void isExpectedToBeSlow_kinOfAnotherName_saysNothing() {
    areSlow(9, JOB);
    assertFalse(writers.isExpectedToBeSlow(writers.of("new", "alice\nother")));
  }

  @Test
  void isExpectedToBeSlow_edgesTurnOutToBeSlowInstead_isNotExpected() {
    areSlow(9, JOB);
    writers.believeNobodyIsSlow(1001);
    assertFalse(writers.isExpectedToBeSlow(writers.of("new", JOB)));
  }

  @Test
  void bytesPerSecond_writerIsSlowAndKeepsUpLater_isNoLongerLimited() {
    Writer writer = writers.of("a", JOB);
    assertEquals(List.of(), writers.isSlow(writer, 2e6, 1000));
    assertEquals(2e6, writers.bytesPerSecond(writer));
    writers.keptUp(writer, 999);
    assertEquals(2e6, writers.bytesPerSecond(writer), "that chunk had begun before");
    writers.keptUp(writer, 1000);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(writer));
  }
}
