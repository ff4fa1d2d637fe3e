package org.peacescheduler.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsBenchmarkTest {
  @TempDir private Path directory;

  @Test
  void run_directoryIsThere_isRefusedAndStays() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(directory.toUri());
    CheckpointsBenchmark benchmark =
        new CheckpointsBenchmark(new Configuration(), root, 1, List.of(1), 1, 0, line -> {});

    IOException refused = assertThrows(IOException.class, benchmark::run);

    assertEquals(
        "%1$s is there already, and is removed at the end. Maybe %2$s."
            .formatted(root, new org.apache.hadoop.fs.Path(root, "benchmark")),
        refused.getMessage());
    assertTrue(Files.exists(directory));
  }
}
