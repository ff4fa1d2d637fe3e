package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds whatever Peace gains: nothing waits for what its own client holds, nothing waits for
 * what does not move, and who waits costs nobody else.
 *
 * <p>{@link HarmlessIT} shows what follows for ordinary writes.
 */
@Tag("figures")
class LawsIT {
  private static final String IDLER = "10.15.0.1";
  private static final String OTHER = "10.15.0.2";

  /** A chunk here takes some milliseconds; this machine's pauses are what the rest is for. */
  private static final double AT_ONCE_SECONDS = 1;

  private static final double WITHOUT_PROGRESS_SECONDS = 3;

  /** As many as CI has the time for; 20,000 on a machine of one's own. */
  private static final int CALLS = Integer.getInteger("peace.laws.calls", 500);

  private static final String FRACTION = "dfs.namenode.peace.completion-fraction";
  private static final int SMALL_FILES = 200;
  private static final int SMALL_BYTES = 1000;

  /** Wanted is 0.9; the rest is for machines that do something else beside the tests. */
  private static final double LEAST_RATE = 0.7;

  private static final int SLOW_DATANODES = 3;
  private static final int THREAD_STACK = 128 * 1024;

  /** Into each datanode of the first rack goes a block a second. */
  private static final String SLOW_AND_FAST_RACK =
      """
      version: 1
      streamRate: 64 KiB/s
      defaults:
        server: {up: 1 Gbit/s, down: 1 Gbit/s}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 1 Gbit/s}
      servers:
        - {hosts: "dn[1-3]", switch: tor1, down: 64 KiB/s}
        - {hosts: "dn[4-6]", switch: tor2}
      placement: [same-rack]
      """;

  @TempDir Path directory;

  /** Room for one chunk of three replicas, in a rack of three datanodes; chunks are known. */
  private PeaceCluster oneAtATime() throws Exception {
    PeaceCluster cluster = PeaceCluster.startOneAtATime(directory, conf -> conf.set(FRACTION, "0"));
    PeaceCluster.client(IDLER, "/rack1");
    PeaceCluster.client(OTHER, "/rack1");
    for (int i = 0; i < 5; i++) {
      cluster.writeAs(OTHER, "/known" + i, PeaceCluster.BLOCK, 3);
    }
    cluster.awaitIdle();
    return cluster;
  }

  @Test
  void chunk_capacityHeldByItsOwnClient_isGrantedAtOnce() throws Exception {
    try (PeaceCluster cluster = oneAtATime()) {
      try (FSDataOutputStream open = openAndIdle(cluster, "/a")) {
        double seconds = secondsToWrite(cluster, IDLER, "/b");
        System.out.printf("beside a block of its own client: %.2f s%n", seconds);
        assertTrue(seconds <= AT_ONCE_SECONDS, seconds + " s");
        assertEquals(0, PeaceCluster.counter("PlacedByStock"), "chunks that stock HDFS placed");
        open.write(1);
      }
      cluster.awaitIdle();
    }
  }

  @Test
  void chunk_capacityHeldByBlocksThatDoNotMove_isGrantedSoon() throws Exception {
    try (PeaceCluster cluster = oneAtATime();
        DistributedFileSystem other =
            (DistributedFileSystem)
                FileSystem.newInstance(
                    cluster.mini().getURI(), cluster.mini().getConfiguration(0))) {
      try (FSDataOutputStream open = openAndIdle(cluster, "/idle")) {
        long start = System.nanoTime();
        PeaceCluster.as(
            OTHER,
            () -> {
              PeaceCluster.write(other, "/waits", 1000, 3);
              return null;
            });
        double seconds = since(start);
        System.out.printf("behind blocks that do not move: %.2f s%n", seconds);
        assertTrue(seconds <= WITHOUT_PROGRESS_SECONDS, seconds + " s");
        assertEquals(0, PeaceCluster.counter("PlacedByStock"), "chunks that stock HDFS placed");
        open.write(1);
      }
      cluster.awaitIdle();
    }
  }

  /** A block on every datanode, of which nothing more is written until it is closed. */
  private static FSDataOutputStream openAndIdle(PeaceCluster cluster, String path)
      throws Exception {
    FSDataOutputStream out = PeaceCluster.as(IDLER, () -> cluster.create(path, 3));
    out.write(1);
    out.hflush();
    return out;
  }

  private static double secondsToWrite(PeaceCluster cluster, String host, String path)
      throws Exception {
    long start = System.nanoTime();
    cluster.writeAs(host, path, 1000, 3);
    return since(start);
  }

  /**
   * The first rack's datanodes are slow and taken; 2,000 calls of one user wait for them. Another
   * user writes small files in the second rack.
   */
  @Test
  void smallFiles_besideHundredsOfWaitingCallsOfAnotherUser_keepTheirRate() throws Exception {
    try (PeaceCluster cluster = slowAndFastRack();
        DistributedFileSystem small = cluster.newFileSystem("other");
        Crowd crowd = new Crowd(cluster)) {
      writeSmallFiles(small, "/warm"); // Twice: the JVM learns.
      writeSmallFiles(small, "/warm-again");
      double before = writeSmallFiles(small, "/before");
      crowd.come();
      double beside = writeSmallFiles(small, "/beside");
      int waiting = PeaceCluster.gauge("QueueLength");
      crowd.go();
      double after = writeSmallFiles(small, "/after");
      double ratio = beside / Math.min(before, after);
      System.out.printf(
          "small files a second: %.0f, beside %d waiting calls %.0f, after them %.0f; ratio %.2f%n",
          before, waiting, beside, after, ratio);
      assertTrue(waiting > CALLS / 2, waiting + " still wait");
      assertTrue(ratio >= LEAST_RATE, "ratio " + ratio);
      // A client that is to ask again is waited for, on a stock NameNode.
      PeaceCluster.await(
          () -> PeaceCluster.gauge("QueueLength") == 0, 90_000, () -> "nobody waits");
      cluster.awaitIdle();
    }
  }

  private PeaceCluster slowAndFastRack() throws IOException {
    Configuration[] overlays = new Configuration[PeaceCluster.TWO_RACKS.length];
    for (int i = 0; i < overlays.length; i++) {
      overlays[i] = new Configuration(false);
      if (i < SLOW_DATANODES) {
        overlays[i].setLong("dfs.datanode.data.write.bandwidthPerSec", PeaceCluster.BLOCK);
      }
    }
    for (int i = 0; i < SLOW_DATANODES; i++) {
      PeaceCluster.client("10.15.1." + i, "/rack1");
    }
    PeaceCluster.client("10.15.2.1", "/rack2");
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(conf, directory, SLOW_AND_FAST_RACK);
          conf.setBoolean("dfs.permissions.enabled", false);
          // A client whose block is not reported yet pauses: 0.4 s would be all that is measured.
          conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 2);
          conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
          // Each of them may say which host it is.
          conf.set("dfs.namenode.ip-proxy-users", "crowd,other");
        },
        builder -> builder.dataNodeConfOverlays(overlays),
        PeaceCluster.TWO_RACKS);
  }

  /** Files a second. */
  private static double writeSmallFiles(DistributedFileSystem fs, String folder) throws Exception {
    long start = System.nanoTime();
    PeaceCluster.as(
        "10.15.2.1",
        () -> {
          for (int i = 0; i < SMALL_FILES; i++) {
            PeaceCluster.write(fs, folder + "/" + i, SMALL_BYTES, 1);
          }
          return null;
        });
    return SMALL_FILES / since(start);
  }

  /** One user's calls for blocks in the slow rack, and writers that take all it can. */
  private static final class Crowd implements AutoCloseable {
    private final DistributedFileSystem fs;
    private final ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(null, work, "crowd", THREAD_STACK);
              thread.setDaemon(true);
              return thread;
            });
    private final List<Future<Void>> writers = new ArrayList<>();
    private final List<Future<Void>> callers = new ArrayList<>();
    private volatile boolean over;

    Crowd(PeaceCluster cluster) throws Exception {
      fs = cluster.newFileSystem("crowd");
    }

    /** Returns when all calls wait. */
    void come() throws Exception {
      for (int w = 0; w < SLOW_DATANODES; w++) {
        String host = "10.15.1." + w;
        writers.add(threads.submit(() -> PeaceCluster.as(host, () -> write(host))));
      }
      PeaceCluster.await(() -> PeaceCluster.gauge("InFlight") >= 1, () -> "the crowd writes");
      long[] files = new long[CALLS];
      for (int c = 0; c < CALLS; c++) {
        String path = "/crowd/" + c;
        files[c] = PeaceCluster.as("10.15.1." + c % SLOW_DATANODES, () -> create(path));
      }
      for (int c = 0; c < CALLS; c++) {
        int number = c;
        callers.add(
            threads.submit(
                () ->
                    PeaceCluster.as(
                        "10.15.1." + number % SLOW_DATANODES,
                        () -> call("/crowd/" + number, files[number]))));
      }
      PeaceCluster.await(
          () -> PeaceCluster.gauge("QueueLength") >= CALLS - CALLS / 10,
          () -> CALLS + " calls wait: " + PeaceCluster.gauge("QueueLength"));
    }

    private Void write(String host) throws IOException {
      byte[] bytes = PeaceCluster.bytes(PeaceCluster.BLOCK / 4);
      try (FSDataOutputStream out = PeaceCluster.create(fs, "/crowd-writes/" + host, 1)) {
        while (!over) {
          out.write(bytes);
          out.hflush();
        }
      }
      return null;
    }

    private long create(String path) throws IOException {
      return fs.getClient()
          .getNamenode()
          .create(
              path,
              FsPermission.getFileDefault(),
              fs.getClient().getClientName(),
              new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
              true,
              (short) 1,
              PeaceCluster.BLOCK,
              CryptoProtocolVersion.supported(),
              null,
              null)
          .getFileId();
    }

    /** As a client asks: again, if it is told to. Of a file that is gone, no more. */
    private Void call(String path, long file) throws InterruptedException {
      ClientProtocol nameNode = fs.getClient().getNamenode();
      String client = fs.getClient().getClientName();
      while (!over) {
        try {
          nameNode.addBlock(path, client, null, DatanodeInfo.EMPTY_ARRAY, file, null, null);
          return null;
        } catch (IOException e) {
          TimeUnit.MILLISECONDS.sleep(400);
        }
      }
      return null;
    }

    /** Ends all calls and writers. */
    void go() throws Exception {
      over = true;
      fs.delete(new org.apache.hadoop.fs.Path("/crowd"), true);
      for (Future<Void> writer : writers) {
        writer.get(60, TimeUnit.SECONDS);
      }
      for (Future<Void> caller : callers) {
        if (caller.isDone()) {
          caller.get();
        }
      }
    }

    @Override
    public void close() throws IOException {
      over = true;
      threads.shutdownNow();
      fs.close();
    }
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
