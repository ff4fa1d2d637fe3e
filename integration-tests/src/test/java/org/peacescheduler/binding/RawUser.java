package org.peacescheduler.binding;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A user who speaks to the NameNode without a DFSClient in between, over one connection, with as
 * many threads as he likes: each thing is asked once.
 */
final class RawUser implements AutoCloseable {
  private final ClientProtocol nameNode;
  private final String user;

  private RawUser(ClientProtocol nameNode, String user) {
    this.nameNode = nameNode;
    this.user = user;
  }

  static RawUser of(PeaceCluster cluster, String user) throws Exception {
    return of(cluster, 0, user);
  }

  /** As {@link #of}, to any NameNode of the cluster. */
  static RawUser of(PeaceCluster cluster, int nameNode, String user) throws Exception {
    UserGroupInformation ugi = UserGroupInformation.createRemoteUser(user);
    Configuration conf = new Configuration(cluster.mini().getConfiguration(nameNode));
    return ugi.doAs(
        (PrivilegedExceptionAction<RawUser>)
            () ->
                new RawUser(
                    NameNodeProxies.createNonHAProxy(
                            conf,
                            cluster.mini().getNameNode(nameNode).getNameNodeAddress(),
                            ClientProtocol.class,
                            ugi,
                            false)
                        .getProxy(),
                    user));
  }

  String user() {
    return user;
  }

  ClientProtocol nameNode() {
    return nameNode;
  }

  /** Opens a new file, and returns its id. */
  long create(String path, String name, int replication, long blockSize) throws IOException {
    return nameNode
        .create(
            path,
            FsPermission.getFileDefault(),
            name,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
            true,
            (short) replication,
            blockSize,
            CryptoProtocolVersion.supported(),
            null,
            null)
        .getFileId();
  }

  @Override
  public void close() {
    RPC.stopProxy(nameNode);
  }
}
