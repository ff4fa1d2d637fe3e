package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.PeaceCommand;

class SiteTest {
  @TempDir private Path temporary;

  @Test
  void clean_directoriesOfTestbeds_goUnlessTheirProcessIsThere() throws Exception {
    Process testbed =
        new ProcessBuilder("sh", "-c", "read line", PeaceCommand.class.getName()).start();
    try {
      Path used = directory("peace-testbed-" + testbed.pid() + "-1");
      Path left = directory("peace-testbed-" + ended() + "-2");
      Path other = directory("peace-testbed-of-somebody");
      assertEquals(List.of(left.toString()), Site.clean(temporary));
      assertFalse(Files.exists(left));
      assertTrue(Files.exists(used.resolve("data")));
      assertTrue(Files.exists(other));
    } finally {
      testbed.destroyForcibly();
    }
  }

  private Path directory(String name) throws IOException {
    Path directory = Files.createDirectory(temporary.resolve(name));
    Files.writeString(directory.resolve("data"), "");
    return directory;
  }

  /** The id of a process that is gone. */
  private static long ended() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }
}
