package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that never ask again, as those in Go, Rust and C++: many more of them than handlers and
 * than there is room for.
 */
@ExtendWith(IdleAfterEach.class)
class OtherClientsIT {
  private static final int WRITERS = 40;
  private static final int ROUNDS = 10;

  /** Of calls by themselves; ten by {@code -Dpeace.clients.rounds=10}. */
  private static final int ROUNDS_OF_CALLS = Integer.getInteger("peace.clients.rounds", 1);

  @TempDir Path directory;

  private PeaceCluster start(int handlers, int room) throws Exception {
    return PeaceCluster.start(
        directory,
        conf -> {
          PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(3, room));
          conf.setInt("dfs.namenode.handler.count", handlers);
          // HDFS itself would refuse who is quicker than the datanodes' reports.
          conf.setInt("dfs.namenode.file.close.num-committed-allowed", 2);
        },
        "/rack1",
        "/rack1",
        "/rack1");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 10})
  void writers_thatNeverAskAgain_areWrittenAndOthersAreAnswered(int handlers) throws Exception {
    try (PeaceCluster cluster = start(handlers, 3)) {
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 0);
      try (DistributedFileSystem fs =
          (DistributedFileSystem) FileSystem.newInstance(cluster.mini().getURI(), conf)) {
        for (int round = 0; round < ROUNDS; round++) {
          writeAll(cluster, fs, "/round" + round);
        }
      }
      assertTrue(PeaceCluster.deferrals() > ROUNDS * WRITERS / 2, "most have to wait");
      cluster.awaitIdle();
    }
  }

  /** Some ask for a second block. */
  private static int length(int writer) {
    return writer % 4 == 0 ? 2 * BLOCK : BLOCK;
  }

  /** All begin to write while open files have all of the room; then two of these end. */
  private static void writeAll(PeaceCluster cluster, DistributedFileSystem fs, String folder)
      throws Exception {
    List<Future<Void>> writes = new ArrayList<>();
    String holders = PeaceCluster.client("10.20.0.1", "/rack1");
    try (FSDataOutputStream first = cluster.holding(holders, folder + "/first", 100);
        FSDataOutputStream second = cluster.holding(holders, folder + "/second", 100);
        FSDataOutputStream third = cluster.holding(holders, folder + "/third", 100)) {
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.20.1." + w, "/rack1");
        String path = folder + "/" + w;
        int length = length(w);
        writes.add(
            Caller.inBackground(
                () ->
                    PeaceCluster.as(
                        host,
                        () -> {
                          PeaceCluster.write(fs, path, length, 3);
                          return null;
                        })));
      }
      PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") > 0, () -> "a call waits");
      for (int i = 0; i < 20; i++) {
        cluster.fs().getClient().getFileInfo("/");
      }
      first.close();
      second.close();
      writes.get(0).get(60, TimeUnit.SECONDS);
    }
    for (Future<Void> write : writes) {
      write.get(60, TimeUnit.SECONDS);
    }
    for (int w = 0; w < WRITERS; w++) {
      assertEquals(length(w), cluster.fs().getClient().getFileInfo(folder + "/" + w).getLen());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 10})
  void calls_ofNoHdfsClient_allHaveBlocksAndOthersAreAnswered(int handlers) throws Exception {
    try (PeaceCluster cluster = start(handlers, 1)) {
      for (int round = 0; round < ROUNDS_OF_CALLS; round++) {
        callAll(cluster, round);
      }
      cluster.awaitIdle();
    }
  }

  private static void callAll(PeaceCluster cluster, int round) throws Exception {
    List<Caller> callers = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      callers.add(Caller.of(cluster, "10.20.2." + w, "/called" + round + "-" + w));
    }
    try (FSDataOutputStream holder =
        cluster.holding(PeaceCluster.client("10.20.0.1", "/rack1"), "/holder" + round, 100)) {
      List<Future<LocatedBlock>> blocks = callers.stream().map(OtherClientsIT::have).toList();
      Caller.awaitParked(WRITERS);
      for (int i = 0; i < 100; i++) {
        cluster.fs().getClient().getFileInfo("/");
      }
      holder.close();
      for (Future<LocatedBlock> block : blocks) {
        assertEquals(3, block.get(60, TimeUnit.SECONDS).getLocations().length);
      }
    } finally {
      callers.forEach(Caller::close);
    }
  }

  /** Asks for a block once, and deletes the file when it has it. */
  private static Future<LocatedBlock> have(Caller caller) {
    return Caller.inBackground(
        () -> {
          LocatedBlock block = caller.addBlock().get();
          caller.deleteFile();
          return block;
        });
  }
}
