package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.PolicyWithAPause;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A NameNode with two handlers, stock or patched: calls wait without one.
 *
 * <p>In each test an open file holds all capacity, and calls of addBlock are parked behind it.
 */
@ExtendWith(IdleAfterEach.class)
class ParkedCallIT {
  private static final int HANDLERS = 2;

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  private FSDataOutputStream holder;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.set("dfs.block.replicator.classname", PolicyWithAPause.class.getName());
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void holdAllCapacity() throws Exception {
    holder = cluster.holding(PeaceCluster.client("10.7.0.1", "/rack1"), "/holder" + files++, 100);
  }

  @AfterEach
  void letGo() throws Exception {
    holder.close();
  }

  private static Caller caller() throws Exception {
    return Caller.of(cluster, "10.7.2.1", "/called" + files++);
  }

  @Test
  void metrics_sayWhichNameNodeItIs() {
    MetricsRecordBuilder metrics = MetricsAsserts.getMetrics("PeaceScheduler");
    MetricsAsserts.assertTag(
        "Binding", OnPatchedNameNode.isPatched() ? "patched" : "stock", metrics);
  }

  @Test
  void calls_manyMoreThanHandlers_allWaitAndNobodyElseDoes() throws Exception {
    int writers = 40;
    int threads = handlers();
    List<Future<Void>> writes = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      writes.add(
          cluster.writing(PeaceCluster.client("10.7.1." + w, "/rack1"), "/many" + w, 2 * BLOCK, 3));
    }
    Caller.awaitParked(writers);
    assertEquals(threads, handlers());
    for (int i = 0; i < 100; i++) {
      cluster.fs().getFileStatus(new org.apache.hadoop.fs.Path("/"));
    }
    holder.close();
    for (Future<Void> write : writes) {
      write.get(60, TimeUnit.SECONDS);
    }
    for (int w = 0; w < writers; w++) {
      cluster.assertContent("/many" + w, 2 * BLOCK);
    }
    Caller.awaitParked(0);
  }

  @Test
  void calls_pathTakenByAnotherFileMeanwhile_bothWaitAndAreWritten() throws Exception {
    String host = PeaceCluster.client("10.7.3.1", "/rack1");
    Future<Void> renamed = cluster.writing(host, "/taken", 2 * BLOCK, 3);
    Caller.awaitParked(1);
    org.apache.hadoop.fs.Path taken = new org.apache.hadoop.fs.Path("/taken");
    assertTrue(cluster.fs().rename(taken, new org.apache.hadoop.fs.Path("/moved")));
    Future<Void> created = cluster.writing(host, "/taken", 2 * BLOCK, 3);
    Caller.awaitParked(2);
    holder.close();
    renamed.get(60, TimeUnit.SECONDS);
    created.get(60, TimeUnit.SECONDS);
    cluster.assertContent("/moved", 2 * BLOCK);
    cluster.assertContent("/taken", 2 * BLOCK);
  }

  /** Threads that serve calls; the writers' own are in this JVM too. */
  private static int handlers() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("IPC Server handler"))
            .count();
  }

  @Test
  void call_connectionDropped_placeIsFreeAtOnce() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      Caller.cutLatestConnection();
      PeaceCluster.await(() -> cluster.peace().status().waiting() == 0, 1_000, () -> "gone");
      Caller.awaitParked(0);
      assertEquals(
          "connection dropped",
          cluster.awaitTrace(caller.path(), "released", 1).get(0).get("reason").asText());
      assertThrows(ExecutionException.class, () -> call.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void call_repeatedWhileItIsParked_getsTheSameTicket() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> first = caller.addBlock();
      Caller.awaitParked(1);
      Future<LocatedBlock> second = caller.addBlock();
      assertInstanceOf(NotReplicatedYetException.class, Caller.error(first));
      Caller.awaitParked(1);
      holder.close();
      LocatedBlock block = second.get(10, TimeUnit.SECONDS);
      assertEquals(3, block.getLocations().length);
      assertEquals(1, cluster.awaitTrace(caller.path(), "granted", 1).size());
      assertEquals(1, cluster.trace(caller.path(), "submitted").size());
      caller.abandon(block);
      JsonNode released = cluster.awaitTrace(caller.path(), "released", 1).get(0);
      // A stock NameNode tells nobody; the block may be gone before anybody has looked.
      Set<String> reasons =
          OnPatchedNameNode.isPatched()
              ? Set.of("abandoned")
              : Set.of("grant-unused", "block-gone");
      assertTrue(reasons.contains(released.get("reason").asText()), released.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(shorts = {1, 2})
  void call_replicationChangedWhileItIsParked_getsAsManyDatanodes(short replicas) throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      cluster.fs().setReplication(new org.apache.hadoop.fs.Path(caller.path()), replicas);
      holder.close();
      LocatedBlock block = call.get(10, TimeUnit.SECONDS);
      assertEquals(replicas, block.getLocations().length);
      // Once as it was asked for, and once more as it is wanted now.
      List<JsonNode> granted = cluster.awaitTrace(caller.path(), "granted", 2);
      assertEquals(2, granted.size());
      assertEquals(replicas, granted.get(1).get("nodes").size());
      assertEquals(List.of(), cluster.trace(caller.path(), "fallback"));
      caller.deleteFile();
    }
  }

  @Test
  void call_fileDeletedWhileItIsParked_saysThatThereIsNoFile() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      delete(caller.path());
      assertInstanceOf(FileNotFoundException.class, Caller.error(call));
      Caller.awaitParked(0);
    }
  }

  @Test
  void call_fileDeletedWhileItIsBeingParked_isNotLeftBehind() throws Exception {
    try (Caller caller = caller()) {
      // After the call has found its file, and before it is among the parked calls.
      PolicyWithAPause.NEXT_PAUSE.set(() -> delete(caller.path()));
      assertInstanceOf(FileNotFoundException.class, Caller.error(caller.addBlock()));
      Caller.awaitParked(0);
    }
  }

  @Test
  void call_anotherFileEndsWhileItIsBeingParked_isNotMadeAgain() throws Exception {
    String other = "/other" + files++;
    cluster.create(other, 3);
    try (Caller caller = caller()) {
      int asked = PolicyWithAPause.ASKED.get();
      PolicyWithAPause.NEXT_PAUSE.set(() -> delete(other));
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      holder.close();
      call.get(10, TimeUnit.SECONDS);
      assertEquals(2, PolicyWithAPause.ASKED.get() - asked);
      caller.deleteFile();
    }
  }

  private static void delete(String path) {
    try {
      cluster.fs().delete(new org.apache.hadoop.fs.Path(path), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void call_fileOverwrittenWhileItIsParked_saysThatThereIsNoFile() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      cluster.create(caller.path(), 3).close();
      assertInstanceOf(FileNotFoundException.class, Caller.error(call));
      Caller.awaitParked(0);
    }
  }

  @Test
  void call_fileClosedWhileItIsParked_saysThatTheLeaseIsGone() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      caller.closeFile();
      assertInstanceOf(LeaseExpiredException.class, Caller.error(call));
      Caller.awaitParked(0);
    }
  }

  @Test
  void call_leaseRecoveredWhileItIsParked_saysThatTheLeaseIsGone() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      assertTrue(cluster.fs().recoverLease(new org.apache.hadoop.fs.Path(caller.path())));
      Throwable error = Caller.error(call);
      assertTrue(
          error instanceof LeaseExpiredException || error instanceof FileNotFoundException,
          error.toString());
      Caller.awaitParked(0);
    }
  }

  @Test
  void call_safeModeWhileItIsParked_saysSo() throws Exception {
    try (Caller caller = caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      Caller.awaitParked(1);
      DistributedFileSystem fs = cluster.fs();
      fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      try {
        assertInstanceOf(SafeModeException.class, Caller.error(call));
        Caller.awaitParked(0);
      } finally {
        fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      }
    }
  }
}
