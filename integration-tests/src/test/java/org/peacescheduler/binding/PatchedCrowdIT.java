package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * 500 writers, 2 handlers, room for 4 chunks at a time, on a patched NameNode.
 *
 * <p>Each writer has a connection of its own and writes one file; with {@code -Dpeace.long=true}
 * ten.
 */
@ExtendWith(OnPatchedNameNode.class)
class PatchedCrowdIT {
  private static final int WRITERS = 500;
  private static final int HANDLERS = 2;
  private static final int FILES = Boolean.getBoolean("peace.long") ? 10 : 1;
  private static final int LENGTH = BLOCK + 10;

  /** Below that, a median says more about the machine than about the NameNode. */
  private static final double NOISE_MILLIS = 2;

  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 500, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn[1-4]", switch: tor1}
      placement: [any]
      """;

  @Test
  void writers_500OnTwoHandlers_allFilesAreRightAndOthersAreAnswered(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, TOPOLOGY);
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.set("dfs.namenode.peace.deferral.max", "100s");
            },
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack1")) {
      cluster.write("/probe", 100, 1);
      cluster.awaitIdle();
      DistributedFileSystem prober = client(cluster, 0);
      probe(prober, 300);
      double idle = probe(prober, 300);
      List<FSDataOutputStream> holders = holdAll(cluster);
      long threads = nameNodeThreads();
      List<Future<Void>> writes = startWriters(cluster);
      PeaceCluster.await(
          () -> PeaceCluster.gauge("ParkedCalls") == WRITERS,
          60_000,
          () -> WRITERS + " parked calls: " + PeaceCluster.gauge("ParkedCalls"));
      double parked = probe(prober, 300);
      assertEquals(threads, nameNodeThreads(), "threads of the NameNode");
      for (FSDataOutputStream holder : holders) {
        holder.close();
      }
      double busy = probe(prober, 100);
      for (Future<Void> write : writes) {
        write.get(Boolean.getBoolean("peace.long") ? 900 : 120, TimeUnit.SECONDS);
      }
      System.out.printf(
          "getFileInfo median: idle %.2f ms, %d calls parked %.2f ms, these written %.2f ms%n",
          idle, WRITERS, parked, busy);
      for (int w = 0; w < WRITERS; w++) {
        for (int f = 0; f < FILES; f++) {
          cluster.assertContent("/crowd/" + w + "-" + f, LENGTH);
        }
      }
      for (FallbackReason reason : FallbackReason.values()) {
        assertEquals(0, PeaceCluster.fallbacks(reason), reason.text());
      }
      cluster.awaitIdle();
      assertTrue(
          parked <= 1.5 * Math.max(idle, NOISE_MILLIS),
          "median of getFileInfo %.2f ms, idle %.2f ms".formatted(parked, idle));
    }
  }

  /** Four files whose open chunks take all capacity. */
  private static List<FSDataOutputStream> holdAll(PeaceCluster cluster) throws Exception {
    List<FSDataOutputStream> holders = new ArrayList<>();
    for (int h = 0; h < 4; h++) {
      String path = "/holder" + h;
      FSDataOutputStream out =
          PeaceCluster.as(
              PeaceCluster.client("10.12.9." + h, "/rack1"), () -> cluster.create(path, 1));
      out.write(1);
      out.hflush();
      holders.add(out);
    }
    return holders;
  }

  private static DistributedFileSystem client(PeaceCluster cluster, int number) throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    // Clients that differ in it have different connections.
    conf.setInt("ipc.client.connection.maxidletime", 60_000 + number);
    return (DistributedFileSystem) FileSystem.newInstance(cluster.mini().getURI(), conf);
  }

  private static List<Future<Void>> startWriters(PeaceCluster cluster) throws Exception {
    List<Future<Void>> writes = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      String host = PeaceCluster.client("10.12." + w / 250 + "." + w % 250, "/rack1");
      DistributedFileSystem fs = client(cluster, 1 + w);
      String name = "/crowd/" + w + "-";
      FutureTask<Void> task =
          new FutureTask<>(
              () -> {
                for (int f = 0; f < FILES; f++) {
                  String path = name + f;
                  PeaceCluster.as(
                      host,
                      () -> {
                        PeaceCluster.write(fs, path, LENGTH, 1);
                        return null;
                      });
                }
                fs.close();
                return null;
              });
      Thread thread = new Thread(null, task, "writer " + w, 256 * 1024);
      thread.setDaemon(true);
      thread.start();
      writes.add(task);
    }
    return writes;
  }

  /** Threads that serve calls or schedule; the clients' own are in this JVM too. */
  private static long nameNodeThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("IPC Server") || name.startsWith("peace-"))
        .count();
  }

  /** The median of so many calls of getFileInfo, in milliseconds. */
  private static double probe(DistributedFileSystem fs, int calls) throws Exception {
    double[] millis = new double[calls];
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      fs.getFileStatus(new org.apache.hadoop.fs.Path("/probe"));
      millis[i] = (System.nanoTime() - start) / 1e6;
      Thread.sleep(5);
    }
    Arrays.sort(millis);
    return millis[calls / 2];
  }
}
