package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.checkpoint.CheckpointReader;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.StoredCheckpoint;
import org.peacescheduler.client.checkpoint.WriteOutcome;

/**
 * Processes that write checkpoints under Peace are killed (SIGKILL) at random moments. {@code
 * -Dpeace.checkpoint.kills=100} for more of them.
 */
class CheckpointKillIT {
  private static final int KILLS = Integer.getInteger("peace.checkpoint.kills", 6);
  private static final long SEED = Long.getLong("peace.checkpoint.seed", 1);

  /** A checkpoint takes a part of this. */
  private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static org.apache.hadoop.fs.Path root;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              // What the dead hold until their leases are over leaves room for the living.
              PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(3, 4 * KILLS));
              conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
            },
            "/rack1",
            "/rack1",
            "/rack1");
    root = new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + "/checkpoints");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Configuration conf() {
    return cluster.mini().getConfiguration(0);
  }

  /** Starts a process, kills it at a random moment, and returns the last number that it said. */
  private static long kill(String unit, SplittableRandom random)
      throws IOException, InterruptedException {
    Path log = directory.resolve(unit + ".log");
    List<String> command = new ArrayList<>(ClusterProcess.java("-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(CheckpointProcess.class.getName(), root.toString(), unit));
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      String first = said.readLine();
      assertEquals("1", first, () -> unit + ": " + read(log));
      LockSupport.parkNanos(random.nextLong(LATEST_NANOS));
      process.toHandle().destroyForcibly(); // Process would close what the dead one has said, too.
      process.waitFor();
      assertEquals(128 + 9, process.exitValue(), () -> unit + ": " + read(log));
      return said.lines().mapToLong(Long::parseLong).max().orElse(1);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> hidden(String unit) throws IOException {
    List<String> hidden = new ArrayList<>();
    for (FileStatus status : cluster.fs().listStatus(new org.apache.hadoop.fs.Path(root, unit))) {
      if (status.getPath().getName().startsWith(".")) {
        hidden.add(status.getPath().getName());
      }
    }
    return hidden;
  }

  private static boolean isLeaseOver(String unit) {
    try {
      for (String name : hidden(unit)) {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(root, unit + "/" + name);
        if (name.endsWith(".owner") && !cluster.fs().isFileClosed(path)) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest checkpoint, which is whole. */
  private static long latest(CheckpointReader reader, String unit) throws IOException {
    StoredCheckpoint latest = reader.latest(unit).orElseThrow();
    assertArrayEquals(CheckpointProcess.state(latest.seq()), latest.readBytes());
    return latest.seq();
  }

  private static void writeNext(CheckpointWriter writer, CheckpointReader reader, String unit)
      throws IOException, InterruptedException {
    long next = latest(reader, unit) + 1;
    WriteOutcome outcome =
        writer.write(unit, next, () -> Snapshot.of(CheckpointProcess.state(next))).await();
    assertInstanceOf(WriteOutcome.Published.class, outcome, unit);
    assertEquals(next, latest(reader, unit));
  }

  @Test
  void write_processKilled_readersSeeOldOrNewAndNothingIsLeftAfterTheLeaseLimit() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    List<String> units = new ArrayList<>();
    int left = 0;
    try (CheckpointReader reader = CheckpointReader.open(conf(), root, 2);
        CheckpointWriter living = CheckpointWriter.open(conf(), root, CheckpointProcess.OPTIONS)) {
      for (int i = 0; i < KILLS; i++) {
        String unit = "killed-" + i;
        long said = kill(unit, random);
        long latest = latest(reader, unit);
        assertTrue(latest == said || latest == said + 1, unit + ": " + said + ", " + latest);
        left += hidden(unit).isEmpty() ? 0 : 1;
        writeNext(living, reader, unit);
        units.add(unit);
      }
      assertTrue(left > 0, "none was killed while it wrote; seed " + SEED);
      cluster.mini().setLeasePeriod(1000, 1000);
      for (String unit : units) {
        PeaceCluster.await(() -> isLeaseOver(unit), () -> unit + ": a lease is not over");
      }
      // The living shall not die of it.
      cluster.mini().setLeasePeriod(60_000, 1_200_000);
      for (String unit : units) {
        writeNext(living, reader, unit);
        assertEquals(List.of(), hidden(unit), unit);
      }
      cluster.awaitIdle();
    }
  }
}
