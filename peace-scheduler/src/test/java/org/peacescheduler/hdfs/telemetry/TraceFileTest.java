package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

class TraceFileTest {
  private static final long ROOM = 200;

  @TempDir private Path folder;

  private static SchedulerEvent event(int time, String path) {
    return new SchedulerEvent.Submitted(
        time, new Chunk(path, "dn1", 0), SchedulerEvent.Asked.UNKNOWN);
  }

  private Path write(int events, int kept) throws Exception {
    Path file = folder.resolve("trace.jsonl");
    TraceFile trace = new TraceFile(file, new LineFile.Limits(ROOM, kept));
    trace.open();
    for (int i = 0; i < events; i++) {
      trace.accept(event(i, "/a"));
    }
    trace.close();
    return file;
  }

  @Test
  void line_fallback_saysWhoseItIs() throws Exception {
    assertEquals(
        "{\"t\":7,\"event\":\"fallback\",\"path\":\"/a\",\"writer\":\"dn1\",\"user\":\"ann\","
            + "\"chunk\":2,\"reason\":\"crowded\",\"detail\":\"10000 wait\"}",
        TraceFile.line(
            new SchedulerEvent.Fallback(
                7, new Chunk("/a", "dn1", 2, "ann"), FallbackReason.CROWDED, "10000 wait")));
  }

  @Test
  void line_grantThatDidNotWait_saysWhyAndWhichWay() throws Exception {
    Chunk chunk = new Chunk("/a", "dn1", 2, "ann");
    String who = "\"path\":\"/a\",\"writer\":\"dn1\",\"user\":\"ann\",\"chunk\":2";
    assertEquals(
        "{\"t\":7,\"event\":\"granted\","
            + who
            + ",\"nodes\":[\"dn2\"],\"timestep\":3,\"waited\":5,\"expected\":900,"
            + "\"via\":[\"tor1->tor2\"],\"exempt\":\"alone\"}",
        TraceFile.line(
            new SchedulerEvent.Granted(
                7,
                chunk,
                List.of("dn2"),
                3,
                5,
                Optional.of(Exemption.ALONE),
                new SchedulerEvent.Way(List.of("tor1->tor2"), 900))));
    assertEquals(
        "{\"t\":7,\"event\":\"placed\","
            + who
            + ",\"nodes\":[\"dn2\"],\"exempt\":\"excluded-path\"}",
        TraceFile.line(
            new SchedulerEvent.Placed(
                7,
                chunk,
                SchedulerEvent.Asked.UNKNOWN,
                List.of("dn2"),
                Optional.of(Exemption.EXCLUDED_PATH))));
    assertEquals(
        "{\"t\":7,\"event\":\"refused\"," + who + ",\"nodes\":[\"dn2\"]}",
        TraceFile.line(new SchedulerEvent.Refused(7, chunk, List.of("dn2"))));
  }

  @Test
  void line_chunks_sayAllThatAForecastNeeds() throws Exception {
    Chunk chunk = new Chunk("/a", "dn1", 2, "ann");
    SchedulerEvent.Asked asked = new SchedulerEvent.Asked(3, 1024, "c1", "ann/ckpt-7", 4096);
    String who = "\"path\":\"/a\",\"writer\":\"dn1\",\"user\":\"ann\",\"chunk\":2";
    String wants =
        "\"replication\":3,\"blockBytes\":1024,\"client\":\"c1\",\"group\":\"ann/ckpt-7\","
            + "\"groupBytes\":4096}";
    assertEquals(
        "{\"t\":7,\"event\":\"submitted\"," + who + "," + wants,
        TraceFile.line(new SchedulerEvent.Submitted(7, chunk, asked)));
    assertEquals(
        "{\"t\":7,\"event\":\"placed\"," + who + ",\"nodes\":[\"dn2\",\"dn3\"]," + wants,
        TraceFile.line(new SchedulerEvent.Placed(7, chunk, asked, List.of("dn2", "dn3"))));
    assertEquals(
        "{\"t\":9,\"event\":\"done\"," + who + ",\"duration\":2,\"bytes\":1000}",
        TraceFile.line(new SchedulerEvent.Done(9, chunk, 2, 1000)));
    assertEquals(
        "{\"t\":9,\"event\":\"done\"," + who + ",\"duration\":2}",
        TraceFile.line(new SchedulerEvent.Done(9, chunk, 2, 0)));
    assertEquals(
        "{\"t\":12,\"event\":\"measured\"," + who + ",\"bytes\":1000}",
        TraceFile.line(new SchedulerEvent.Measured(12, chunk, 1000)));
  }

  @Test
  void line_longNames_areCut() throws Exception {
    String eight = "x".repeat(8_000_000);
    String line =
        TraceFile.line(
            new SchedulerEvent.Fallback(
                7, new Chunk(eight, eight, 2, eight), FallbackReason.CROWDED, eight));
    String cut = eight.substring(0, TraceFile.LONGEST_TEXT) + "... (8000000 characters)";
    assertTrue(line.contains("\"path\":\"" + cut + "\""), line);
    assertTrue(line.length() < 5 * TraceFile.LONGEST_TEXT, line);
  }

  @Test
  void write_moreThanFits_keepsSoManyFullFilesAndTheNewest() throws Exception {
    int perFile = (int) (ROOM / (TraceFile.line(event(0, "/a")).length() + 1));
    Path file = write(4 * perFile, 2);
    for (Path each : List.of(file, folder.resolve("trace.jsonl.1"))) {
      assertEquals(perFile, Files.readAllLines(each).size());
      assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
    assertTrue(Files.readString(file).startsWith("{\"t\":" + 3 * perFile + ","));
    assertTrue(
        Files.readString(folder.resolve("trace.jsonl.2")).startsWith("{\"t\":" + perFile + ","));
    assertFalse(Files.exists(folder.resolve("trace.jsonl.3")));
  }

  @Test
  void write_noneKept_keepsTheNewestFileOnly() throws Exception {
    write(100, 0);
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void write_folderGoneForAWhile_isWrittenAgain() throws Exception {
    Path away = Files.createDirectory(folder.resolve("away"));
    Path file = away.resolve("trace.jsonl");
    TraceFile trace = new TraceFile(file, new LineFile.Limits(ROOM, 0), 1);
    trace.open();
    Files.delete(file);
    Files.delete(away);
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          while (!trace.isLost()) {
            trace.accept(event(0, "/a"));
            Thread.yield();
          }
          Files.createDirectory(away);
          while (trace.isLost()) {
            Thread.yield();
          }
        });
    trace.accept(event(1, "/b"));
    trace.close();
    assertEquals(List.of(TraceFile.line(event(1, "/b"))), Files.readAllLines(file));
  }

  @Test
  void line_pathWithLineBreaks_isOneLine() throws Exception {
    String line = TraceFile.line(event(0, "/a\n{\"t\":0}\r\u0007"));
    assertEquals(1, line.lines().count());
    assertTrue(line.contains("\\n{\\\"t\\\":0}\\r\\u0007"), line);
  }

  @Test
  void logText_controlCharacters_areWrittenOut() {
    assertEquals("/a\\u000ab\\u001b\\u2028\\u202eé", LogText.of("/a\nb\u001b\u2028\u202eé"));
  }
}
