package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
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

  private static final PermissionStatus ANYBODY =
      new PermissionStatus("ann", "ann", FsPermission.getDefault());

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private LogCapturer log;

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

  /** Directories that the NameNode knows, but nobody has made: 100,000 calls would take long. */
  private static void directories(String parent, int count) throws Exception {
    cluster.mini().getFileSystem().mkdirs(new org.apache.hadoop.fs.Path(parent));
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.writeLock();
    try {
      INodeDirectory directory =
          namesystem.getFSDirectory().unprotectedResolvePath(parent).getLastINode().asDirectory();
      for (int i = 0; i < count; i++) {
        byte[] name = "other%06d".formatted(i).getBytes(StandardCharsets.UTF_8);
        directory.addChild(new INodeDirectory(Long.MAX_VALUE - i, name, ANYBODY, 0));
      }
    } finally {
      namesystem.writeUnlock("directories");
    }
  }

  /** Begins a group that is not over before what is expected of it has been found out. */
  private int looks(String group, String expected) throws Exception {
    try (FSDataOutputStream open = cluster.create(group + "/a", 2)) {
      open.write(PeaceCluster.bytes(100));
      open.hflush();
      awaitLine("group " + group + ": " + expected);
    }
    Matcher said =
        Pattern.compile("group " + group + ": .*, after ([0-9]+) entries in ([0-9]+) looks")
            .matcher(log.getOutput());
    assertTrue(said.find(), log.getOutput());
    int looks = Integer.parseInt(said.group(2));
    assertTrue(Integer.parseInt(said.group(1)) <= 256 * looks, said.group());
    return looks;
  }

  @Test
  void restart_manyDirectoriesBesideTheLastOne_looksAtFewAtATime() throws Exception {
    write("/many/chk-9/a", 300);
    cluster.restartNameNode();
    directories("/many", 1_990);

    assertEquals(8, looks("/many/chk-10", "Optional[Instance[name=chk-9, bytes=300, files=1]]"));
  }

  @Test
  void begin_directoriesWithoutEnd_givesUpAfterSome() throws Exception {
    directories("/crowd", 100_000);

    assertEquals(40, looks("/crowd/chk-1", "Optional.empty"));
  }
}
