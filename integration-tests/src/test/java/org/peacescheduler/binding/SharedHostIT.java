package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A writer whose host has four datanodes, of which HDFS names any with each run of its call. */
@ExtendWith(IdleAfterEach.class)
class SharedHostIT {
  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(4)),
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @RepeatedTest(5)
  void addBlock_runsAgain_isForTheSameChunk(RepetitionInfo repetition) throws Exception {
    String path = "/again" + repetition.getCurrentRepetition();
    Future<Void> write;
    try (FSDataOutputStream open =
        PeaceCluster.as(
            PeaceCluster.client("10.1.5.1", "/rack1"), () -> cluster.create(path + "-before", 3))) {
      open.write(PeaceCluster.bytes(1000));
      open.hflush();
      write = cluster.writing("127.0.0.1", path, 1000, 3);
      cluster.awaitTrace(path, "deferred", 1);
    }
    write.get(30, TimeUnit.SECONDS);

    assertEquals(1, cluster.trace(path, "submitted").size());
    assertEquals(0, cluster.trace(path, "fallback").size());
    cluster.assertContent(path, 1000);
  }
}
