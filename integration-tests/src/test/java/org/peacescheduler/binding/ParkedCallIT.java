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
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.PolicyWithAPause;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.UserGroupInformation;
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
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.set("dfs.block.replicator.classname", PolicyWithAPause.class.getName());
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
  void holdAllCapacity() throws Exception {
    holder =
        PeaceCluster.as(
            PeaceCluster.client("10.7.0.1", "/rack1"),
            () -> cluster.create("/holder" + files++, 3));
    holder.write(PeaceCluster.bytes(100));
    holder.hflush();
  }

  @AfterEach
  void letGo() throws Exception {
    holder.close();
  }

  /** Lets a test cut the connection of a client. HDFS makes it by its name. */
  public static final class Sockets extends StandardSocketFactory {
    private static volatile Socket latest;

    /** Made by HDFS. */
    public Sockets() {}

    @Override
    public Socket createSocket() throws IOException {
      latest = super.createSocket();
      return latest;
    }
  }

  /** A client that speaks to the NameNode without a DFSClient in between. */
  private static final class Caller implements AutoCloseable {
    private final ClientProtocol nameNode;
    private final String path = "/called" + files++;
    private final String name = "caller of " + path;
    private final long file;

    Caller() throws Exception {
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      // A connection of its own.
      conf.setInt("ipc.client.connection.maxidletime", 1_000 + files);
      conf.set("hadoop.rpc.socket.factory.class.default", Sockets.class.getName());
      nameNode =
          NameNodeProxies.createNonHAProxy(
                  conf,
                  cluster.mini().getNameNode().getNameNodeAddress(),
                  ClientProtocol.class,
                  UserGroupInformation.getCurrentUser(),
                  false)
              .getProxy();
      file =
          PeaceCluster.as(
              PeaceCluster.client("10.7.2.1", "/rack1"),
              () ->
                  nameNode
                      .create(
                          path,
                          FsPermission.getFileDefault(),
                          name,
                          new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                          true,
                          (short) 3,
                          BLOCK,
                          CryptoProtocolVersion.supported(),
                          null,
                          null)
                      .getFileId());
    }

    Future<LocatedBlock> addBlock() {
      return inBackground(
          () -> nameNode.addBlock(path, name, null, DatanodeInfo.EMPTY_ARRAY, file, null, null));
    }

    void closeFile() throws Exception {
      assertTrue(nameNode.complete(path, name, null, file));
    }

    void abandon(LocatedBlock block) throws Exception {
      nameNode.abandonBlock(block.getBlock(), file, path, name);
    }

    @Override
    public void close() {
      RPC.stopProxy(nameNode);
    }
  }

  private static <T> Future<T> inBackground(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "caller");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static void awaitParked(int calls) throws Exception {
    PeaceCluster.await(
        () -> PeaceCluster.gauge("ParkedCalls") == calls,
        () -> calls + " parked calls: " + PeaceCluster.gauge("ParkedCalls"));
  }

  /** What the NameNode answered instead of a block. */
  private static Throwable error(Future<?> call) {
    Throwable thrown =
        assertThrows(ExecutionException.class, () -> call.get(10, TimeUnit.SECONDS)).getCause();
    return thrown instanceof RemoteException remote ? remote.unwrapRemoteException() : thrown;
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
    awaitParked(writers);
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
    awaitParked(0);
  }

  @Test
  void calls_pathTakenByAnotherFileMeanwhile_bothWaitAndAreWritten() throws Exception {
    String host = PeaceCluster.client("10.7.3.1", "/rack1");
    Future<Void> renamed = cluster.writing(host, "/taken", 2 * BLOCK, 3);
    awaitParked(1);
    org.apache.hadoop.fs.Path taken = new org.apache.hadoop.fs.Path("/taken");
    assertTrue(cluster.fs().rename(taken, new org.apache.hadoop.fs.Path("/moved")));
    Future<Void> created = cluster.writing(host, "/taken", 2 * BLOCK, 3);
    awaitParked(2);
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
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      Sockets.latest.close();
      PeaceCluster.await(() -> cluster.peace().status().waiting() == 0, 1_000, () -> "gone");
      awaitParked(0);
      assertEquals(
          "connection dropped",
          cluster.awaitTrace(caller.path, "released", 1).get(0).get("reason").asText());
      assertThrows(ExecutionException.class, () -> call.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void call_repeatedWhileItIsParked_getsTheSameTicket() throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> first = caller.addBlock();
      awaitParked(1);
      Future<LocatedBlock> second = caller.addBlock();
      assertInstanceOf(NotReplicatedYetException.class, error(first));
      awaitParked(1);
      holder.close();
      LocatedBlock block = second.get(10, TimeUnit.SECONDS);
      assertEquals(3, block.getLocations().length);
      assertEquals(1, cluster.awaitTrace(caller.path, "granted", 1).size());
      assertEquals(1, cluster.trace(caller.path, "submitted").size());
      caller.abandon(block);
      JsonNode released = cluster.awaitTrace(caller.path, "released", 1).get(0);
      // A stock NameNode tells nobody; the block was gone before anybody had looked.
      assertEquals(
          OnPatchedNameNode.isPatched() ? "abandoned" : "grant-unused",
          released.get("reason").asText());
    }
  }

  @ParameterizedTest
  @ValueSource(shorts = {1, 2})
  void call_replicationChangedWhileItIsParked_getsAsManyDatanodes(short replicas) throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      cluster.fs().setReplication(new org.apache.hadoop.fs.Path(caller.path), replicas);
      holder.close();
      LocatedBlock block = call.get(10, TimeUnit.SECONDS);
      assertEquals(replicas, block.getLocations().length);
      // Once as it was asked for, and once more as it is wanted now.
      List<JsonNode> granted = cluster.awaitTrace(caller.path, "granted", 2);
      assertEquals(2, granted.size());
      assertEquals(replicas, granted.get(1).get("nodes").size());
      assertEquals(List.of(), cluster.trace(caller.path, "fallback"));
      caller.abandon(block);
    }
  }

  @Test
  void call_fileDeletedWhileItIsParked_saysThatThereIsNoFile() throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      delete(caller.path);
      assertInstanceOf(FileNotFoundException.class, error(call));
      awaitParked(0);
    }
  }

  @Test
  void call_fileDeletedWhileItIsBeingParked_isNotLeftBehind() throws Exception {
    try (Caller caller = new Caller()) {
      // After the call has found its file, and before it is among the parked calls.
      PolicyWithAPause.NEXT_PAUSE.set(() -> delete(caller.path));
      assertInstanceOf(FileNotFoundException.class, error(caller.addBlock()));
      awaitParked(0);
    }
  }

  @Test
  void call_anotherFileEndsWhileItIsBeingParked_isNotMadeAgain() throws Exception {
    String other = "/other" + files++;
    cluster.create(other, 3);
    try (Caller caller = new Caller()) {
      int asked = PolicyWithAPause.ASKED.get();
      PolicyWithAPause.NEXT_PAUSE.set(() -> delete(other));
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      holder.close();
      LocatedBlock block = call.get(10, TimeUnit.SECONDS);
      assertEquals(2, PolicyWithAPause.ASKED.get() - asked);
      caller.abandon(block);
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
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      cluster.create(caller.path, 3).close();
      assertInstanceOf(FileNotFoundException.class, error(call));
      awaitParked(0);
    }
  }

  @Test
  void call_fileClosedWhileItIsParked_saysThatTheLeaseIsGone() throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      caller.closeFile();
      assertInstanceOf(LeaseExpiredException.class, error(call));
      awaitParked(0);
    }
  }

  @Test
  void call_leaseRecoveredWhileItIsParked_saysThatTheLeaseIsGone() throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      assertTrue(cluster.fs().recoverLease(new org.apache.hadoop.fs.Path(caller.path)));
      Throwable error = error(call);
      assertTrue(
          error instanceof LeaseExpiredException || error instanceof FileNotFoundException,
          error.toString());
      awaitParked(0);
    }
  }

  @Test
  void call_safeModeWhileItIsParked_saysSo() throws Exception {
    try (Caller caller = new Caller()) {
      Future<LocatedBlock> call = caller.addBlock();
      awaitParked(1);
      DistributedFileSystem fs = cluster.fs();
      fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      try {
        assertInstanceOf(SafeModeException.class, error(call));
        awaitParked(0);
      } finally {
        fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      }
    }
  }
}
