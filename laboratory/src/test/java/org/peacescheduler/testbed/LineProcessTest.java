package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineProcessTest {
  @TempDir private Path folder;

  @Test
  void receive_noAnswerInTime_saysWhereItsLogIs() throws Exception {
    try (LineProcess process = talking("echo first; read line; echo $line")) {
      assertEquals("first", process.receive(60));
      TestbedException e = assertThrows(TestbedException.class, () -> process.receive(0.1));
      assertEquals(
          "the client has not answered within 0 s. Maybe " + log() + " says why.", e.getMessage());
      process.send("second");
      assertEquals("second", process.receive(60));
    }
  }

  @Test
  void receive_processThatHasEnded_saysSoEachTime() throws Exception {
    try (LineProcess process = talking("echo last")) {
      assertEquals("last", process.receive(60));
      for (int i = 0; i < 2; i++) {
        TestbedException e = assertThrows(TestbedException.class, () -> process.receive(60));
        assertEquals("the client has ended. Maybe " + log() + " says why.", e.getMessage());
      }
    }
  }

  private Path log() {
    return folder.resolve("client.log");
  }

  private LineProcess talking(String script) throws Exception {
    return LineProcess.talking("the client", List.of("sh", "-c", script), log());
  }
}
