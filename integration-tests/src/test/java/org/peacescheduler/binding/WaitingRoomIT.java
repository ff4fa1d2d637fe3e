package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;

/** A network with room for one chunk at a time; three chunks may wait, two of one user. */
@ExtendWith(IdleAfterEach.class)
class WaitingRoomIT {
  private static final String PROXIES = "dfs.namenode.ip-proxy-users";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  private int hosts;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.setInt("dfs.namenode.peace.waiting.max", 3);
              conf.set("dfs.namenode.peace.waiting.user-share", "0.7");
              conf.setBoolean("dfs.permissions.enabled", false);
              conf.set(PROXIES, conf.get(PROXIES) + ",ann,bob,carl");
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** A file of 100 bytes of a user's own, from a host of its own. */
  private Future<Void> writing(String user, String path) {
    hosts++;
    String host = PeaceCluster.client("10.9.0." + hosts, "/rack1");
    FutureTask<Void> task = new FutureTask<>(() -> write(user, host, path));
    Thread thread = new Thread(task, "writer of " + path);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static Void write(String user, String host, String path) throws Exception {
    Configuration conf = cluster.mini().getConfiguration(0);
    return UserGroupInformation.createUserForTesting(user, new String[] {"users"})
        .doAs(
            (PrivilegedExceptionAction<Void>)
                () -> {
                  try (FileSystem fs = FileSystem.newInstance(cluster.mini().getURI(), conf)) {
                    PeaceCluster.as(
                        host,
                        () -> {
                          PeaceCluster.write((DistributedFileSystem) fs, path, 100, 3);
                          return null;
                        });
                  }
                  return null;
                });
  }

  private void assertWaits(List<Future<Void>> waiting, String user, String path) throws Exception {
    Future<Void> write = writing(user, path);
    cluster.awaitTrace(path, "deferred", 1);
    assertFalse(write.isDone());
    waiting.add(write);
  }

  private void assertPlacedAtOnce(String detail, String user, String path) throws Exception {
    long before = PeaceCluster.fallbacks(FallbackReason.CROWDED);
    writing(user, path).get(20, TimeUnit.SECONDS);
    assertEquals(before + 1, PeaceCluster.fallbacks(FallbackReason.CROWDED));
    JsonNode fallback = cluster.awaitTrace(path, "fallback", 1).get(0);
    assertEquals("crowded", fallback.get("reason").asText());
    assertEquals(detail, fallback.get("detail").asText());
    cluster.assertDistinct(path, 3);
  }

  @Test
  void writers_moreThanMayWait_stockPlacesTheRestAndTheOthersHaveTheirTurn() throws Exception {
    for (int round = 0; round < 2; round++) {
      String folder = "/round" + round;
      List<Future<Void>> waiting = new ArrayList<>();
      hosts++;
      String holder = PeaceCluster.client("10.9.0." + hosts, "/rack1");
      try (FSDataOutputStream out =
          PeaceCluster.as(holder, () -> cluster.create(folder + "/holder", 3))) {
        out.write(PeaceCluster.bytes(100));
        out.hflush();
        assertWaits(waiting, "ann", folder + "/ann1");
        assertWaits(waiting, "ann", folder + "/ann2");
        assertPlacedAtOnce("2 of the 2 places of user 'ann' are taken", "ann", folder + "/ann3");
        assertWaits(waiting, "bob", folder + "/bob1");
        assertEquals(3, cluster.peace().countedAsWaiting());
        assertPlacedAtOnce("3 of the 3 places are taken", "carl", folder + "/carl1");
      }
      for (Future<Void> write : waiting) {
        write.get(20, TimeUnit.SECONDS);
      }
      for (String path : List.of("/ann1", "/ann2", "/bob1")) {
        cluster.awaitTrace(folder + path, "granted", 1);
        assertEquals(List.of(), cluster.trace(folder + path, "fallback"));
      }
      cluster.awaitIdle();
    }
  }
}
