package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

/** Turns by the first block of a file, where there is room for one chunk at a time. */
@ExtendWith(IdleAfterEach.class)
class FirstBlockTurnIT {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final org.apache.hadoop.fs.Path ROOT = new org.apache.hadoop.fs.Path("/turns");
  private static final String ASKER = "10.1.0.2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 20);
            });
    PeaceCluster.client(ASKER, "/rack1");
    cluster.fs().mkdirs(ROOT);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void nothingLeft() throws Exception {
    assertEquals(List.of(), files());
    cluster.fs().delete(ROOT, true);
    cluster.fs().mkdirs(ROOT);
  }

  private static List<String> files() throws Exception {
    List<String> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = cluster.fs().listFiles(ROOT, true);
    while (all.hasNext()) {
      files.add(all.next().getPath().toString());
    }
    return files;
  }

  private static Turns turns() {
    return Turns.of(cluster.mini().getConfiguration(0));
  }

  private static Request request() {
    return Request.of(prefix("job/chk-1")).bytes(PeaceCluster.BLOCK).replication(3);
  }

  private static org.apache.hadoop.fs.Path prefix(String name) {
    return new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + ROOT.toString() + "/" + name);
  }

  private static PendingTurn ask(Request request) throws Exception {
    return PeaceCluster.as(ASKER, () -> turns().ask(request));
  }

  private static FSDataOutputStream full(String path) throws Exception {
    return cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), path, 1000);
  }

  private static Future<Turn> awaiting(PendingTurn pending) {
    FutureTask<Turn> task = new FutureTask<>(() -> pending.await(LONG));
    Thread thread = new Thread(task, "awaiting");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void ask_linksFree_isTheTurnByItsFirstBlock() throws Exception {
    try (Turn turn = ask(request()).await(LONG)) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
      assertTrue(turn.inTime());
    }
  }

  @Test
  void ask_linksFull_turnComesWhenTheyAreFree() throws Exception {
    PendingTurn pending;
    Future<Turn> awaiting;
    try (FSDataOutputStream holder = full("/holder-turn")) {
      pending = ask(request());
      awaiting = awaiting(pending);
      cluster.awaitWaiting(1);
      assertFalse(awaiting.isDone());
    }
    try (Turn turn = awaiting.get(20, TimeUnit.SECONDS)) {
      assertTrue(turn.inTime());
      assertTrue(turn.waited().toMillis() > 0);
    }
  }

  @Test
  void await_timeOver_nothingWaits() throws Exception {
    try (FSDataOutputStream holder = full("/holder-time")) {
      PendingTurn pending = ask(request());
      cluster.awaitWaiting(1);
      Turn turn = pending.await(Duration.ZERO);
      assertFalse(turn.inTime());
      assertEquals(Turn.Way.AT_ONCE, turn.way());
      cluster.awaitWaiting(0);
      assertEquals(List.of(), files());
      assertFalse(cluster.fs().exists(prefix("job")));
    }
  }

  @Test
  void await_interrupted_nothingWaits() throws Exception {
    try (FSDataOutputStream holder = full("/holder-interrupt")) {
      PendingTurn pending = ask(request());
      cluster.awaitWaiting(1);
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> pending.await(LONG));
      cluster.awaitWaiting(0);
      assertEquals(List.of(), files());
    }
  }

  @Test
  void cancel_whileItWaits_nothingWaits() throws Exception {
    try (FSDataOutputStream holder = full("/holder-cancel")) {
      PendingTurn pending = ask(request());
      cluster.awaitWaiting(1);
      pending.cancel();
      assertThrows(CancellationException.class, () -> pending.await(LONG));
      cluster.awaitWaiting(0);
      assertEquals(List.of(), files());
    }
  }

  @Test
  void cancel_atAnyMoment_nothingLeft() throws Exception {
    for (int i = 0; i < 40; i++) {
      PendingTurn pending = ask(request());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(i));
      pending.cancel();
      try (Turn turn = pending.await(LONG)) {
        assertTrue(turn.inTime());
      } catch (CancellationException e) {
        // It was still waiting.
      }
    }
    // The thread of a request that was cancelled before its file was there deletes it.
    PeaceCluster.await(FirstBlockTurnIT::isNoFileLeft, () -> "a file is left");
  }

  private static boolean isNoFileLeft() {
    try {
      return files().isEmpty();
    } catch (FileNotFoundException e) {
      // A directory was deleted while it was listed.
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void askNow_linksFull_isLater() throws Exception {
    try (FSDataOutputStream holder = full("/holder-now")) {
      assertEquals(Optional.empty(), PeaceCluster.as(ASKER, () -> turns().askNow(request())));
      cluster.awaitWaiting(0);
    }
  }

  @Test
  void takeStream_fileOfTheAsker_isWrittenBehindTheHeader() throws Exception {
    org.apache.hadoop.fs.Path part = prefix("job/part-0");
    try (Turn turn = ask(request().file(part)).await(LONG);
        FSDataOutputStream out = turn.takeStream().orElseThrow()) {
      out.write(new byte[2 * PeaceCluster.BLOCK]);
    }
    assertEquals(
        2L * PeaceCluster.BLOCK + Request.HEADER_BYTES, cluster.fs().getFileStatus(part).getLen());
    cluster.fs().delete(part, false);
  }

  @Test
  void await_noRightToWriteThere_isTold() throws Exception {
    UserGroupInformation other = UserGroupInformation.createRemoteUser("stranger");
    assertThrows(
        AccessControlException.class,
        () ->
            other.doAs((PrivilegedExceptionAction<Turn>) () -> turns().ask(request()).await(LONG)));
  }
}
