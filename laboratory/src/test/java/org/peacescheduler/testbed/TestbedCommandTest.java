package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class TestbedCommandTest {
  @Test
  void grid_nothingAsked_isOneCell() {
    assertEquals(
        new CellGrid(List.of(16), List.of(8), Optional.empty(), Samples.QUARTER, Samples.CHUNK, 4),
        grid());
  }

  @Test
  void grid_lists_areReadInTheirOrder() {
    CellGrid grid = grid("--writers", "16,8", "--chunks-per-writer=2,4", "--threads", "2");
    assertEquals(List.of(16, 8), grid.writers());
    assertEquals(List.of(2, 4), grid.chunks());
    assertEquals(2, grid.threads());
  }

  @Test
  void grid_figure10_hasItsWritersAndChunks() {
    CellGrid grid = grid("--figure10");
    assertTrue(grid.isFigure10());
    assertEquals(9, grid.cells().size());
  }

  @Test
  void grid_smallFilesAlone_isNoChunks() {
    CellGrid grid = grid("--small-files", "200", "--chunk-size", "512KiB");
    assertEquals(List.of(), grid.chunks());
    assertEquals(Optional.of(200), grid.smallFiles());
    assertEquals(new ByteSize(1 << 17), grid.smallFileSize());
  }

  @Test
  void grid_smallFilesBesideChunks_isBoth() {
    assertEquals(
        List.of("16 writers x 4 chunks", "16 writers, 200 small files"),
        grid("--small-files=200", "--chunks-per-writer=4", "--small-file-size=1KiB")
            .cells()
            .stream()
            .map(BurstShape::name)
            .toList());
    assertEquals(12, grid("--figure10", "--small-files=200").cells().size());
  }

  @Test
  void grid_noNumber_isWrongUse() {
    assertThrows(ParameterException.class, () -> grid("--writers", "8,many"));
  }

  @Test
  void problems_summaryThatCannotBeWritten_isToldBeforeTheRun() {
    assertEquals(
        List.of("--summary none/s.md: there is no such folder. Maybe make it before."),
        command("--summary", "none/s.md").problems());
    assertEquals(List.of(), command("--summary", "s.md").problems());
  }

  @Test
  void problems_sizeOfNoSmallFiles_isRefused() {
    assertEquals(
        List.of("--small-file-size is of --small-files. Maybe add --small-files 200."),
        command("--small-file-size", "1KiB").problems());
    assertEquals(List.of(), command("--small-file-size", "1KiB", "--small-files=2").problems());
  }

  private static CellGrid grid(String... arguments) {
    return command(arguments).grid();
  }

  private static TestbedCommand command(String... arguments) {
    TestbedCommand command = new TestbedCommand();
    new CommandLine(command).parseArgs(arguments);
    return command;
  }
}
