package org.peacescheduler.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is wrong before any daemon starts. */
class QuickstartCommandTest {
  @TempDir private Path folder;

  private static void assertWrongUse(String said, String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new QuickstartCommand()).setErr(new PrintWriter(err));
    assertEquals(2, line.execute(arguments), err::toString);
    assertTrue(err.toString().startsWith(said), err::toString);
  }

  @Test
  void quickstart_directoryThatCannotBeUsed_isWrongUse() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertWrongUse(
        "--directory %s is a file. Maybe name a new directory.".formatted(file),
        "--directory",
        file.toString());
    assertWrongUse(
        "--directory %s is not empty. Maybe name a new one.".formatted(folder),
        "--directory",
        folder.toString());
  }
}
