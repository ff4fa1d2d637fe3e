package org.peacescheduler.hdfs.turns;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.UnresolvedPathException;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.TurnProtocolService;
import org.peacescheduler.turns.TurnQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The RPC server for requests for turns, on a port of its own.
 *
 * <p>Not on the NameNode's port: adding a protocol to a server that runs breaks other calls, its
 * access list forgets the protocol when it is refreshed, and polls would count as slow calls.
 *
 * <p>It has the NameNode's principal and tokens. With {@code hadoop.security.authorization} its
 * access list is {@value #ACL}, everybody by default. {@code dfsadmin -refreshServiceAcl} does not
 * know of it; {@code dfsadmin -refresh HOST:PORT peace keys} loads it anew.
 *
 * <p>Thread-safe. A poll holds no handler, so {@value #HANDLERS} are enough.
 */
public final class TurnServer implements AutoCloseable {
  /** Who may ask for turns, in hadoop-policy.xml. */
  public static final String ACL = "security.peace.protocol.acl";

  private static final Logger LOG = LoggerFactory.getLogger(TurnServer.class);
  private static final int HANDLERS = 3;

  private final RPC.Server server;
  private final Configuration conf;

  private TurnServer(RPC.Server server, Configuration conf) {
    this.server = server;
    this.conf = conf;
  }

  /** Knows the protocol's access list. */
  private static final class Policy extends PolicyProvider {
    @Override
    public Service[] getServices() {
      return new Service[] {new Service(ACL, TurnProtocol.class)};
    }
  }

  /**
   * Takes requests from now on.
   *
   * @throws IOException if it cannot listen there
   */
  public static TurnServer start(
      InetSocketAddress address, TurnQueue queue, FSNamesystem namesystem, Configuration conf)
      throws IOException {
    Configuration own = new Configuration(conf);
    RPC.setProtocolEngine(own, TurnProtocol.class, ProtobufRpcEngine2.class);
    TurnCalls calls =
        new TurnCalls(
            queue,
            namesystem,
            System.currentTimeMillis(),
            conf.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT),
            conf.getLongBytes(
                DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT));
    RPC.Server server =
        new RPC.Builder(own)
            .setProtocol(TurnProtocol.class)
            .setInstance(TurnProtocolService.newReflectiveBlockingService(calls))
            .setBindAddress(address.getHostString())
            .setPort(address.getPort())
            .setNumHandlers(HANDLERS)
            .setVerbose(false)
            .setSecretManager(PeaceAccess.tokens(namesystem))
            .build();
    // What callers can bring about takes a line of the log, as with the NameNode's own calls.
    server.addTerseExceptions(
        AccessControlException.class,
        FileNotFoundException.class,
        HadoopIllegalArgumentException.class,
        IllegalArgumentException.class,
        InvalidPathException.class,
        InvalidProtocolBufferException.class,
        ParentNotDirectoryException.class,
        RpcNoSuchMethodException.class,
        SafeModeException.class);
    server.addSuppressedLoggingExceptions(StandbyException.class, UnresolvedPathException.class);
    TurnServer started = new TurnServer(server, own);
    started.loadAcl();
    server.start();
    LOG.info("Peace takes requests for turns at {}", server.getListenerAddress());
    return started;
  }

  /** Takes the access list as hadoop-policy.xml has it now. */
  public void loadAcl() {
    if (conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false)) {
      server.refreshServiceAcl(conf, new Policy());
    }
  }

  @Override
  public void close() {
    server.stop();
  }
}
