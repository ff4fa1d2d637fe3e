package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

class FallbackLogTest {
  private static final Chunk CHUNK = new Chunk("/a", "svr1.1", 3, "ann");

  private final List<String> lines = new ArrayList<>();
  private final FallbackLog log = new FallbackLog(lines::add);

  private void fallBack(long time, FallbackReason reason, String detail) {
    fallBack(time, CHUNK, reason, detail);
  }

  private void fallBack(long time, Chunk chunk, FallbackReason reason, String detail) {
    log.accept(new SchedulerEvent.Fallback(time, chunk, reason, detail));
  }

  private static Chunk of(String user) {
    return new Chunk("/b", "svr1.1", 0, user);
  }

  @Test
  void accept_sameReasonAgain_isSaidOnceAMinute() {
    fallBack(1_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(2_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(60_999, FallbackReason.IMPOSSIBLE, "no datanode");
    fallBack(61_000, FallbackReason.IMPOSSIBLE, "no room");
    fallBack(120_999, FallbackReason.IMPOSSIBLE, "no switch");
    log.accept(new SchedulerEvent.Submitted(121_000, CHUNK, SchedulerEvent.Asked.UNKNOWN));

    assertEquals(
        List.of(
            "The stock policy places chunk 3 of '/a' of user 'ann', impossible: no rack",
            "The stock policy placed 2 more within a minute, impossible: 2 of user 'ann';"
                + " the last was chunk 3 of '/a' of user 'ann': no datanode",
            "The stock policy placed 2 more within a minute, impossible: 2 of user 'ann';"
                + " the last was chunk 3 of '/a' of user 'ann': no switch"),
        lines);
  }

  @Test
  void accept_againAfterAQuietMinute_isSaidAtOnce() {
    fallBack(1_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(61_000, FallbackReason.IMPOSSIBLE, "no datanode");

    assertEquals(
        "The stock policy places chunk 3 of '/a' of user 'ann', impossible: no datanode",
        lines.get(1));
  }

  @Test
  void accept_manyUsers_namesThoseWhoHaveMost() {
    fallBack(0, of("ann"), FallbackReason.CROWDED, "10000 wait");
    for (int i = 0; i < 300; i++) {
      fallBack(i, of("eve"), FallbackReason.CROWDED, "10000 wait");
    }
    for (String user : List.of("bob", "bob", "ann", "joe", "joe", "", "", "")) {
      fallBack(1_000, of(user), FallbackReason.CROWDED, "10000 wait");
    }
    log.accept(new SchedulerEvent.Submitted(60_000, CHUNK, SchedulerEvent.Asked.UNKNOWN));

    assertEquals(
        "The stock policy placed 308 more within a minute, crowded: 300 of user 'eve',"
            + " 3 of an unknown user, 2 of user 'bob', 3 of others;"
            + " the last was chunk 0 of '/b' of an unknown user: 10000 wait",
        lines.get(1));
  }

  @Test
  void accept_longNames_makesNoLongLines() {
    String eight = "x".repeat(8_000_000);
    for (int i = 0; i < 3; i++) {
      fallBack(i, new Chunk(eight, eight, 0, eight), FallbackReason.CROWDED, eight);
    }
    log.accept(new SchedulerEvent.Submitted(60_000, CHUNK, SchedulerEvent.Asked.UNKNOWN));

    assertEquals(2, lines.size());
    lines.forEach(line -> assertTrue(line.length() < 6 * LogText.LONGEST, line));
  }

  @Test
  void accept_anotherReason_isSaidToo() {
    fallBack(1_000, FallbackReason.IMPOSSIBLE, "no rack");
    fallBack(1_001, FallbackReason.DEFERRAL_MAX, "deferred for 60 s");

    assertEquals(2, lines.size());
  }

  @Test
  void accept_otherEvents_areNotSaid() {
    log.accept(new SchedulerEvent.Submitted(1_000, CHUNK, SchedulerEvent.Asked.UNKNOWN));
    log.accept(new SchedulerEvent.Released(1_000, CHUNK, "client-gone"));

    assertEquals(List.of(), lines);
  }
}
