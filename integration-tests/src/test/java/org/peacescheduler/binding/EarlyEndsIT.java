package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Mallory's blocks end long before they are full, so each seems to have had all its bytes in no
 * time, to who believes it. Fifteen writers of Victor's, who send 1 MB/s each over links that carry
 * five of them, are written all at once, as beside as many ordinary writers of hers: not one after
 * the other, as if each had a link for itself.
 */
@Tag("figures")
class EarlyEndsIT {
  private static final int ROUNDS = Integer.getInteger("peace.attacks.rounds", 3);

  /** All that is tried; one is for CI. */
  private static final boolean ALL = Boolean.getBoolean("peace.attacks.all");

  private static final int DATANODES = 9;
  private static final int VICTIMS = 12;
  private static final int WRITERS = 3;
  private static final int MEGABYTE = 1 << 20;
  private static final int PIECES = 16;
  private static final int ENDS = 60;

  private static final String TOPOLOGY =
      """
      version: 1
      streamRate: 1 MB/s
      defaults:
        server: {up: 5 MB/s, down: 5 MB/s}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn[1-9]", switch: tor1}
      placement: [any]
      """;

  private static final AtomicInteger FILES = new AtomicInteger();

  @TempDir Path directory;

  private PeaceCluster start() throws Exception {
    String[] racks = new String[DATANODES];
    Arrays.fill(racks, "/rack1");
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(conf, directory, TOPOLOGY);
          SimulatedFSDataset.setFactory(conf);
          conf.setLong("dfs.blocksize", MEGABYTE);
          conf.setInt("dfs.namenode.handler.count", 20);
          conf.setBoolean("dfs.permissions.enabled", false);
          conf.set("dfs.namenode.peace.completion-fraction", "0");
          conf.set(
              "dfs.namenode.ip-proxy-users",
              conf.get("dfs.namenode.ip-proxy-users") + ",victor,mallory");
        },
        racks);
  }

  /** A full block, at 1 MB/s. */
  private static Void writePaced(DistributedFileSystem fs, String path) throws Exception {
    try (FSDataOutputStream out = create(fs, path, MEGABYTE)) {
      byte[] piece = PeaceCluster.bytes(MEGABYTE / PIECES);
      for (int i = 0; i < PIECES; i++) {
        out.write(piece);
        TimeUnit.MILLISECONDS.sleep(1_000 / PIECES);
      }
    }
    return null;
  }

  private static FSDataOutputStream create(DistributedFileSystem fs, String path, long blockSize)
      throws Exception {
    return fs.create(new org.apache.hadoop.fs.Path(path), true, 4096, (short) 3, blockSize);
  }

  /** Each writer is one that nobody has seen before. */
  private static double victimsSeconds(PeaceCluster cluster) throws Exception {
    List<DistributedFileSystem> victors = new ArrayList<>();
    for (int i = 0; i < VICTIMS; i++) {
      victors.add(cluster.newFileSystem("victor"));
    }
    long start = System.nanoTime();
    List<Future<Void>> writes = new ArrayList<>();
    for (int i = 0; i < VICTIMS; i++) {
      String host = PeaceCluster.client("10.61.0." + (1 + i), "/rack1");
      DistributedFileSystem victor = victors.get(i);
      String path = "/victor/" + FILES.incrementAndGet();
      writes.add(Caller.inBackground(() -> PeaceCluster.as(host, () -> writePaced(victor, path))));
    }
    for (Future<Void> write : writes) {
      write.get(120, TimeUnit.SECONDS);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    for (DistributedFileSystem victor : victors) {
      victor.close();
    }
    return seconds;
  }

  /** What mallory's writers do, over and over. */
  enum Habit {
    ORDINARY {
      @Override
      int once(DistributedFileSystem fs, String path) throws Exception {
        writePaced(fs, path);
        return ENDS; // It has nothing to bring about.
      }
    },
    /** Row 4. */
    END_BLOCKS {
      @Override
      int once(DistributedFileSystem fs, String path) throws Exception {
        try (FSDataOutputStream out = create(fs, path, 64L * MEGABYTE)) {
          for (int i = 0; i < 10; i++) {
            out.write(1);
            ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.END_BLOCK));
          }
        }
        return 10;
      }
    },
    TINY_FILES_OF_LARGE_BLOCKS {
      @Override
      int once(DistributedFileSystem fs, String path) throws Exception {
        try (FSDataOutputStream out = create(fs, path, 1L << 36)) {
          out.write(1);
        }
        return 1;
      }
    },
    /** What is written at full speed is as much as ordinary blocks have. */
    END_BLOCKS_THAT_ARE_NOT_TINY {
      @Override
      int once(DistributedFileSystem fs, String path) throws Exception {
        try (FSDataOutputStream out = create(fs, path, 64L * MEGABYTE)) {
          for (int i = 0; i < 10; i++) {
            out.write(PeaceCluster.bytes(MEGABYTE / 2));
            ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.END_BLOCK));
          }
        }
        return 10;
      }
    };

    /** Returns how many blocks have ended. */
    abstract int once(DistributedFileSystem fs, String path) throws Exception;
  }

  private static double beside(PeaceCluster cluster, Habit habit) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger ends = new AtomicInteger();
    List<Future<Void>> writers = new ArrayList<>();
    try (DistributedFileSystem mallory = cluster.newFileSystem("mallory")) {
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.62.0." + (1 + w), "/rack1");
        writers.add(
            Caller.inBackground(
                () -> {
                  while (!over.get()) {
                    String path = "/mallory/" + FILES.incrementAndGet();
                    ends.addAndGet(PeaceCluster.as(host, () -> habit.once(mallory, path)));
                    TimeUnit.MILLISECONDS.sleep(20);
                  }
                  return null;
                }));
      }
      PeaceCluster.await(() -> ends.get() >= ENDS, () -> ENDS + " of her blocks end");
      double seconds = victimsSeconds(cluster);
      over.set(true);
      for (Future<Void> writer : writers) {
        writer.get(120, TimeUnit.SECONDS);
      }
      return seconds;
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ORDINARY")
  void victims_besideBlocksThatEndEarly_areWrittenAllAtOnce(Habit habit) throws Exception {
    assumeTrue(ALL || habit == Habit.END_BLOCKS, "for -Dpeace.attacks.all=true");
    try (PeaceCluster cluster = start()) {
      victimsSeconds(cluster);
      Side side =
          Side.by(ROUNDS, () -> beside(cluster, Habit.ORDINARY), () -> beside(cluster, habit));
      System.out.printf("%s: %s%n", habit, side);
      assertTrue(side.isHarmless(), side::toString);
      cluster.awaitIdle();
    }
  }
}
