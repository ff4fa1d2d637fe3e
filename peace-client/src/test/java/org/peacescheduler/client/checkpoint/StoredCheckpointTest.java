package org.peacescheduler.client.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.client.Turns;

class StoredCheckpointTest {
  private static final Path ROOT = new Path("/checkpoints");
  private static final String PART = "/checkpoints/u/1/part-1";

  private final MemoryHdfs hdfs = new MemoryHdfs();
  private final CheckpointReader reader = new CheckpointReader(ROOT, hdfs.client(), 2);

  @BeforeEach
  void write() throws Exception {
    try (CheckpointWriter writer =
        new CheckpointWriter(
            ROOT,
            WriterOptions.DEFAULTS.threads(2).chunk(64),
            hdfs.client(),
            Turns.atOnce(),
            () -> 0,
            () -> "a")) {
      writer.write("u", 1, () -> Snapshot.of(new byte[300])).await();
    }
  }

  private String failure() {
    return assertThrows(IOException.class, () -> reader.latest("u").orElseThrow().readBytes())
        .getMessage();
  }

  @Test
  void read_aByteIsAnother_fails() {
    byte[] bytes = hdfs.bytes(PART);
    bytes[70] = 1;
    hdfs.damage(PART, bytes);

    assertEquals(
        "/checkpoints/u/1/part-1 is damaged: chunk 1 has CRC32C 2ba49d7c instead of 682b3d5c."
            + " Maybe read an older checkpoint of the unit.",
        failure());
  }

  @Test
  void read_aPartIsShort_failsBeforeItReads() {
    hdfs.damage(PART, Arrays.copyOf(hdfs.bytes(PART), 70));

    assertEquals(
        "/checkpoints/u/1/part-1 is damaged: it has 70 bytes instead of 108."
            + " Maybe read an older checkpoint of the unit.",
        failure());
  }

  @Test
  void latest_manifestDamaged_fails() {
    String manifest = "/checkpoints/u/1/manifest";
    hdfs.damage(manifest, Arrays.copyOf(hdfs.bytes(manifest), 40));

    assertEquals(
        "/checkpoints/u/1/manifest is damaged: its own CRC32C does not fit."
            + " Maybe read an older checkpoint of the unit.",
        failure());
  }

  @Test
  void read_removedMeanwhile_saysSo() throws IOException {
    StoredCheckpoint stored = reader.latest("u").orElseThrow();
    hdfs.client().delete(stored.directory());

    assertThrows(FileNotFoundException.class, stored::readBytes);
    assertEquals(Optional.empty(), reader.latest("u"));
  }

  @Test
  void read_sinkFails_passesItOn() throws IOException {
    StoredCheckpoint stored = reader.latest("u").orElseThrow();

    IOException e =
        assertThrows(
            IOException.class,
            () ->
                stored.read(
                    (position, buffer, offset, length) -> {
                      throw new IOException("full");
                    }));
    assertEquals("full", e.getMessage());
  }

  @Test
  void open_noThreads_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new CheckpointReader(ROOT, hdfs.client(), 0));
  }
}
