package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How soon a waiting chunk is allocated after the replica report that makes room for it. */
class PatchedGrantIT {
  private static final int TIMES = 11;
  private static final double MEDIAN_MILLIS = 20;

  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn1", switch: tor1}
      placement: [any]
      """;

  /** Passes everything on to Peace, and takes the time of two kinds of words. */
  private static final class Clocked implements NewBlockListener {
    private final NewBlockListener peace;
    private volatile CompletableFuture<Long> replica = new CompletableFuture<>();
    private volatile CompletableFuture<Long> allocated = new CompletableFuture<>();

    Clocked(NewBlockListener peace) {
      this.peace = peace;
    }

    void reset() {
      replica = new CompletableFuture<>();
      allocated = new CompletableFuture<>();
    }

    @Override
    public void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
      replica.complete(System.nanoTime());
      peace.replicaReceived(block, storage);
    }

    @Override
    public void blockAllocated(
        NewBlockRequest request, BlockInfo block, DatanodeStorageInfo[] targets) {
      allocated.complete(System.nanoTime());
      peace.blockAllocated(request, block, targets);
    }

    @Override
    public void allocationFailed(NewBlockRequest request) {
      peace.allocationFailed(request);
    }

    @Override
    public void blockCompleted(BlockInfo block) {
      peace.blockCompleted(block);
    }

    @Override
    public void fileEnded(long fileId) {
      peace.fileEnded(fileId);
    }
  }

  @Test
  void grant_afterTheReportThatMakesRoom_comesWithinMilliseconds(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory, conf -> PeaceCluster.topology(conf, directory, TOPOLOGY), "/rack1")) {
      BlockPlacementPolicy policy = cluster.blocks().getBlockPlacementPolicy();
      Clocked clocked = new Clocked(policy.getNewBlockListener());
      policy.setNewBlockListener(clocked);
      String holding = PeaceCluster.client("10.13.0.1", "/rack1");
      String waiting = PeaceCluster.client("10.13.0.2", "/rack1");
      double[] millis = new double[TIMES];
      for (int i = 0; i < TIMES; i++) {
        String path = "/holder" + i;
        FSDataOutputStream holder = PeaceCluster.as(holding, () -> cluster.create(path, 1));
        holder.write(1);
        holder.hflush();
        clocked.reset();
        var write = cluster.writing(waiting, "/waiting" + i, 100, 1);
        cluster.awaitTrace("/waiting" + i, "deferred", 1);
        PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 1, () -> "parked");
        holder.close();
        write.get(30, TimeUnit.SECONDS);
        millis[i] = (clocked.allocated.get() - clocked.replica.get()) / 1e6;
      }
      Arrays.sort(millis);
      double median = millis[TIMES / 2];
      System.out.printf(
          "grant after report: median %.2f ms, least %.2f ms, most %.2f ms%n",
          median, millis[0], millis[TIMES - 1]);
      assertTrue(median <= MEDIAN_MILLIS, "median " + median + " ms");
      cluster.awaitIdle();
    }
  }
}
