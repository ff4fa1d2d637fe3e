package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.tools.NNHAServiceTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two patched NameNodes, each a process; the active one is killed in the middle of a burst. */
@ExtendWith(OnPatchedNameNode.class)
class PatchedKillIT {
  private static final int WRITERS = 100;
  private static final int CHUNKS = 2;
  private static final int DATANODES = 3;
  private static final int REPLICATION = 3;
  private static final String SERVICE = "ns";

  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: default, rack: /default-rack}
      servers:
        - {hosts: "dn[1-3]", switch: default}
      placement: [any]
      """;

  /** What all processes know; {@link #nameNode} adds who a NameNode is. */
  private static Configuration configuration(Path directory, List<Integer> http) throws Exception {
    Configuration conf = PeaceCluster.configuration(directory);
    conf.unset("dfs.block.replicator.classname"); // Until it is formatted, in this process.
    conf.unset("dfs.namenode.peace.trace.file");
    conf.set("fs.defaultFS", "hdfs://" + SERVICE);
    conf.set("dfs.nameservices", SERVICE);
    conf.set("dfs.ha.namenodes.ns", "nn0,nn1");
    for (int n = 0; n < 2; n++) {
      conf.set("dfs.namenode.rpc-address.ns.nn" + n, "127.0.0.1:" + ClusterProcess.freePort());
      conf.set("dfs.namenode.http-address.ns.nn" + n, "127.0.0.1:" + http.get(n));
      conf.set("dfs.namenode.name.dir.ns.nn" + n, name(directory, n).toUri().toString());
    }
    conf.set(
        "dfs.client.failover.proxy.provider.ns", ConfiguredFailoverProxyProvider.class.getName());
    conf.set("dfs.namenode.shared.edits.dir", directory.resolve("shared").toUri().toString());
    conf.setInt("dfs.ha.tail-edits.period", 1);
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    conf.setInt("dfs.namenode.handler.count", 4);
    conf.set("dfs.namenode.peace.deferral.max", "100s");
    // Fifteen chunks a second: there is time to kill a NameNode in the middle of the burst.
    conf.setLong("dfs.datanode.data.write.bandwidthPerSec", 15L * BLOCK);
    PeaceCluster.topology(conf, directory, TOPOLOGY);
    return conf;
  }

  private static Path name(Path directory, int number) {
    return directory.resolve("name" + number);
  }

  private static Configuration nameNode(Configuration conf, int number) {
    Configuration own = new Configuration(conf);
    own.set("dfs.ha.namenode.id", "nn" + number);
    return own;
  }

  /** Formats the first NameNode and the shared edits; the second one begins as its copy. */
  private static void format(Path directory, Configuration conf) throws IOException {
    NameNode.format(nameNode(conf, 0));
    Path from = name(directory, 0);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, name(directory, 1).resolve(from.relativize(file)));
      }
    }
  }

  private static void activate(Configuration conf, int number) throws IOException {
    HAServiceProtocol nameNode =
        new NNHAServiceTarget(conf, SERVICE, "nn" + number).getProxy(conf, 60_000);
    nameNode.transitionToActive(new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER));
  }

  @Test
  void active_killedDuringABurst_everyWriterFinishesAndNoCapacityIsLost(@TempDir Path directory)
      throws Exception {
    List<Integer> http = List.of(ClusterProcess.freePort(), ClusterProcess.freePort());
    Configuration conf = configuration(directory, http);
    format(directory, conf);
    conf.set("dfs.block.replicator.classname", PeaceCluster.POLICY);
    Jmx first = new Jmx("127.0.0.1:" + http.get(0));
    Jmx second = new Jmx("127.0.0.1:" + http.get(1));
    try (ClusterProcess active = ClusterProcess.nameNode(directory, "nn0", nameNode(conf, 0));
        ClusterProcess standby = ClusterProcess.nameNode(directory, "nn1", nameNode(conf, 1))) {
      active.awaitReady();
      standby.awaitReady();
      activate(conf, 0);
      try (ClusterProcess datanodes = ClusterProcess.datanodes(directory, DATANODES, conf);
          ClusterProcess writers = ClusterProcess.writers(directory, WRITERS, conf);
          FileSystem fs = FileSystem.newInstance(conf)) {
        datanodes.awaitReady();
        writers.awaitReady();
        first.awaitDatanodes(DATANODES);
        second.awaitDatanodes(DATANODES);

        FSDataOutputStream holder = ClusterProcess.hold(fs, 0, REPLICATION);
        writers.order("/burst/", CHUNKS * BLOCK, REPLICATION);
        first.awaitAsked(1 + WRITERS);
        holder.close();
        first.await(
            peace -> peace.path("ChunksDone").asInt() > WRITERS / 4, "some chunks are written");
        active.kill();
        activate(conf, 1);

        writers.awaitDone();
        second.awaitIdle();
        assertTrue(second.peace("Grants") > 0, "chunks granted after the failover");
        assertEquals(0, second.peace("PlacedByStock"), "chunks that the stock policy placed");
        writers.orderCheck("/burst/", CHUNKS * BLOCK);
        writers.awaitDone();
        // The capacity that was taken when the first one died is there: this needs all of it.
        writers.order("/after/", BLOCK, REPLICATION);
        writers.awaitDone();
        second.awaitIdle();
        assertEquals(0, second.peace("PlacedByStock"), "chunks that the stock policy placed");
      }
    }
  }
}
