package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.coordinate.Audit;

/** Two patched NameNodes; the active one goes away while calls are parked in it. */
@ExtendWith(OnPatchedNameNode.class)
class PatchedHaIT {
  private static final int WRITERS = 200;
  private static final int CHUNKS = 2;
  private static final int IDLE_FILES = 6000;

  private static PeaceCluster start(Path directory) throws Exception {
    PeaceCluster cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 4);
              conf.setInt("dfs.ha.tail-edits.period", 1);
              conf.set("dfs.namenode.peace.deferral.max", "100s");
              // Datanodes look for the NameNode that is gone, and do not stop before they give up.
              conf.setInt("ipc.client.connect.max.retries", 3);
              conf.setInt("ipc.client.connect.retry.interval", 200);
            },
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()));
    cluster.mini().transitionToActive(0);
    cluster.mini().waitActive(0);
    return cluster;
  }

  private static FSDataOutputStream hold(DistributedFileSystem fs) throws Exception {
    FSDataOutputStream out =
        PeaceCluster.as(
            PeaceCluster.client("10.14.9.1", "/rack1"),
            () -> PeaceCluster.create(fs, "/holder", 3));
    out.write(PeaceCluster.bytes(100));
    out.hflush();
    return out;
  }

  private static List<Future<?>> burst(ExecutorService threads, DistributedFileSystem fs) {
    List<Future<?>> writes = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      String host = PeaceCluster.client("10.14.0." + w, "/rack1");
      String path = "/burst" + w;
      writes.add(
          threads.submit(
              () ->
                  PeaceCluster.as(
                      host,
                      () -> {
                        PeaceCluster.write(fs, path, CHUNKS * BLOCK, 3);
                        return null;
                      })));
    }
    return writes;
  }

  /** What the trace says of chunks that have a place, of both NameNodes. */
  private static String placed(Path directory) {
    try (Stream<String> lines = Files.lines(directory.resolve("trace.jsonl"))) {
      return lines
          .filter(line -> !line.contains("\"submitted\"") && !line.contains("\"deferred\""))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void finish(PeaceCluster cluster, DistributedFileSystem fs, List<Future<?>> writes)
      throws Exception {
    for (Future<?> write : writes) {
      write.get(120, TimeUnit.SECONDS);
    }
    for (int w = 0; w < WRITERS; w++) {
      assertEquals(
          CHUNKS * BLOCK, fs.getFileStatus(new org.apache.hadoop.fs.Path("/burst" + w)).getLen());
    }
    PeaceCluster.awaitIdle(cluster.peace(1));
    assertTrue(Audit.balances(cluster.peace(1).coordinator()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void active_stopsWithParkedCalls_everyWriterFinishesAndTheNextKnowsWhatIsInFlight(
      boolean abruptly, @TempDir Path directory) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (PeaceCluster cluster = start(directory);
        DistributedFileSystem fs =
            HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
      FSDataOutputStream holder = hold(fs);
      List<Future<?>> writes = burst(threads, fs);
      PeaceCluster.await(
          () -> cluster.peace(0).status().waiting() == WRITERS, 60_000, () -> "all wait");
      // What a datanode has begun to receive it tells with its next heartbeat only.
      cluster.mini().triggerDeletionReports();

      long start = System.nanoTime();
      if (abruptly) {
        NameNodeAdapter.abortEditLogs(cluster.mini().getNameNode(0));
      }
      cluster.mini().shutdownNameNode(0);
      double seconds = (System.nanoTime() - start) / 1e9;
      cluster.mini().transitionToActive(1);

      System.out.printf("stopped with %d parked calls in %.1f s%n", WRITERS, seconds);
      assertTrue(seconds < 20, "stopping took " + seconds + " s");
      // The open file still holds all capacity, and the new active knows: nobody else gets in.
      PeaceCluster.await(
          () -> cluster.peace(1).status().waiting() == WRITERS,
          60_000,
          () -> cluster.peace(1).status() + "\n" + placed(directory));
      assertEquals(1, cluster.peace(1).status().inFlight());
      holder.close();
      finish(cluster, fs, writes);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void next_becomesActive_knowsWhatIsInFlightBeforeAnyoneAsks(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster = start(directory);
        DistributedFileSystem fs =
            HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
      FSDataOutputStream holder = hold(fs);
      Map<String, Integer> load = cluster.peace(0).load();
      cluster.mini().transitionToStandby(0);
      cluster.mini().transitionToActive(1);
      // In and out of each datanode, but out of the last one; in whatever order they are known.
      PeaceCluster.await(
          () -> cluster.peace(1).load().size() == load.size(),
          () -> "%s, not %s".formatted(cluster.peace(1).load(), load));
      assertEquals(1, cluster.peace(1).status().inFlight());
      PeaceCluster.awaitIdle(cluster.peace(0));
      holder.close();
      PeaceCluster.awaitIdle(cluster.peace(1));
    }
  }

  /** Open files without a block, more than the new active looks at while it holds its lock. */
  private static void openIdle(NamenodeProtocols nameNode) throws IOException {
    for (int i = 0; i < IDLE_FILES; i++) {
      nameNode.create(
          "/idle" + i,
          FsPermission.getFileDefault(),
          "idle client",
          new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
          true,
          (short) 3,
          BLOCK,
          CryptoProtocolVersion.supported(),
          null,
          null);
    }
  }

  @Test
  void next_becomesActiveWithManyOpenFiles_knowsWhatIsInFlightAmongThem(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster = start(directory);
        DistributedFileSystem fs =
            HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
      openIdle(cluster.mini().getNameNodeRpc(0));
      FSDataOutputStream holder = hold(fs);
      cluster.mini().triggerDeletionReports();

      cluster.mini().transitionToStandby(0);
      cluster.mini().transitionToActive(1);

      PeaceCluster.await(
          () -> cluster.peace(1).status().inFlight() == 1, () -> cluster.peace(1).status() + "");
      holder.close();
      PeaceCluster.awaitIdle(cluster.peace(1));
    }
  }

  @Test
  void active_becomesStandbyDuringABurst_everyWriterFinishesAndNothingIsLeftBehind(
      @TempDir Path directory) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (PeaceCluster cluster = start(directory);
        DistributedFileSystem fs =
            HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
      List<Future<?>> writes = burst(threads, fs);
      PeaceCluster.await(
          () -> cluster.peace(0).status().waiting() > WRITERS / 2, 60_000, () -> "many wait");

      cluster.mini().transitionToStandby(0);
      cluster.mini().transitionToActive(1);

      finish(cluster, fs, writes);
      PeaceCluster.awaitIdle(cluster.peace(0));
    } finally {
      threads.shutdownNow();
    }
  }
}
