package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.hdfs.PeaceNode;

/** Three NameNodes, one of which answers reads: who writes gets chunks from the active one. */
@ExtendWith(OnPatchedNameNode.class)
class PatchedObserverIT {
  private static final int WRITERS = 12;
  private static final int FILES = 3;
  private static final int CHUNKS = 3;
  private static final int DATANODES = 4;
  private static final int OBSERVER = 2;

  @Test
  void observer_readsBesideABurstAndAFailover_filesAreReadRightAndNothingIsInFlightThere(
      @TempDir Path directory) throws Exception {
    Configuration conf = PeaceCluster.configuration(directory);
    conf.unset("dfs.namenode.peace.completion-fraction");
    conf.setBoolean("dfs.namenode.state.context.enabled", true);
    // A client that finds no observer during the failover looks for one again after 10 min.
    conf.set("dfs.client.failover.observer.probe.retry.period", "100ms");
    conf.set("hdfs.minidfs.basedir", directory.resolve("dfs").toString());
    String[] racks = {"/rack1", "/rack1", "/rack2", "/rack2"};
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    MiniQJMHACluster journals =
        HATestUtil.setUpObserverCluster(conf, 1, DATANODES, true, null, racks);
    MiniDFSCluster mini = journals.getDfsCluster();
    try (DistributedFileSystem fs =
        HATestUtil.configureObserverReadFs(mini, conf, ObserverReadProxyProvider.class, true)) {
      List<Future<?>> writes = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        String host = PeaceCluster.client("10.20.0." + w, w % 2 == 0 ? "/rack1" : "/rack2");
        String folder = "/" + w + "/";
        writes.add(
            threads.submit(
                () ->
                    PeaceCluster.as(
                        host,
                        () -> {
                          for (int f = 0; f < FILES; f++) {
                            PeaceCluster.write(fs, folder + f, CHUNKS * BLOCK, 3);
                            PeaceCluster.assertContent(fs, folder + f, CHUNKS * BLOCK);
                          }
                          return null;
                        })));
      }
      PeaceNode observer = PeaceCluster.peace(mini, OBSERVER);
      PeaceCluster.await(
          () -> PeaceCluster.counter("ChunksDone") >= WRITERS, () -> "the burst is under way");
      assertEquals(0, observer.status().inFlight());

      mini.transitionToStandby(0);
      mini.transitionToActive(1);

      for (Future<?> write : writes) {
        write.get(90, TimeUnit.SECONDS);
      }
      assertEquals(0, observer.status().waiting());
      PeaceCluster.await(() -> isReadFromObserver(fs, mini), () -> "the observer answers reads");
      for (int n = 0; n < mini.getNumNameNodes(); n++) {
        PeaceCluster.awaitIdle(PeaceCluster.peace(mini, n));
      }
    } finally {
      threads.shutdownNow();
      journals.shutdown();
    }
  }

  private static boolean isReadFromObserver(DistributedFileSystem fs, MiniDFSCluster mini) {
    try {
      fs.getFileStatus(new org.apache.hadoop.fs.Path("/0/0"));
      return HATestUtil.isSentToAnyOfNameNodes(fs, mini, OBSERVER);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
