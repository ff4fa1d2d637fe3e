package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.laboratory.workload.FileCheck;

/**
 * One side's NameNode and datanodes, and a client for each writer.
 *
 * <p>All daemons share this machine, so what limits a datanode is its throttle of received client
 * data ({@code dfs.datanode.data.write.bandwidthPerSec}). Hadoop's own counts over half a second,
 * in which a chunk of 1 MiB passes at once or waits for the whole period; with a shorter period it
 * resembles a link. So each datanode gets one of the same class and rate with the chosen period.
 *
 * <p>Confined to the experiment's thread; the clients are for one writer each.
 */
final class ExperimentCluster implements AutoCloseable {
  static final String PEACE_POLICY =
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace";

  private final Side side;
  private final MiniDFSCluster cluster;
  private final List<DistributedFileSystem> clients = new ArrayList<>();
  private final Path trace;

  private ExperimentCluster(Side side, MiniDFSCluster cluster, Path trace) {
    this.side = side;
    this.cluster = cluster;
    this.trace = trace;
  }

  /**
   * Starts the daemons and waits until all datanodes are there.
   *
   * @param directory for the daemons' files
   * @param trace where Peace writes its trace
   */
  static ExperimentCluster start(Side side, ClusterSettings settings, Path directory, Path trace)
      throws IOException, InterruptedException {
    Configuration conf = configuration(settings, directory);
    if (side.policy() == Policy.PEACE) {
      conf.set("dfs.block.replicator.classname", PEACE_POLICY);
      conf.set("dfs.namenode.peace.trace.file", trace.toString());
      settings.peaceKeys().forEach(conf::set);
    }
    // On by default in HDFS, while MiniDFSCluster turns it off.
    boolean considerLoad = conf.getBoolean("dfs.namenode.redundancy.considerLoad", true);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, directory.toFile())
            .numDataNodes(settings.hosts().size())
            .hosts(settings.hosts().toArray(String[]::new))
            .racks(settings.racks().toArray(String[]::new))
            .setNNRedundancyConsiderLoad(considerLoad)
            .build();
    ExperimentCluster started = new ExperimentCluster(side, cluster, trace);
    try {
      started.throttle(settings);
      started.connect(settings.users());
    } catch (IOException | RuntimeException | InterruptedException e) {
      started.close();
      throw e;
    }
    return started;
  }

  private static Configuration configuration(ClusterSettings settings, Path directory)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setLong("dfs.blocksize", settings.chunkBytes());
    conf.setLong("dfs.namenode.fs-limits.min-block-size", settings.chunkBytes());
    conf.setInt("dfs.replication", settings.replication());
    conf.setLong("dfs.datanode.data.write.bandwidthPerSec", settings.bytesPerSecond().get(0));
    conf.setInt("dfs.namenode.handler.count", settings.handlers());
    Set<String> proxies = new LinkedHashSet<>(settings.users());
    proxies.remove("");
    if (!proxies.isEmpty()) {
      conf.setBoolean("dfs.permissions.enabled", false); // Other users have no directories.
    }
    proxies.add(UserGroupInformation.getCurrentUser().getShortUserName());
    conf.set("dfs.namenode.ip-proxy-users", String.join(",", proxies));
    return conf;
  }

  private void throttle(ClusterSettings settings) throws IOException {
    for (int i = 0; i < cluster.getDataNodes().size(); i++) {
      WriteThrottle.replace(
          cluster.getDataNodes().get(i),
          new DataTransferThrottler(
              settings.throttlePeriod().toMillis(), settings.bytesPerSecond().get(i)));
    }
  }

  /** Makes the clients, and their connections, before any time is taken. */
  private void connect(List<String> users) throws IOException, InterruptedException {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    FileCheck.configure(conf);
    for (String user : users) {
      UserGroupInformation who =
          user.isEmpty()
              ? UserGroupInformation.getCurrentUser()
              : UserGroupInformation.createRemoteUser(user);
      DistributedFileSystem client =
          who.doAs(
              (PrivilegedExceptionAction<DistributedFileSystem>)
                  () -> (DistributedFileSystem) FileSystem.newInstance(cluster.getURI(), conf));
      clients.add(client);
      client.getFileStatus(new org.apache.hadoop.fs.Path("/"));
    }
  }

  Side side() {
    return side;
  }

  DistributedFileSystem client(int writer) {
    return clients.get(writer);
  }

  /** Where Peace's trace is, if this side is under Peace. */
  Path trace() {
    return trace;
  }

  String blockPool() {
    return cluster.getNamesystem().getBlockPoolId();
  }

  /** The datanodes' indexes by their UUIDs. */
  Map<String, Integer> datanodes() {
    Map<String, Integer> indexes = new HashMap<>();
    for (DataNode datanode : cluster.getDataNodes()) {
      indexes.put(datanode.getDatanodeUuid(), indexes.size());
    }
    return indexes;
  }

  @Override
  public void close() {
    for (DistributedFileSystem client : clients) {
      try {
        client.close();
      } catch (IOException e) {
        // The cluster goes away with it.
      }
    }
    cluster.shutdown(true);
  }
}
