package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chunks end in every way there is, at random and beside each other, on a patched NameNode: after
 * each round the network is idle to the last edge, and no capacity came back by time alone.
 *
 * <p>Lasts 20 s; for hours, or again as it failed:
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test=PatchedEndsIT -Dpeace.ends.seconds=7200
 * mvn verify -pl integration-tests -am -Dit.test=PatchedEndsIT -Dpeace.ends.seed=4711
 * </pre>
 */
class PatchedEndsIT {
  private static final long SECONDS = Long.getLong("peace.ends.seconds", 20);
  private static final long SEED = Long.getLong("peace.ends.seed", System.nanoTime());
  private static final int WRITERS = 8;
  private static final int HANDLERS = 3;

  /** So that most rounds have somebody waiting. */
  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 2}
      servers:
        - {hosts: "dn[1-3]", switch: tor1}
        - {hosts: "dn[4-6]", switch: tor2}
      placement: [same-rack, other-rack, any]
      """;

  /** What happens to a file that is being written. */
  private enum Ending {
    COMPLETED,
    SYNCED,
    ABANDONED_BY_DEATH,
    DELETED,
    DELETED_WITH_ITS_FOLDER,
    OVERWRITTEN,
    RENAMED,
    APPENDED,
    TRUNCATED,
    CONCATENATED,
    LEASE_TAKEN
  }

  private final Map<Ending, AtomicInteger> seen = new EnumMap<>(Ending.class);

  /** Files, or folders, whose client or datanode was gone for a while. */
  private final Set<String> gone = ConcurrentHashMap.newKeySet();

  private PeaceCluster cluster;

  @Test
  void endings_atRandom_theNetworkIsIdleAfterEachRound(@TempDir Path directory) throws Exception {
    Arrays.stream(Ending.values()).forEach(e -> seen.put(e, new AtomicInteger()));
    try (PeaceCluster started =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, TOPOLOGY);
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.setInt("dfs.client.socket-timeout", 5_000);
              conf.setInt("dfs.namenode.lease-recheck-interval-ms", 500);
            },
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack2",
            "/rack2",
            "/rack2")) {
      cluster = started;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      SplittableRandom random = new SplittableRandom(SEED);
      int rounds = 0;
      do {
        round(rounds++, random);
        assertToldOfEachEnd(directory);
      } while (System.nanoTime() < end);
      System.out.printf("seed %d: %d rounds, %s%n", SEED, rounds, seen);
      for (Ending ending : Ending.values()) {
        assertTrue(SECONDS < 200 || seen.get(ending).get() > 0, ending + " never came");
      }
    }
  }

  /** Time alone ends only what nobody writes: a chunk whose client or datanode is gone. */
  private void assertToldOfEachEnd(Path directory) throws IOException {
    for (String line : Files.readAllLines(directory.resolve("trace.jsonl"))) {
      if (line.contains("\"reason\":\"time\"")) {
        assertTrue(
            gone.stream().anyMatch(path -> line.contains("\"" + path)),
            () -> "capacity came back by time alone: " + line + ", seed " + SEED);
      }
    }
  }

  private void round(int number, SplittableRandom random) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writes = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.11.0." + w, w % 2 == 0 ? "/rack1" : "/rack2");
        String folder = "/round" + number + "/" + w;
        SplittableRandom own = random.split();
        writes.add(
            threads.submit(
                () ->
                    PeaceCluster.as(
                        host,
                        () -> {
                          for (int file = 0; file < 3; file++) {
                            write(folder, "/f" + file, own);
                          }
                          return null;
                        })));
      }
      DataNodeProperties stopped = null;
      if (number % 4 == 3) {
        gone.add("/round" + number + "/");
        stopped = cluster.kill("dn" + (1 + random.nextInt(6)));
      }
      for (Future<?> write : writes) {
        write.get(120, TimeUnit.SECONDS);
      }
      if (stopped != null) {
        cluster.restart(stopped);
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("round " + number + ", seed " + SEED, e);
    } finally {
      threads.shutdownNow();
    }
    PeaceCluster.await(
        () -> {
          assertTrue(cluster.peace().balances(), "unbalanced; seed " + SEED);
          var status = cluster.peace().status();
          return status.idle() && status.waiting() == 0 && status.inFlight() == 0;
        },
        10_000,
        () -> "all capacity is back: " + cluster.peace().status() + ", seed " + SEED);
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
  }

  private void write(String folder, String name, SplittableRandom random) throws Exception {
    Ending ending = Ending.values()[random.nextInt(Ending.values().length)];
    seen.get(ending).incrementAndGet();
    String path = folder + name;
    int length = 1 + random.nextInt(3 * BLOCK);
    int replication = 1 + random.nextInt(3);
    FSDataOutputStream out = cluster.create(path, replication);
    out.write(PeaceCluster.bytes(length));
    if (random.nextBoolean()) {
      out.hflush();
    }
    end(ending, out, path, length, random);
  }

  private static org.apache.hadoop.fs.Path at(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  private void end(
      Ending ending, FSDataOutputStream out, String path, int length, SplittableRandom random)
      throws Exception {
    DistributedFileSystem fs = cluster.fs();
    switch (ending) {
      case COMPLETED -> {
        out.close();
        cluster.assertContent(path, length);
      }
      case SYNCED -> {
        for (int i = 0; i < 3; i++) {
          out.hsync();
          out.write(7);
        }
        out.close();
      }
      case ABANDONED_BY_DEATH -> {
        PeaceCluster.die(out);
        recover(path);
      }
      case DELETED -> {
        fs.delete(at(path), false);
        PeaceCluster.die(out);
      }
      case DELETED_WITH_ITS_FOLDER -> {
        fs.delete(at(path).getParent(), true);
        PeaceCluster.die(out);
      }
      case OVERWRITTEN -> {
        cluster.write(path, length / 2, 2);
        PeaceCluster.die(out);
        cluster.assertContent(path, length / 2);
      }
      case RENAMED -> {
        fs.rename(at(path), at(path + ".moved"));
        out.write(PeaceCluster.bytes(BLOCK));
        out.close();
      }
      case APPENDED -> {
        out.close();
        try (FSDataOutputStream more = fs.append(at(path))) {
          more.write(PeaceCluster.bytes(1 + random.nextInt(BLOCK)));
        }
      }
      case TRUNCATED -> {
        out.close();
        if (!fs.truncate(at(path), random.nextInt(length))) {
          awaitClosed(path);
        }
      }
      case CONCATENATED -> {
        out.close();
        cluster.write(path + ".rest", 1000, fs.getFileStatus(at(path)).getReplication());
        fs.concat(at(path), new org.apache.hadoop.fs.Path[] {at(path + ".rest")});
      }
      case LEASE_TAKEN -> {
        out.hflush();
        recover(path);
        PeaceCluster.die(out);
      }
    }
  }

  private void recover(String path) throws Exception {
    gone.add(path);
    if (!cluster.fs().recoverLease(at(path))) {
      awaitClosed(path);
    }
  }

  private void awaitClosed(String path) throws Exception {
    PeaceCluster.await(
        () -> {
          try {
            return cluster.fs().isFileClosed(at(path));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        60_000,
        () -> path + " is closed");
  }
}
