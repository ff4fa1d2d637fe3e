package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.journal.Replay;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** A journal on the disk. */
class JournalFileTest {
  private static final int CHUNKS = 100;

  @TempDir private Path folder;

  /** So many chunks are written, one after the other, by a coordinator that keeps a journal. */
  private Path record(LineFile.Limits limits) throws IOException {
    Path file = folder.resolve("journal");
    FakeClock clock = new FakeClock();
    try (Telemetry telemetry =
        new Telemetry(Optional.empty(), Optional.of(file), limits, 0, clock, line -> {})) {
      Coordinator coordinator =
          new Coordinator(
              TestNetworks.star(2, 3, 1, 1),
              new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, 7),
              Ends.TOLD,
              clock,
              telemetry::accept,
              telemetry.journal());
      telemetry.start(coordinator, () -> new PeaceMetrics.Calls(0, true));
      for (int i = 0; i < CHUNKS; i++) {
        clock.advance(10);
        ChunkRequest request =
            ChunkRequest.of("/file" + i, 3, PlacementTemplate.likeStock(false))
                .writer("svr1.1")
                .build();
        Ticket ticket = coordinator.submit(request, outcome -> {});
        coordinator.done(ticket, true, 1_000_000);
      }
    }
    return file;
  }

  private static Replay.Result replay(List<Path> files) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.addAll(Files.readAllLines(file));
    }
    return Replay.of(lines.iterator());
  }

  @Test
  void journal_inSeveralFiles_replaysToTheSameDecisions() throws IOException {
    Path file = record(new LineFile.Limits(40_000, 100));
    List<Path> files = new ArrayList<>(List.of(file));
    for (int i = 1; Files.exists(folder.resolve("journal." + i)); i++) {
      files.add(0, folder.resolve("journal." + i));
    }
    assertTrue(files.size() > 1, "it has been full");
    Replay.Result result = replay(files);
    Replay.Result.Same same = assertInstanceOf(Replay.Result.Same.class, result, result::toString);
    assertEquals(2 * CHUNKS, same.calls());
    assertTrue(same.decisions() >= 3 * CHUNKS, same::toString);
    for (Path each : files) {
      assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
  }

  @Test
  void journal_firstFileNotKept_isRefused() throws IOException {
    Replay.Result result = replay(List.of(record(new LineFile.Limits(10_000, 0))));
    String reason =
        assertInstanceOf(Replay.Result.Refused.class, result, result::toString).reason();
    assertTrue(reason.startsWith("it begins with line "), reason);
  }
}
