package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A client that speaks to the NameNode without a DFSClient in between: it asks each thing once, and
 * may say anything. It has a connection of its own, and an open file.
 */
final class Caller implements AutoCloseable {
  private static final AtomicInteger MADE = new AtomicInteger();

  private final ClientProtocol nameNode;
  private final String path;
  private final String name;
  private final long file;

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

  private Caller(
      ClientProtocol nameNode,
      String path,
      String name,
      String host,
      short replication,
      long blockSize)
      throws Exception {
    this.nameNode = nameNode;
    this.path = path;
    this.name = name;
    file =
        PeaceCluster.as(
            PeaceCluster.client(host, "/rack1"),
            () ->
                nameNode
                    .create(
                        path,
                        FsPermission.getFileDefault(),
                        name,
                        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                        true,
                        replication,
                        blockSize,
                        CryptoProtocolVersion.supported(),
                        null,
                        null)
                    .getFileId());
  }

  /** A client of this user on a host, with a new file of three replicas. */
  static Caller of(PeaceCluster cluster, String host, String path) throws Exception {
    return of(cluster, UserGroupInformation.getCurrentUser(), host, path, "caller of " + path);
  }

  /** As {@link #of}, of any user and with any name. */
  static Caller of(
      PeaceCluster cluster, UserGroupInformation user, String host, String path, String name)
      throws Exception {
    return of(cluster, user, host, path, name, 3, PeaceCluster.BLOCK);
  }

  /** As {@link #of}, of any user and with any name, replication and block size. */
  static Caller of(
      PeaceCluster cluster,
      UserGroupInformation user,
      String host,
      String path,
      String name,
      int replication,
      long blockSize)
      throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.setInt("ipc.client.connection.maxidletime", 1_000 + MADE.incrementAndGet());
    conf.set("hadoop.rpc.socket.factory.class.default", Sockets.class.getName());
    ClientProtocol nameNode =
        NameNodeProxies.createNonHAProxy(
                conf,
                cluster.mini().getNameNode().getNameNodeAddress(),
                ClientProtocol.class,
                user,
                false)
            .getProxy();
    return user.doAs(
        (PrivilegedExceptionAction<Caller>)
            () -> new Caller(nameNode, path, name, host, (short) replication, blockSize));
  }

  String path() {
    return path;
  }

  /** Its file's id. */
  long file() {
    return file;
  }

  /** Asks for its file's first block, and does not wait for the answer. */
  Future<LocatedBlock> addBlock() {
    return inBackground(() -> ask(path, name, file, DatanodeInfo.EMPTY_ARRAY, null));
  }

  /** Asks for the first block of any file, as any client; to be answered. */
  LocatedBlock ask(
      String ofPath, String asName, long ofFile, DatanodeInfo[] excluded, String[] favored)
      throws IOException {
    return nameNode.addBlock(ofPath, asName, null, excluded, ofFile, favored, null);
  }

  void closeFile() throws IOException {
    assertTrue(nameNode.complete(path, name, null, file));
  }

  void abandon(LocatedBlock block) throws IOException {
    nameNode.abandonBlock(block.getBlock(), file, path, name);
  }

  void deleteFile() throws IOException {
    assertTrue(nameNode.delete(path, false));
  }

  /** Cuts the connection that was made last. */
  static void cutLatestConnection() throws IOException {
    Sockets.latest.close();
  }

  @Override
  public void close() {
    RPC.stopProxy(nameNode);
  }

  /** Does something that waits. */
  static <T> Future<T> inBackground(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "caller");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Waits until so many calls wait in the NameNode, all of them without a handler. */
  static void awaitParked(int calls) throws Exception {
    PeaceCluster.await(
        () -> PeaceCluster.gauge("ParkedCalls") == calls,
        () -> calls + " parked calls: " + PeaceCluster.gauge("ParkedCalls"));
  }

  /** What the NameNode answered instead of a block. */
  static Throwable error(Future<?> call) {
    Throwable thrown =
        assertThrows(ExecutionException.class, () -> call.get(10, TimeUnit.SECONDS)).getCause();
    return thrown instanceof RemoteException remote ? remote.unwrapRemoteException() : thrown;
  }
}
