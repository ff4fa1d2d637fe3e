package org.peacescheduler.binding;

import java.nio.file.Path;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** How large a job's checkpoints are is found out from the namespace after a restart. */
@ExtendWith(IdleAfterEach.class)
class LastInstancesIT {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.LastInstances");

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private LogCapturer log;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
              conf.setBoolean("dfs.client.retry.policy.enabled", true);
              conf.set("dfs.client.retry.policy.spec", "200,100");
            },
            "/rack1",
            "/rack1",
            "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void listen() {
    GenericTestUtils.setLogLevel(LOG, Level.DEBUG);
    log = LogCapturer.captureLogs(LOG);
  }

  @AfterEach
  void listenNoMore() {
    log.stopCapturing();
    GenericTestUtils.setLogLevel(LOG, Level.INFO);
  }

  private static void write(String path, int bytes) throws Exception {
    PeaceCluster.write(cluster.mini().getFileSystem(), path, bytes, 2);
  }

  private void awaitLine(String line) throws Exception {
    GenericTestUtils.waitFor(() -> log.getOutput().contains(line), 10, 30_000);
  }

  @Test
  void restart_jobGoesOn_itsLastCheckpointSaysHowLargeTheNextOneIs() throws Exception {
    write("/f/job/chk-9/a", 100);
    awaitLine("group /f/job/chk-9: Optional.empty");
    write("/f/job/chk-10/a", 300);
    write("/f/job/chk-10/b/c", 500);

    cluster.restartNameNode();

    write("/f/job/chk-11/a", 100);
    awaitLine("group /f/job/chk-11: Optional[Instance[name=chk-10, bytes=800, files=2]]");
  }
}
