package org.peacescheduler.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * A burst of 16 writers on the testbed, with the journal of the patched NameNode that took it: this
 * build decides as that one did. If a change is meant to decide otherwise, record it anew
 * (CONTRIBUTING.md).
 */
class TestbedReplayTest {
  private static final String JOURNAL = "two-rack.jsonl.gz";
  private static final int CHUNKS = 32;

  private static List<String> lines() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(TestbedReplayTest.class.getResourceAsStream(JOURNAL))),
                StandardCharsets.UTF_8))) {
      return new ArrayList<>(lines.lines().toList());
    }
  }

  @Test
  void replay_burstOnTheTestbed_decidesAsThen() throws IOException {
    List<String> lines = lines();
    Replay.Result result = Replay.of(lines.iterator());
    Replay.Result.Same same = assertInstanceOf(Replay.Result.Same.class, result, result::toString);
    assertEquals(Optional.empty(), same.thrown());
    assertEquals(CHUNKS, lines.stream().filter(l -> l.contains("\"event\":\"granted\"")).count());
    assertTrue(
        lines.stream().filter(l -> l.contains("\"event\":\"deferred\"")).count() > CHUNKS / 2,
        "most of them waited");
  }

  @Test
  void replay_sameBurstWithAnotherSeed_decidesOtherwise() throws IOException {
    List<String> lines = lines();
    String begins = lines.get(0).replaceFirst("\"seed\":\\d+", "\"seed\":4711");
    assertNotEquals(lines.get(0), begins);
    lines.set(0, begins);
    assertInstanceOf(Replay.Result.Different.class, Replay.of(lines.iterator()));
  }
}
