package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.laboratory.TraceEvent;

class GrantTest {
  @Test
  void grants_ofATrace_keepFirstSubmissionAndFirstGrant(@TempDir Path directory)
      throws IOException {
    Path trace = directory.resolve("trace.jsonl");
    Files.writeString(
        trace,
        """
        {"t": 1000, "event": "submitted", "path": "/a", "writer": "host1", "chunk": 0}
        {"t": 1001, "event": "deferred", "path": "/a", "writer": "host1", "chunk": 0, "blockedBy": ["tor1->host2"]}
        {"t": 1500, "event": "granted", "path": "/a", "writer": "host1", "chunk": 0, "nodes": ["host2"], "timestep": 4}
        {"t": 1600, "event": "granted", "path": "/other", "chunk": 0, "nodes": ["host2"]}
        {"t": 1900, "event": "granted", "path": "/a", "chunk": 0, "nodes": ["host3"]}
        {"t": 2000, "event": "granted", "path": "/b", "chunk": 2, "nodes": ["host1"]}
        {"t": 2100, "event": "gran\
        """);
    List<TraceEvent> events = TraceEvent.read(trace, "");
    assertEquals(6, events.size());
    assertEquals(
        List.of(new Grant(0, 0, 0, 0.5, 4), new Grant(1, 2, 1, 1, -1)),
        Grant.of(events, Map.of("/a", 0, "/b", 1), t -> (t - 1000) / 1000));
  }
}
