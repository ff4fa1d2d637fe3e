package org.peacescheduler.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.util.VersionInfo;

/**
 * A NameNode as it comes, with datanodes that register and report as real ones do, but are no more
 * than that: what the stock policy needs to choose targets.
 *
 * <p>All settings that the policy looks at have their defaults. Each datanode has one disk of 4 TB,
 * empty, and one active connection.
 *
 * <p>Confined to one thread.
 */
final class StockCluster implements AutoCloseable {
  private static final long DISK = 4_000_000_000_000L;
  private static final int FIRST_PORT = 10_000;

  private final Path directory;
  private final NameNode nameNode;
  private final List<DatanodeDescriptor> datanodes = new ArrayList<>();

  private StockCluster(Path directory, NameNode nameNode) {
    this.directory = directory;
    this.nameNode = nameNode;
  }

  /** Starts a NameNode with the racks and servers of a cluster. */
  static StockCluster start(Cluster cluster) throws IOException {
    Path directory = Files.createTempDirectory("peace-benchmark");
    Configuration conf = new HdfsConfiguration();
    FileSystem.setDefaultUri(conf, "hdfs://127.0.0.1:0");
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, "127.0.0.1:0");
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, directory.toUri().toString());
    conf.setClass(
        DFSConfigKeys.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
        RackOfName.class,
        DNSToSwitchMapping.class);
    // No datanode dies for want of heartbeats while a benchmark runs.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, Integer.MAX_VALUE);
    NameNode.format(conf);
    StockCluster stock = new StockCluster(directory, new NameNode(conf));
    for (String server : cluster.servers()) {
      stock.register(server);
    }
    return stock;
  }

  private void register(String server) throws IOException {
    int i = datanodes.size();
    String ip = "10.%d.%d.%d".formatted(i >> 16, i >> 8 & 0xff, i & 0xff);
    DatanodeID id =
        new DatanodeID(
            ip,
            server,
            UUID.randomUUID().toString(),
            FIRST_PORT,
            FIRST_PORT + 1,
            FIRST_PORT + 2,
            FIRST_PORT + 3);
    NamenodeProtocols rpc = nameNode.getRpcServer();
    DatanodeRegistration registration =
        rpc.registerDatanode(
            new DatanodeRegistration(
                id,
                new DataStorage(rpc.versionRequest()),
                new ExportedBlockKeys(),
                VersionInfo.getVersion()));
    DatanodeStorage disk =
        new DatanodeStorage(
            DatanodeStorage.generateUuid(), DatanodeStorage.State.NORMAL, StorageType.DISK);
    StorageReport[] report = {new StorageReport(disk, false, DISK, 0, DISK, 0, 0)};
    rpc.sendHeartbeat(
        registration,
        report,
        0,
        0,
        0,
        1,
        0,
        null,
        false,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
    datanodes.add(blockManager().getDatanodeManager().getDatanode(registration));
  }

  private BlockManager blockManager() {
    return nameNode.getNamesystem().getBlockManager();
  }

  /** The NameNode's placement policy. */
  BlockPlacementPolicy policy() {
    return blockManager().getBlockPlacementPolicy();
  }

  /** The datanodes, in the order of the topology file. */
  List<DatanodeDescriptor> datanodes() {
    return List.copyOf(datanodes);
  }

  @Override
  public void close() {
    nameNode.stop();
    nameNode.join();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The operator's rack script: the rack is in the host name. */
  public static final class RackOfName implements DNSToSwitchMapping {
    @Override
    public List<String> resolve(List<String> names) {
      return names.stream().map(Cluster.Rack::locationOf).toList();
    }

    @Override
    public void reloadCachedMappings() {
      // Nothing is cached.
    }

    @Override
    public void reloadCachedMappings(List<String> names) {
      // Nothing is cached.
    }
  }
}
