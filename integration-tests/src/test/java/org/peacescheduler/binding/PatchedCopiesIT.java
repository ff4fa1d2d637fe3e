package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Audit;

/**
 * Copies that a patched NameNode orders are load from the order until they are made or given up,
 * and nothing holds them up.
 *
 * <p>Datanodes are given orders with their heartbeats; without those a copy stays ordered.
 */
@ExtendWith(OnPatchedNameNode.class)
class PatchedCopiesIT {
  private static final Set<String> HOSTS = Set.of("dn1", "dn2", "dn3", "dn4");

  /** Chunks in and out of each; copies have all of these places but one. */
  private static final int CAPACITY = 2;

  private PeaceCluster cluster;

  private void start(Path directory, int pendingSeconds) throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            (Configuration conf) -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(HOSTS.size(), CAPACITY));
              conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", pendingSeconds);
            },
            "/rack1",
            "/rack1",
            "/rack1",
            "/rack1");
  }

  @AfterEach
  void stop() throws Exception {
    try (PeaceCluster stopping = cluster) {
      stopping.awaitIdle();
    }
  }

  private void heartbeats(boolean on) {
    for (DataNode datanode : cluster.mini().getDataNodes()) {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(datanode, !on);
    }
  }

  /** Writes a file and returns the hosts of its replicas. */
  private Set<String> write(String path, int replication) throws Exception {
    cluster.writeAs(PeaceCluster.client("10.15.0.1", "/rack1"), path, 1000, replication);
    cluster.awaitReplicas(path, replication);
    cluster.awaitIdle();
    return hosts(path);
  }

  private Set<String> hosts(String path) {
    try {
      return Set.copyOf(PeaceCluster.hosts(cluster.located(path).get(0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void setReplication(String path, int replication) throws Exception {
    cluster.fs().setReplication(new org.apache.hadoop.fs.Path(path), (short) replication);
  }

  private void awaitCopies(int copies) throws Exception {
    PeaceCluster.await(
        () -> cluster.peace().status().copies() == copies,
        () -> copies + " copies: " + cluster.peace().status());
  }

  /** One copy from one of these hosts to one of those. */
  private void assertLoad(Set<String> sources, Set<String> targets) {
    Map<String, Integer> load = cluster.peace().load();
    Set<String> out = sources.stream().map(s -> s + "->tor1").collect(Collectors.toSet());
    Set<String> in = targets.stream().map(t -> "tor1->" + t).collect(Collectors.toSet());
    out.retainAll(load.keySet());
    in.retainAll(load.keySet());
    assertEquals(1, out.size(), load::toString);
    assertEquals(1, in.size(), load::toString);
    assertEquals(Map.of(out.iterator().next(), 1, in.iterator().next(), 1), load);
    assertTrue(Audit.balances(cluster.peace().coordinator()));
    assertEquals(1, PeaceCluster.gauge("Copies"));
  }

  private static Set<String> others(Set<String> hosts) {
    Set<String> others = new HashSet<>(HOSTS);
    others.removeAll(hosts);
    return others;
  }

  @Test
  void copy_datanodeLost_isLoadUntilTheReplicaIsReported(@TempDir Path directory) throws Exception {
    start(directory, 300);
    Set<String> hosts = new HashSet<>(write("/f", 3));
    heartbeats(false);
    String lost = hosts.iterator().next();
    Set<String> spare = others(hosts);
    DataNodeProperties stopped = cluster.kill(lost);
    hosts.remove(lost);
    awaitCopies(1);
    assertLoad(hosts, spare);
    heartbeats(true);
    cluster.awaitReplicas("/f", 3);
    cluster.awaitIdle();
    cluster.restart(stopped);
  }

  @Test
  void copy_severalTargets_goesFromOneToTheNext(@TempDir Path directory) throws Exception {
    start(directory, 300);
    Set<String> hosts = write("/f", 1);
    heartbeats(false);
    setReplication("/f", 3);
    awaitCopies(2);
    Map<String, Integer> load = cluster.peace().load();
    assertEquals(4, load.size(), load::toString);
    assertEquals(1, load.get(hosts.iterator().next() + "->tor1"), load::toString);
    heartbeats(true);
    cluster.awaitReplicas("/f", 3);
  }

  @Test
  void copy_fileDeleted_isLoadNoMore(@TempDir Path directory) throws Exception {
    start(directory, 300);
    Set<String> hosts = write("/f", 1);
    heartbeats(false);
    setReplication("/f", 2);
    awaitCopies(1);
    assertLoad(hosts, others(hosts));
    cluster.fs().delete(new org.apache.hadoop.fs.Path("/f"), false);
    cluster.awaitIdle();
  }

  @Test
  void copy_fileAppendedTo_isGivenUp(@TempDir Path directory) throws Exception {
    start(directory, 300);
    write("/f", 1);
    heartbeats(false);
    setReplication("/f", 2);
    awaitCopies(1);
    try (FSDataOutputStream out = cluster.fs().append(new org.apache.hadoop.fs.Path("/f"))) {
      out.write(1);
      out.hflush();
      awaitCopies(0);
    }
    heartbeats(true);
    cluster.awaitReplicas("/f", 2);
  }

  @Test
  void copy_targetLost_isLoadNoMore(@TempDir Path directory) throws Exception {
    start(directory, 300);
    Set<String> hosts = new HashSet<>(write("/f", 3));
    heartbeats(false);
    setReplication("/f", 4);
    awaitCopies(1);
    cluster.kill(others(hosts).iterator().next());
    cluster.awaitIdle();
  }

  @Test
  void copy_neverMade_isGivenUpAndOrderedAgainButCountsOnce(@TempDir Path directory)
      throws Exception {
    start(directory, 1);
    write("/f", 1);
    heartbeats(false);
    setReplication("/f", 2);
    PeaceCluster.await(
        () -> {
          assertTrue(cluster.peace().status().copies() <= 1, cluster.peace().load()::toString);
          return cluster.blocks().getNumTimedOutPendingReconstructions() >= 3;
        },
        () -> "the copy has timed out three times");
    heartbeats(true);
    // Each of the orders may be carried out; when HDFS deletes what is too much is its own affair.
    PeaceCluster.await(() -> hosts("/f").size() >= 2, () -> "a copy is made: " + hosts("/f"));
  }

  @Test
  void copy_noLinkHasRoom_isMadeAllTheSame(@TempDir Path directory) throws Exception {
    start(directory, 300);
    write("/f", 1);
    List<FSDataOutputStream> holders = new ArrayList<>();
    int room = HOSTS.size() * CAPACITY;
    for (int h = 0; h < room; h++) {
      String path = "/holder" + h;
      FSDataOutputStream out =
          PeaceCluster.as(
              PeaceCluster.client("10.15.1." + h, "/rack1"), () -> cluster.create(path, 1));
      out.write(1);
      out.hflush();
      holders.add(out);
    }
    assertEquals(room, cluster.peace().status().inFlight());
    setReplication("/f", 2);
    cluster.awaitReplicas("/f", 2);
    assertEquals(room, cluster.peace().status().inFlight());
    for (FSDataOutputStream holder : holders) {
      holder.close();
    }
  }

  @Test
  void chunk_copiesOnAllLinks_doesNotWaitForThem(@TempDir Path directory) throws Exception {
    start(directory, 300);
    int files = HOSTS.size();
    for (int f = 0; f < files; f++) {
      write("/f" + f, 1);
    }
    heartbeats(false);
    for (int f = 0; f < files; f++) {
      setReplication("/f" + f, HOSTS.size());
    }
    awaitCopies(files * (HOSTS.size() - 1));
    long deferred = PeaceCluster.counter("Deferrals");
    cluster.writeAs(PeaceCluster.client("10.15.0.2", "/rack1"), "/chunk", 1000, 1);
    assertEquals(deferred, PeaceCluster.counter("Deferrals"));
    heartbeats(true);
    for (int f = 0; f < files; f++) {
      cluster.awaitReplicas("/f" + f, HOSTS.size());
    }
  }
}
