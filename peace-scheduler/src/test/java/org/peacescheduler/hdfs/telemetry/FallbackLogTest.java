package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

class FallbackLogTest {
  private static final Chunk CHUNK = new Chunk("/a", "svr1.1", 3);

  private final List<String> lines = new ArrayList<>();
  private final FallbackLog log = new FallbackLog(lines::add);

  private void fallBack(long time, FallbackReason reason, String detail) {
    log.accept(new SchedulerEvent.Fallback(time, CHUNK, reason, detail));
  }

  @Test
  void accept_sameReasonAgain_isSaidOnceAMinute() {
    fallBack(1_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(2_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(60_999, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(61_000, FallbackReason.IMPOSSIBLE, "no datanode");

    assertEquals(
        List.of(
            "The stock policy places chunk 3 of '/a', impossible: no rack",
            "The stock policy places chunk 3 of '/a', impossible: no datanode"
                + " (suppressed logging 2 times)"),
        lines);
  }

  @Test
  void accept_anotherReason_isSaidToo() {
    fallBack(1_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(1_001, FallbackReason.DEFERRAL_MAX, "deferred for 60 s");

    assertEquals(2, lines.size());
  }

  @Test
  void accept_otherEvents_areNotSaid() {
    log.accept(new SchedulerEvent.Submitted(1_000, CHUNK));
    log.accept(new SchedulerEvent.Released(1_000, CHUNK, "client-gone"));

    assertEquals(List.of(), lines);
  }
}
