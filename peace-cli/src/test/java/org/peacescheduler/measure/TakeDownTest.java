package org.peacescheduler.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TakeDownTest {
  @Test
  void close_severalSteps_runsEachOnceFromTheLastOn() {
    List<String> done = new ArrayList<>();
    TakeDown takeDown = TakeDown.begin();
    takeDown.add(() -> done.add("files"));
    takeDown.add(() -> done.add("network"));
    takeDown.add(() -> done.add("cluster"));
    assertEquals(List.of(), done);
    takeDown.close();
    takeDown.close();
    assertEquals(List.of("cluster", "network", "files"), done);
  }

  @Test
  void add_whenAllIsDown_takesDownAtOnce() {
    List<String> done = new ArrayList<>();
    TakeDown takeDown = TakeDown.begin();
    takeDown.close();
    takeDown.add(() -> done.add("cluster"));
    assertEquals(List.of("cluster"), done);
  }

  @Test
  void workDirectory_withFiles_goesAway() throws IOException {
    Path directory;
    try (TakeDown takeDown = TakeDown.begin()) {
      directory = WorkDirectory.create("peace-test-", takeDown);
      Files.writeString(
          Files.createDirectories(directory.resolve("data/current")).resolve("a"), "");
      assertTrue(directory.getFileName().toString().startsWith("peace-test-"));
    }
    assertFalse(Files.exists(directory));
  }
}
