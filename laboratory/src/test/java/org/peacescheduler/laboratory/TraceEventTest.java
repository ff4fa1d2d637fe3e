package org.peacescheduler.laboratory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceEventTest {
  @Test
  void read_severalDirectories_keepsWholeLinesOfTheOne(@TempDir Path directory) throws IOException {
    Path trace = directory.resolve("trace.jsonl");
    Files.writeString(
        trace,
        """
        {"t": 1000, "event": "granted", "path": "/round-1/a", "chunk": 2, "timestep": 4, "nodes": ["host2"]}
        {"t": 1001, "event": "granted", "path": "/round-10/a", "chunk": 0}
        {"t": 1002, "event": "granted", "path": "/warm-up-1/round-1/a", "chunk": 0}
        {"t": 1003, "event": "timestep"}

        {"t": 1004, "event": "deferred", "path": "/round-1/b", "chunk": 0}
        {"t": 1005, "event": "granted", "path": "/round-1/c", "chunk": 0\
        """);
    assertEquals(
        List.of(
            new TraceEvent(1000, "granted", "/round-1/a", 2, 4L),
            new TraceEvent(1004, "deferred", "/round-1/b", 0, null)),
        TraceEvent.read(trace, "/round-1"));
  }

  @Test
  void read_noTrace_isEmpty(@TempDir Path directory) throws IOException {
    assertEquals(List.of(), TraceEvent.read(directory.resolve("none.jsonl"), ""));
  }
}
