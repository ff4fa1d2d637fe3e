package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.FakeClock;

class FaultLogTest {
  private final FakeClock clock = new FakeClock();
  private final List<String> lines = new ArrayList<>();
  private final FaultLog faults =
      new FaultLog(
          clock,
          (line, stack) -> lines.add(line + (stack == null ? "" : " + " + stack.getMessage())));

  private void note(String task, Throwable fault) {
    faults.note(task, " of '/a'", fault);
  }

  private List<String> written() {
    faults.write();
    List<String> written = List.copyOf(lines);
    lines.clear();
    return written;
  }

  @Test
  void note_first_isWrittenWithItsStackAndLater() {
    note("schedule a chunk", new IllegalStateException("x"));
    assertEquals(List.of(), lines);
    assertEquals(List.of("Peace failed to schedule a chunk of '/a' + x"), written());
    assertEquals(List.of(), written());
  }

  @Test
  void note_manyOfAKind_areCountedAfterAMinute() {
    for (int i = 0; i < 1000; i++) {
      note("schedule a chunk", new IllegalStateException("x" + i));
    }
    assertEquals(List.of("Peace failed to schedule a chunk of '/a' + x0"), written());
    clock.advance(FaultLog.PERIOD_MILLIS - 1);
    assertEquals(List.of(), written());
    clock.advance(1);
    assertEquals(
        List.of(
            "Peace failed to schedule a chunk: 999 times more (java.lang.IllegalStateException)"),
        written());
    note("schedule a chunk", new IllegalStateException("new"));
    assertEquals(List.of("Peace failed to schedule a chunk of '/a' + new"), written());
  }

  @Test
  void note_kinds_haveALineEach() {
    note("schedule a chunk", new IllegalStateException("x"));
    note("schedule a chunk", new AssertionError("y"));
    note("call clients", new IllegalStateException("z"));
    assertEquals(
        List.of(
            "Peace failed to schedule a chunk of '/a' + x",
            "Peace failed to schedule a chunk of '/a' + y",
            "Peace failed to call clients of '/a' + z"),
        written());
  }

  @Test
  void guard_anythingThrown_isNotedAndNothingIsThrown() {
    faults.guard(
        "call clients",
        () -> {
          throw new StackOverflowError("deep");
        });
    assertEquals(List.of("Peace failed to call clients + deep"), written());
  }

  @Test
  void write_logFails_throwsNothing() {
    FaultLog failing =
        new FaultLog(
            clock,
            (line, stack) -> {
              throw new OutOfMemoryError("on purpose");
            });
    failing.note("call clients", new IllegalStateException());
    failing.write();
  }
}
