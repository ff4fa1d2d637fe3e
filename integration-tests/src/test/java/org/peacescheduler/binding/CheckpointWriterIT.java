package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.checkpoint.CheckpointReader;
import org.peacescheduler.client.checkpoint.CheckpointWrite;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.WriteOutcome;
import org.peacescheduler.client.checkpoint.WriterOptions;

/** Checkpoints under Peace, where there is room for one chunk at a time. */
@ExtendWith(IdleAfterEach.class)
class CheckpointWriterIT {
  private static final org.apache.hadoop.fs.Path ROOT =
      new org.apache.hadoop.fs.Path("/checkpoints");
  private static final String ASKER = "10.1.0.2";
  private static final WriterOptions OPTIONS =
      WriterOptions.DEFAULTS.threads(2).replication(3).longestWait(Duration.ofSeconds(30));

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
            });
    PeaceCluster.client(ASKER, "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static org.apache.hadoop.fs.Path root() {
    return new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + ROOT.toString());
  }

  private static Configuration conf() {
    return cluster.mini().getConfiguration(0);
  }

  private static FSDataOutputStream full(String path) throws Exception {
    return cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), path, 1000);
  }

  private static CheckpointWriter writer() throws IOException {
    return CheckpointWriter.open(conf(), root(), OPTIONS);
  }

  /** Writes from another host, and says when the snapshot is taken. */
  private static CheckpointWrite write(
      CheckpointWriter writer, String unit, byte[] state, AtomicBoolean taken) throws Exception {
    return PeaceCluster.as(
        ASKER,
        () ->
            writer.write(
                unit,
                1,
                () -> {
                  taken.set(true);
                  return Snapshot.of(state);
                }));
  }

  private static void check(String unit, long seq, byte[] state) throws IOException {
    try (CheckpointReader reader = CheckpointReader.open(conf(), root(), 2)) {
      assertEquals(seq, reader.latest(unit).orElseThrow().seq());
      assertArrayEquals(state, reader.latest(unit).orElseThrow().readBytes());
    }
  }

  private static List<String> inUnit(String unit) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus status : cluster.fs().listStatus(new org.apache.hadoop.fs.Path(ROOT, unit))) {
      names.add(status.getPath().getName());
    }
    return names;
  }

  /** The clients that asked for chunks of a unit. */
  private static Set<String> askers(String unit) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Set<String> askers = new HashSet<>();
    for (String line : Files.readAllLines(directory.resolve("trace.jsonl"))) {
      if (line.contains("\"submitted\"") && line.endsWith("}")) {
        JsonNode event = json.readTree(line);
        if (event.get("path").asText().startsWith(ROOT + "/" + unit + "/")) {
          // Behind the host, which this test makes up for some of them.
          askers.add(event.get("client").asText().replaceAll(".*/", ""));
        }
      }
    }
    return askers;
  }

  @Test
  void write_linksFull_snapshotIsTakenInTheTurn() throws Exception {
    byte[] state = PeaceCluster.bytes(5 * PeaceCluster.BLOCK + 17);
    AtomicBoolean taken = new AtomicBoolean();
    try (CheckpointWriter writer = writer()) {
      CheckpointWrite write;
      try (FSDataOutputStream holder = full("/holder-write")) {
        write = write(writer, "full", state, taken);
        cluster.awaitWaiting(1);
        assertFalse(taken.get());
      }
      WriteOutcome.Published published =
          assertInstanceOf(WriteOutcome.Published.class, write.await());
      assertEquals(Turn.Way.FIRST_BLOCK, published.way());
      assertTrue(published.inTime());
      assertTrue(published.waited().compareTo(Duration.ZERO) > 0);
    }
    check("full", 1, state);
    assertEquals(List.of("1"), inUnit("full"));
    // A second client's files would be taken for a second sender's, and the size for twice as much.
    assertEquals(1, askers("full").size(), "several clients");
  }

  @Test
  void cancel_whileItWaits_takesNoSnapshotAndLeavesNothing() throws Exception {
    AtomicBoolean taken = new AtomicBoolean();
    try (CheckpointWriter writer = writer();
        FSDataOutputStream holder = full("/holder-cancel")) {
      CheckpointWrite write = write(writer, "cancelled", new byte[1], taken);
      cluster.awaitWaiting(1);
      assertTrue(write.cancel());
      assertInstanceOf(WriteOutcome.Cancelled.class, write.await());
      cluster.awaitWaiting(0);
    }
    assertFalse(taken.get());
    assertEquals(List.of(), inUnit("cancelled"));
  }

  @Test
  void write_manyUnitsTogether_allArePublishedInTheirTurn() throws Exception {
    byte[] state = PeaceCluster.bytes(3 * PeaceCluster.BLOCK);
    try (CheckpointWriter writer = writer()) {
      List<CheckpointWrite> writes = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        writes.add(writer.write("together-" + i, 1, () -> Snapshot.of(state)));
      }
      for (CheckpointWrite write : writes) {
        WriteOutcome.Published published =
            assertInstanceOf(WriteOutcome.Published.class, write.await());
        assertTrue(published.inTime());
      }
    }
    for (int i = 0; i < 6; i++) {
      check("together-" + i, 1, state);
      assertEquals(List.of("1"), inUnit("together-" + i));
    }
  }
}
