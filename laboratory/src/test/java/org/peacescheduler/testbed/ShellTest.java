package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTest {
  @Test
  void run_commandThatWarns_returnsOnlyItsOutput() throws Exception {
    assertEquals("[]\n", Shell.run(List.of("sh", "-c", "echo careful >&2; echo '[]'")));
  }

  @Test
  void run_commandThatFails_saysBothChannels() {
    TestbedException e =
        assertThrows(
            TestbedException.class,
            () -> Shell.run(List.of("sh", "-c", "echo half; echo no room >&2; exit 3")));
    assertEquals(
        "'sh -c echo half; echo no room >&2; exit 3' failed: half\nno room\n"
            + "Maybe 'peace testbed --clean' helps, if an earlier run left something.",
        e.getMessage());
  }

  @Test
  void attempt_commandThatHangs_endsWithItsPatience() throws InterruptedException {
    Shell.Result result = Shell.attempt(List.of("sh", "-c", "echo begun; exec sleep 600"), 200);
    assertEquals(new Shell.Result(-1, "", "not done after 0 s"), result);
  }

  @Test
  void attempt_muchOnBothChannels_isReadToItsEnd() throws InterruptedException {
    Shell.Result result =
        Shell.attempt(List.of("sh", "-c", "seq 100000 >&2; seq 100000; exit 1"), 60_000);
    assertEquals(588_895, result.output().length());
    assertEquals(result.output(), result.errors());
  }
}
