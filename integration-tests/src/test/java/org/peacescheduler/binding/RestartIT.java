package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.hdfs.PeaceNode;

/** The NameNode is restarted under its writers. */
@ExtendWith(IdleAfterEach.class)
class RestartIT {
  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setBoolean("dfs.client.retry.policy.enabled", true);
              conf.set("dfs.client.retry.policy.spec", "200,100");
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void restart_blockUnderConstructionAndChunkWaiting_bothFilesAreFinished() throws Exception {
    PeaceNode before = cluster.peace();
    FSDataOutputStream out =
        PeaceCluster.as(
            PeaceCluster.client("10.8.0.1", "/rack1"), () -> cluster.create("/open", 3));
    byte[] bytes = PeaceCluster.bytes(3 * BLOCK);
    out.write(bytes, 0, BLOCK + 100);
    out.hflush();
    Future<Void> waiting =
        cluster.writing(PeaceCluster.client("10.8.0.2", "/rack1"), "/waiting", 2 * BLOCK, 3);
    cluster.awaitTrace("/waiting", "deferred", 1);

    cluster.restartNameNode();

    assertNotSame(before, cluster.peace());
    assertEquals(0, before.status().waiting());
    out.write(bytes, BLOCK + 100, bytes.length - BLOCK - 100);
    out.close();
    waiting.get(60, TimeUnit.SECONDS);
    cluster.assertContent("/open", 3 * BLOCK);
    cluster.assertContent("/waiting", 2 * BLOCK);
    cluster.assertDistinct("/open", 3);
    // Two chunks before the restart, the last one after it.
    cluster.awaitTrace("/open", "submitted", 3);
  }
}
