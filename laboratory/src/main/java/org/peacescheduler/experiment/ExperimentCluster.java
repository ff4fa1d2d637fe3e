package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.security.UserGroupInformation;

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
   * @param topology what Peace is told about the network
   * @param trace where Peace writes its trace
   */
  static ExperimentCluster start(
      Side side, ExperimentOptions options, Path directory, Path topology, Path trace)
      throws IOException {
    Configuration conf = configuration(options, directory);
    if (side.policy() == Policy.PEACE) {
      addPeace(conf, options, topology, trace);
    }
    // On by default in HDFS, while MiniDFSCluster turns it off.
    boolean considerLoad = conf.getBoolean("dfs.namenode.redundancy.considerLoad", true);
    ClusterShape shape = options.cluster();
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, directory.toFile())
            .numDataNodes(shape.datanodes())
            .hosts(shape.hosts().toArray(String[]::new))
            .racks(shape.rackNames().toArray(String[]::new))
            .setNNRedundancyConsiderLoad(considerLoad)
            .build();
    ExperimentCluster started = new ExperimentCluster(side, cluster, trace);
    try {
      started.throttle(shape);
      started.connect(options.burst().writers());
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  private static Configuration configuration(ExperimentOptions options, Path directory)
      throws IOException {
    BurstShape burst = options.burst();
    Configuration conf = new HdfsConfiguration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setLong("dfs.blocksize", burst.chunkSize().bytes());
    conf.setLong("dfs.namenode.fs-limits.min-block-size", burst.chunkSize().bytes());
    conf.setInt("dfs.replication", burst.replication());
    conf.setLong("dfs.datanode.data.write.bandwidthPerSec", options.cluster().rate().bytes());
    // Enough that calls which wait for their place keep no other call waiting.
    conf.setInt("dfs.namenode.handler.count", 2 * burst.writers() + 10);
    conf.set(
        "dfs.namenode.ip-proxy-users", UserGroupInformation.getCurrentUser().getShortUserName());
    return conf;
  }

  private static void addPeace(
      Configuration conf, ExperimentOptions options, Path topology, Path trace) {
    conf.set("dfs.block.replicator.classname", PEACE_POLICY);
    conf.set("dfs.namenode.peace.topology.file", topology.toString());
    conf.set("dfs.namenode.peace.trace.file", trace.toString());
    conf.setLong("dfs.namenode.peace.seed", options.seed());
    options
        .peace()
        .completionFraction()
        .ifPresent(f -> conf.set("dfs.namenode.peace.completion-fraction", String.valueOf(f)));
    options.peace().properties().forEach(conf::set);
  }

  private void throttle(ClusterShape shape) throws IOException {
    for (DataNode datanode : cluster.getDataNodes()) {
      WriteThrottle.replace(
          datanode,
          new DataTransferThrottler(shape.throttlePeriod().toMillis(), shape.rate().bytes()));
    }
  }

  /** Makes the clients, and their connections, before any time is taken. */
  private void connect(int writers) throws IOException {
    for (int writer = 0; writer < writers; writer++) {
      DistributedFileSystem client =
          (DistributedFileSystem)
              FileSystem.newInstance(cluster.getURI(), cluster.getConfiguration(0));
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
