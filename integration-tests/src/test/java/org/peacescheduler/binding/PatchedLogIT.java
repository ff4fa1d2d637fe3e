package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a client flushes and leaves open is a log, and nobody waits for it or keeps it waiting. */
@ExtendWith({OnPatchedNameNode.class, IdleAfterEach.class})
class PatchedLogIT {
  /** A chunk of 64 KiB takes 3.3 s, and one that stands still is found out after 2.5 times that. */
  private static final String SLOW_LINKS =
      """
      version: 1
      streamRate: 20 KB/s
      defaults:
        server: {up: 20 KB/s, down: 20 KB/s}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn1", switch: tor1}
      placement: [any]
      """;

  private static final double CHUNK_MILLIS = 65536 / 20e3 * 1130;

  @Test
  void files_besideALogThatIsOpen_waitNoLongerThanAChunkTakes(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, SLOW_LINKS);
              conf.unset("dfs.namenode.peace.completion-fraction");
            },
            "/rack1")) {
      String server = PeaceCluster.client("10.14.0.1", "/rack1");
      String other = PeaceCluster.client("10.14.0.2", "/rack1");
      FSDataOutputStream log = PeaceCluster.as(server, () -> cluster.create("/logs/1", 1));
      log.write(1);
      log.hflush();
      cluster.writing(other, "/data", 100, 1).get(30, TimeUnit.SECONDS);
      double waited = cluster.awaitTrace("/data", "granted", 1).get(0).path("waited").asDouble();
      assertEquals(CHUNK_MILLIS, waited, CHUNK_MILLIS / 4);

      FSDataOutputStream rolled = PeaceCluster.as(server, () -> cluster.create("/logs/2", 1));
      rolled.write(1);
      rolled.hflush();
      assertEquals(
          0, cluster.awaitTrace("/logs/2", "granted", 1).get(0).path("waited").asDouble(), 50);
      rolled.close();
      log.close();
      cluster.awaitIdle();
    }
  }
}
