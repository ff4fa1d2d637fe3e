package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Writers.Writer;
import org.peacescheduler.coordinate.order.GroupOrder;

class WritersTest {
  private static final String JOB = "alice\njob";

  private final Writers writers =
      new Writers(new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1));

  private Writer of(String name, String kin) {
    Writer writer = writers.of(name, kin);
    writers.begins(writer);
    return writer;
  }

  private void areSlow(int count) {
    for (int i = 1; i <= count; i++) {
      writers.isSlow(of("slow " + i, JOB), i * 1e6, 1000);
    }
  }

  @Test
  void bytesPerSecond_threeOfItsKinAreSlow_mayBeAnAccident() {
    areSlow(3);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("new", JOB)));
  }

  @Test
  void bytesPerSecond_fourOfItsKinAreSlow_newcomerIsTakenToSendAsTheQuickest() {
    areSlow(4);
    assertEquals(4e6, writers.bytesPerSecond(of("new", JOB)));
    assertEquals(1e6, writers.bytesPerSecond(of("slow 1", JOB)));
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("other", "alice\nother job")));
  }

  @Test
  void bytesPerSecond_oneWriterIsSlowFourTimes_saysNothingOfOthers() {
    for (int i = 0; i < 4; i++) {
      writers.isSlow(of("slow", JOB), 1e6, 1000);
    }
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("new", JOB)));
  }

  @Test
  void keptUp_oneOfManySlow_newcomersWaitAgain() {
    areSlow(9);
    writers.keptUp(of("fast", JOB), 1000);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("new", JOB)));
    assertEquals(9e6, writers.bytesPerSecond(of("slow 9", JOB)));
  }

  @Test
  void ends_lastFileOfAKin_whatComesNextMayBeSomethingElse() {
    areSlow(4);
    for (int i = 1; i <= 4; i++) {
      writers.ends(writers.of("slow " + i, JOB));
    }
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("new", JOB)));
    assertEquals(4e6, writers.bytesPerSecond(of("slow 4", JOB)));
  }

  @Test
  void believeNobodyIsSlow_edgesTurnOutToBeSlowInstead_newcomersWaitAgain() {
    areSlow(4);
    writers.believeNobodyIsSlow(1001);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(of("new", JOB)));
  }

  @Test
  void bytesPerSecond_writerIsSlowAndKeepsUpLater_isNoLongerLimited() {
    Writer writer = of("a", JOB);
    assertEquals(List.of(), writers.isSlow(writer, 2e6, 1000));
    assertEquals(2e6, writers.bytesPerSecond(writer));
    writers.keptUp(writer, 999);
    assertEquals(2e6, writers.bytesPerSecond(writer), "that chunk had begun before");
    writers.keptUp(writer, 1000);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(writer));
  }

  @Test
  void keepsLogsIn_seventeenDirectories_theFirstIsForgotten() {
    Writer writer = of("a", JOB);
    for (int i = 1; i <= 17; i++) {
      writer.keepsLogsIn("/logs/" + i);
    }
    assertFalse(writer.hasLogsIn("/logs/1"));
    assertTrue(writer.hasLogsIn("/logs/2"));
    assertTrue(writer.hasLogsIn("/logs/17"));
  }
}
