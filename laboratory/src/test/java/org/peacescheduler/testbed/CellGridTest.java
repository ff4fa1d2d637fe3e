package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;

class CellGridTest {
  private static final long MIB = 1L << 20;

  @Test
  void cells_writersAndLoads_areTheirCrossProduct() {
    CellGrid grid = Samples.grid(List.of(1, 16), List.of(1, 8), 200);
    assertEquals(
        List.of(
            "1 writer x 1 chunk",
            "1 writer x 8 chunks",
            "1 writer, 200 small files",
            "16 writers x 1 chunk",
            "16 writers x 8 chunks",
            "16 writers, 200 small files"),
        grid.cells().stream().map(BurstShape::name).toList());
    assertEquals(16, grid.mostWriters());
    assertEquals(List.of(), grid.problems(17));
  }

  @Test
  void cells_ofFigure10_areNine() {
    CellGrid grid = Samples.grid(CellGrid.FIGURE_10_WRITERS, CellGrid.FIGURE_10_CHUNKS);
    assertEquals(9, grid.cells().size());
    assertEquals("16 writers x 8 chunks", grid.cells().get(8).name());
    assertEquals(128 * MIB, grid.cells().get(8).bytes());
    assertTrue(grid.isFigure10());
    assertFalse(Samples.grid(List.of(16), List.of(8)).isFigure10());
  }

  @Test
  void checkpoints_chunksThatDoNotDivide_areSpreadEvenly() {
    BurstShape cell = BurstShape.checkpoints(2, 6, Samples.CHUNK, 4);
    assertEquals(List.of(2 * MIB, 2 * MIB, MIB, MIB), cell.files().get(1));
    assertEquals(4, cell.threads());
    assertEquals(12 * MIB, cell.bytes());
  }

  @Test
  void checkpoints_fewerChunksThanThreads_useAsManyThreadsAsChunks() {
    BurstShape cell = BurstShape.checkpoints(1, 2, Samples.CHUNK, 4);
    assertEquals(List.of(List.of(MIB, MIB)), cell.files());
    assertEquals(2, cell.threads());
  }

  @Test
  void smallFiles_thatDoNotDivide_areAllThere() {
    BurstShape cell = BurstShape.smallFiles(16, 200, Samples.QUARTER, 4);
    assertEquals(13, cell.files().get(0).size());
    assertEquals(12, cell.files().get(15).size());
    assertEquals(50 * MIB, cell.bytes());
    assertEquals(4, cell.threads());
  }

  @Test
  void problems_manyMistakes_areAllSaid() {
    assertEquals(
        List.of(
            "--writers is 18, and the topology has 17 servers. Maybe --writers 16.",
            "--writers is 0, and the topology has 17 servers. Maybe --writers 16.",
            "--chunks-per-writer is 0. Maybe --chunks-per-writer 8.",
            "--chunks-per-writer names one number twice.",
            "--threads is 0. Maybe --threads 4.",
            "--small-files is 17 for 18 writers, at least one for each. Maybe --small-files 200.",
            "--small-file-size is 1 MiB, more than a chunk of 1000 B. Maybe --chunks-per-writer.",
            "--chunk-size has to be a multiple of 512 bytes, HDFS's checksum unit."),
        new CellGrid(
                List.of(18, 0),
                List.of(0, 8, 8),
                Optional.of(17),
                Samples.CHUNK,
                new ByteSize(1000),
                0)
            .problems(17));
  }

  @Test
  void problems_noLoad_saysWhatToAsk() {
    assertEquals(
        List.of("There is nothing to write. Maybe --writers 16 --chunks-per-writer 8."),
        Samples.grid(List.of(16), List.of()).problems(17));
  }
}
