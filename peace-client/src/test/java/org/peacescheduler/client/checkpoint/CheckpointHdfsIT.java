package org.peacescheduler.client.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DFSClientAdapter;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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

/**
 * The rules of {@link CheckpointWriterTest}, on HDFS with its own leases, and with turns by the
 * first block.
 *
 * <p>One process dies at all operations together, which takes seconds. {@code
 * -Dpeace.checkpoint.halts=each} starts one for each operation instead; that takes minutes.
 */
class CheckpointHdfsIT {
  private static final int BLOCK = CheckpointHalt.BLOCK;
  private static final WriterOptions OPTIONS = WriterOptions.DEFAULTS.threads(2);

  /** Operations of retention and of the turn's own file, which must be among those that fail. */
  private static final List<String> AMONG_THEM =
      List.of("list", "delete 1", "create part-turn", "hflush part-turn");

  private static final String HALTS = System.getProperty("peace.checkpoint.halts", "together");
  private static final int MOST_OPERATIONS = 1000;

  @TempDir private static Path folder;
  private static MiniDFSCluster cluster;
  private static Configuration conf;
  private static org.apache.hadoop.fs.Path root;
  private static CheckpointReader reader;

  @BeforeAll
  static void start() throws IOException {
    conf = CheckpointHalt.conf();
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
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

  /** One that nothing happens to. */
  private static CheckpointWriter living() throws IOException {
    return CheckpointHalt.writer(root, HdfsStorage.of(root, conf), Turns.atOnce());
  }

  private static void publish(CheckpointWriter writer, String unit, long seq)
      throws InterruptedException {
    byte[] state = CheckpointHalt.state(seq);
    WriteOutcome outcome = writer.write(unit, seq, () -> Snapshot.of(state)).await();
    assertInstanceOf(WriteOutcome.Published.class, outcome, unit + ": " + outcome);
  }

  private static void checkLatest(String unit, long seq) throws IOException {
    checkLatest(unit, seq, CheckpointHalt.state(seq));
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
    Set<String> failed = new HashSet<>();
    try (CheckpointWriter living = living()) {
      for (int at = 0; ; at++) {
        String unit = fault + "-" + at;
        HdfsStorage client = HdfsStorage.of(root, conf);
        FaultyStorage faulty = new FaultyStorage(client, fault, at);
        try (CheckpointWriter writer = CheckpointHalt.writer(root, client, faulty)) {
          publish(living, unit, 1);
          publish(living, unit, 2);
          byte[] state = CheckpointHalt.state(3);
          WriteOutcome outcome = writer.write(unit, 3, () -> Snapshot.of(state)).await();
          if (!faulty.happened()) {
            break;
          }
          long latest = outcome instanceof WriteOutcome.Published ? 3 : 2;
          checkLatest(unit, latest);
          publish(writer, unit, 4);
          checkLatest(unit, 4);
          assertEquals(List.of(), hidden(unit), faulty.failed());
          assertEquals(List.of(4L, latest), reader.list(unit), faulty.failed());
          failed.add(faulty.failed());
        }
      }
    }
    assertTrue(failed.containsAll(AMONG_THEM), failed.toString());
  }

  @Test
  void write_killedAtEachOperation_nothingIsLeftAfterTheLeaseLimit() throws Exception {
    Map<String, Long> latest = new LinkedHashMap<>();
    List<CheckpointWriter> dead = new ArrayList<>();
    try (CheckpointWriter living = living()) {
      for (int at = 0; ; at++) {
        String unit = "killed-" + at;
        HdfsStorage client = HdfsStorage.of(root, conf);
        FaultyStorage faulty = new FaultyStorage(client, FaultyStorage.Fault.KILLED, at);
        CheckpointWriter writer = CheckpointHalt.writer(root, client, faulty);
        dead.add(writer);
        publish(living, unit, 1);
        publish(living, unit, 2);
        byte[] state = CheckpointHalt.state(3);
        WriteOutcome outcome = writer.write(unit, 3, () -> Snapshot.of(state)).await();
        if (!faulty.happened()) {
          break;
        }
        DFSClientAdapter.stopLeaseRenewer(client.files());
        latest.put(unit, outcome instanceof WriteOutcome.Published ? 3L : 2L);
        checkLatest(unit, latest.get(unit));
      }
      checkNothingIsLeft(living, latest);
    } finally {
      for (CheckpointWriter writer : dead) {
        writer.close();
      }
    }
  }

  @Test
  void write_processHaltsAtEachOperation_nothingIsLeftAfterTheLeaseLimit() throws Exception {
    Map<String, Long> latest = new LinkedHashMap<>();
    Set<String> failed = new HashSet<>();
    int left = 0;
    try (CheckpointWriter living = living()) {
      for (String line : HALTS.equals("each") ? haltAtEach() : halt(0, MOST_OPERATIONS)) {
        String[] said = line.split(" ", 3);
        String unit = "halted-" + said[0];
        latest.put(unit, Long.parseLong(said[1]));
        failed.add(said[2]);
        checkLatest(unit, latest.get(unit));
        left += hidden(unit).isEmpty() ? 0 : 1;
      }
      checkNothingIsLeft(living, latest);
    }
    assertTrue(failed.contains(CheckpointHalt.END), failed.toString());
    assertTrue(failed.containsAll(AMONG_THEM), failed.toString());
    assertTrue(left >= 15, left + " left something");
  }

  /** A process for each operation, until there is none of that number. */
  private static List<String> haltAtEach() throws IOException, InterruptedException {
    List<String> said = new ArrayList<>();
    do {
      said.addAll(halt(said.size(), said.size() + 1));
    } while (!said.get(said.size() - 1).endsWith(CheckpointHalt.END));
    return said;
  }

  /** What a process said that is dead now. */
  private static List<String> halt(int from, int to) throws IOException, InterruptedException {
    Path log = folder.resolve("halt-" + from + ".log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CheckpointHalt.class.getName(),
                root.toString(),
                Integer.toString(from),
                Integer.toString(to))
            .redirectError(log.toFile())
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> said = out.lines().toList();
      assertEquals(CheckpointHalt.EXIT, process.waitFor(), Files.readString(log));
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The next attempt works, at once and after the lease limit; then nothing is left. */
  private static void checkNothingIsLeft(CheckpointWriter living, Map<String, Long> latest)
      throws Exception {
    assertTrue(latest.size() >= 20, latest.toString());
    for (String unit : latest.keySet()) {
      publish(living, unit, 4);
      checkLatest(unit, 4);
    }
    try {
      cluster.setLeasePeriod(1000, 1000);
      for (String unit : latest.keySet()) {
        GenericTestUtils.waitFor(() -> isOver(unit), 50, 30_000);
      }
    } finally {
      // The living shall not die of it.
      cluster.setLeasePeriod(60_000, 1_200_000);
    }
    for (String unit : latest.keySet()) {
      publish(living, unit, 5);
      checkLatest(unit, 5);
      assertEquals(List.of(), hidden(unit), unit);
      assertEquals(List.of(5L, 4L), reader.list(unit), unit);
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
