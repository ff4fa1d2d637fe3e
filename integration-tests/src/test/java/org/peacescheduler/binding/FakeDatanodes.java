package org.peacescheduler.binding;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.StaticMapping;
import org.apache.hadoop.util.VersionInfo;

/**
 * Hundreds of datanodes that a NameNode knows, and that nobody can write to: for tests that ask for
 * blocks and write none. {@code join(nameNode, 300, "/rack1")} makes dn1 to dn300.
 */
final class FakeDatanodes {
  private static final int FIRST_PORT = 20_000;
  private static final long TERABYTE = 1L << 40;

  private FakeDatanodes() {}

  /** One of them, as a client names it. */
  static DatanodeInfo info(int number) {
    return new DatanodeInfoBuilder().setNodeID(id(number)).build();
  }

  private static DatanodeID id(int number) {
    int port = FIRST_PORT + 4 * number;
    return new DatanodeID(
        "127.0.0.1", "dn" + number, "uuid-" + number, port, port + 1, 0, port + 2);
  }

  /** They register, and tell of their room. */
  static void join(NameNode nameNode, int count, String rack) throws IOException {
    NamenodeProtocols rpc = nameNode.getRpcServer();
    NamespaceInfo namespace = rpc.versionRequest();
    for (int i = 1; i <= count; i++) {
      StaticMapping.addNodeToRack("dn" + i, rack);
      DatanodeRegistration registration =
          rpc.registerDatanode(
              new DatanodeRegistration(
                  id(i),
                  new StorageInfo(
                      namespace.getLayoutVersion(),
                      namespace.getNamespaceID(),
                      namespace.getClusterID(),
                      namespace.getCTime(),
                      NodeType.DATA_NODE),
                  new ExportedBlockKeys(),
                  VersionInfo.getVersion()));
      StorageReport[] room = {
        new StorageReport(new DatanodeStorage("DS-" + i), false, TERABYTE, 0, TERABYTE, 0, 0)
      };
      rpc.sendHeartbeat(
          registration,
          room,
          0,
          0,
          0,
          0,
          0,
          null,
          false,
          SlowPeerReports.EMPTY_REPORT,
          SlowDiskReports.EMPTY_REPORT);
    }
  }
}
