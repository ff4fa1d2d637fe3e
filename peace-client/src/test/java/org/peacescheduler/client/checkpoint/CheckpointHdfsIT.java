package org.peacescheduler.client.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DFSClientAdapter;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

/** The rules of {@link CheckpointWriterTest}, on HDFS with its own leases. */
class CheckpointHdfsIT {
  private static final int BLOCK = 64 * 1024;
  private static final WriterOptions OPTIONS = WriterOptions.DEFAULTS.threads(2);

  @TempDir private static Path folder;
  private static MiniDFSCluster cluster;
  private static Configuration conf;
  private static org.apache.hadoop.fs.Path root;
  private static CheckpointReader reader;

  @BeforeAll
  static void start() throws IOException {
    conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setInt("dfs.bytes-per-checksum", 512);
    conf.setInt("dfs.replication", 2);
    // A client that closes a file asks again after so long whether its last block is there.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
    cluster = new MiniDFSCluster.Builder(conf, folder.toFile()).numDataNodes(2).build();
    cluster.waitActive();
    root = cluster.getFileSystem().makeQualified(new org.apache.hadoop.fs.Path("/checkpoints"));
    conf = cluster.getConfiguration(0);
    reader = CheckpointReader.open(conf, root, 4);
  }

  @AfterAll
  static void stop() throws IOException {
    reader.close();
    cluster.shutdown();
  }

  private static byte[] state(long seed, int length) {
    byte[] state = new byte[length];
    new Random(seed).nextBytes(state);
    return state;
  }

  private static CheckpointWriter writer(Storage storage) throws IOException {
    return new CheckpointWriter(
        root, OPTIONS, storage, Turns.atOnce(), System::nanoTime, () -> UUID.randomUUID() + "");
  }

  private static void checkLatest(String unit, long seq, byte[] state) throws IOException {
    StoredCheckpoint latest = reader.latest(unit).orElseThrow();
    assertEquals(seq, latest.seq());
    assertArrayEquals(state, latest.readBytes());
  }

  private static List<String> hidden(String unit) throws IOException {
    List<String> hidden = new ArrayList<>();
    for (FileStatus status :
        cluster.getFileSystem().listStatus(new org.apache.hadoop.fs.Path(root, unit))) {
      if (status.getPath().getName().startsWith(".")) {
        hidden.add(status.getPath().getName());
      }
    }
    return hidden;
  }

  @Test
  void write_turnsOfHdfs_isReadBackAndHasWholeChunks() throws Exception {
    byte[] state = state(1, 5 * BLOCK + 17);
    try (CheckpointWriter writer = CheckpointWriter.open(conf, root, OPTIONS)) {
      WriteOutcome outcome = writer.write("whole", 1, () -> Snapshot.of(state)).await();
      WriteOutcome.Published published =
          assertInstanceOf(WriteOutcome.Published.class, outcome, outcome.toString());
      assertEquals(Turn.Way.FIRST_BLOCK, published.way());
    }
    checkLatest("whole", 1, state);
    assertEquals(List.of(), hidden("whole"));
    int blocks = 0;
    RemoteIterator<LocatedFileStatus> files =
        cluster.getFileSystem().listFiles(new org.apache.hadoop.fs.Path(root, "whole/1"), false);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      blocks += file.getPath().getName().startsWith("part-") ? file.getBlockLocations().length : 0;
    }
    assertEquals(6, blocks);
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultyStorage.Fault.class,
      names = {"NOT_DONE", "ANSWER_LOST"})
  void write_eachOperationFails_readersSeeOldOrNewAndTheNextAttemptWorks(FaultyStorage.Fault fault)
      throws Exception {
    byte[] before = state(1, 2 * BLOCK);
    byte[] after = state(2, 2 * BLOCK + 1);
    try (CheckpointWriter first = writer(HdfsStorage.of(root, conf))) {
      for (int at = 0; ; at++) {
        String unit = fault + "-" + at;
        FaultyStorage faulty = new FaultyStorage(HdfsStorage.of(root, conf), fault, at);
        try (CheckpointWriter second = writer(faulty)) {
          first.write(unit, 1, () -> Snapshot.of(before)).await();
          WriteOutcome outcome = second.write(unit, 2, () -> Snapshot.of(after)).await();
          if (!faulty.happened()) {
            assertTrue(at >= 20, at + " operations");
            return;
          }
          boolean published = outcome instanceof WriteOutcome.Published;
          checkLatest(unit, published ? 2 : 1, published ? after : before);
          WriteOutcome next = second.write(unit, 3, () -> Snapshot.of(before)).await();
          assertInstanceOf(WriteOutcome.Published.class, next, faulty.failed() + ": " + next);
          checkLatest(unit, 3, before);
          assertEquals(List.of(), hidden(unit), faulty.failed());
        }
      }
    }
  }

  @Test
  void write_killedAtEachOperation_nothingIsLeftAfterTheLeaseLimit() throws Exception {
    byte[] before = state(1, 2 * BLOCK);
    byte[] after = state(2, 2 * BLOCK + 1);
    List<String> units = new ArrayList<>();
    List<CheckpointWriter> dead = new ArrayList<>();
    try (CheckpointWriter living = writer(HdfsStorage.of(root, conf))) {
      for (int at = 0; ; at++) {
        String unit = "killed-" + at;
        HdfsStorage client = HdfsStorage.of(root, conf);
        FaultyStorage faulty = new FaultyStorage(client, FaultyStorage.Fault.KILLED, at);
        CheckpointWriter writer = writer(faulty);
        living.write(unit, 1, () -> Snapshot.of(before)).await();
        WriteOutcome outcome = writer.write(unit, 2, () -> Snapshot.of(after)).await();
        dead.add(writer);
        if (!faulty.happened()) {
          break;
        }
        DFSClientAdapter.stopLeaseRenewer(client.files());
        boolean published = outcome instanceof WriteOutcome.Published;
        checkLatest(unit, published ? 2 : 1, published ? after : before);
        units.add(unit);
      }
      assertTrue(units.size() >= 20, units.toString());
      cluster.setLeasePeriod(1000, 1000);
      for (String unit : units) {
        GenericTestUtils.waitFor(() -> isOver(unit), 50, 30_000);
      }
      // The living shall not die of it.
      cluster.setLeasePeriod(60_000, 1_200_000);
      for (String unit : units) {
        WriteOutcome next = living.write(unit, 3, () -> Snapshot.of(before)).await();
        assertInstanceOf(WriteOutcome.Published.class, next, unit + ": " + next);
        checkLatest(unit, 3, before);
        assertEquals(List.of(), hidden(unit));
      }
    } finally {
      cluster.setLeasePeriod(60_000, 1_200_000);
      for (CheckpointWriter writer : dead) {
        writer.close();
      }
    }
  }

  /** Whether the NameNode has ended all leases below a unit. */
  private static boolean isOver(String unit) {
    try {
      DistributedFileSystem files = cluster.getFileSystem();
      for (String name : hidden(unit)) {
        if (name.endsWith(UnitFiles.OWNER)
            && !files.isFileClosed(new org.apache.hadoop.fs.Path(root, unit + "/" + name))) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void write_twoWriters_oneWinsAndTheOtherSaysSo() throws Exception {
    byte[] state = state(1, BLOCK);
    try (CheckpointWriter first = CheckpointWriter.open(conf, root, OPTIONS);
        CheckpointWriter second = CheckpointWriter.open(conf, root, OPTIONS)) {
      List<WriteOutcome> inner = new ArrayList<>();
      WriteOutcome outcome =
          second
              .write(
                  "two",
                  1,
                  () -> {
                    inner.add(awaited(first.write("two", 1, () -> Snapshot.of(state))));
                    return Snapshot.of(state(2, BLOCK));
                  })
              .await();

      assertInstanceOf(WriteOutcome.Published.class, inner.get(0), inner.toString());
      assertInstanceOf(WriteOutcome.Lost.class, outcome, outcome.toString());
    }
    checkLatest("two", 1, state);
    assertEquals(List.of(), hidden("two"));
  }

  private static WriteOutcome awaited(CheckpointWrite write) throws IOException {
    try {
      return write.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void open_notOnHdfs_isRefused() {
    org.apache.hadoop.fs.Path local =
        new org.apache.hadoop.fs.Path(folder.toUri().resolve("local"));
    IOException e =
        org.junit.jupiter.api.Assertions.assertThrows(
            IOException.class, () -> CheckpointWriter.open(conf, local, OPTIONS));

    assertEquals(
        local + " is on file, where no lease says who lives. Maybe use HDFS.", e.getMessage());
  }

  @Test
  void close_writer_closesItsClientAlone() throws Exception {
    FileSystem shared = root.getFileSystem(conf);
    CheckpointWriter.open(conf, root, OPTIONS).close();

    assertTrue(shared.exists(new org.apache.hadoop.fs.Path("/")));
  }
}
