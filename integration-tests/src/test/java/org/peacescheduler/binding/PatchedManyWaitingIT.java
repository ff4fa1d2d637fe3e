package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.measure.Statistics;

/**
 * One user lets 20,000 calls wait; another one writes small files over links that are not full.
 *
 * <p>The calls wait for the link between the racks, over which a block of theirs takes a quarter of
 * an hour. The small files stay in a rack. With {@code -Dpeace.long=true} their rate is judged
 * without an allowance for a machine that does something else beside the tests.
 */
@Tag("figures")
@ExtendWith(OnPatchedNameNode.class)
class PatchedManyWaitingIT {
  private static final int CALLS = 20_000;
  private static final int THREADS = 4;
  private static final String WAITING_USER = "waiting";
  private static final String OTHER_USER = "other";
  private static final boolean LONG = Boolean.getBoolean("peace.long");
  private static final long MILLIS = LONG ? 20_000 : 5_000;
  private static final double LEAST_RATE = LONG ? 0.9 : 0.75;
  private static final double MOST_P99 = LONG ? 1.5 : 2.5;

  private static final String TOPOLOGY =
      """
      version: 1
      streamRate: 1 MB/s
      defaults:
        server: {up: 1 GB/s, down: 1 GB/s}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 2 MB/s}
      servers:
        - {hosts: "dn[1-2]", switch: tor1}
        - {hosts: "dn[3-4]", switch: tor2}
      placement: [same-rack, other-rack]
      """;

  private static final long CLAIMED = 1L << 30;

  private static void configure(Configuration conf, Path directory) {
    // What a chunk may claim: those that wait are to wait for long.
    conf.setLong("dfs.blocksize", CLAIMED);
    PeaceCluster.topology(conf, directory, TOPOLOGY);
    conf.unset("dfs.namenode.peace.trace.file");
    conf.set("dfs.namenode.peace.completion-fraction", "0");
    conf.set("dfs.namenode.peace.deferral.max", "100s");
    conf.setInt("dfs.namenode.peace.waiting.max", 2 * CALLS);
    conf.setBoolean("dfs.permissions.enabled", false);
    conf.set("dfs.namenode.ip-proxy-users", WAITING_USER + "," + OTHER_USER);
    conf.setInt("ipc.client.async.calls.max", 2 * CALLS);
    // A client that closes a file before its replica is reported asks again at once, not after 0.4
    // s.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 1);
  }

  @Test
  void smallFiles_20000CallsOfAnotherUserWait_areWrittenAsFast(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
            PeaceCluster.start(
                directory,
                conf -> configure(conf, directory),
                "/rack1",
                "/rack1",
                "/rack2",
                "/rack2");
        DistributedFileSystem waiting = cluster.newFileSystem(WAITING_USER);
        DistributedFileSystem other = cluster.newFileSystem(OTHER_USER)) {
      smallFiles(other, "/warm"); // As on a NameNode that has worked before.
      SmallFiles alone = smallFiles(other, "/alone");
      ClientNamenodeProtocolPB nameNode = nameNode(cluster);
      SmallFiles beside;
      int waited;
      try {
        letCallsWait(cluster, nameNode, waiting);
        beside = smallFiles(other, "/beside");
        waited = cluster.peace().status().waiting();
      } finally {
        RPC.stopProxy(nameNode); // The calls of a closed connection wait no longer.
      }
      System.out.printf(
          "small files: alone %s; beside %d calls that wait %s; rate %.3f, p99 %.2f%n",
          alone, waited, beside, beside.rate() / alone.rate(), beside.p99() / alone.p99());

      assertTrue(waited >= CALLS - 10, waited + " wait");
      assertEquals(0, PeaceCluster.counter("PlacedByStock"), "chunks that the stock policy placed");
      assertTrue(beside.rate() >= LEAST_RATE * alone.rate(), () -> beside + ", alone " + alone);
      assertTrue(beside.p99() <= MOST_P99 * alone.p99(), () -> beside + ", alone " + alone);
    }
  }

  private static ClientNamenodeProtocolPB nameNode(PeaceCluster cluster) throws IOException {
    Configuration conf = cluster.mini().getConfiguration(0);
    RPC.setProtocolEngine(conf, ClientNamenodeProtocolPB.class, ProtobufRpcEngine2.class);
    return RPC.getProxy(
        ClientNamenodeProtocolPB.class,
        RPC.getProtocolVersion(ClientNamenodeProtocolPB.class),
        cluster.mini().getNameNode().getNameNodeAddress(),
        UserGroupInformation.createRemoteUser(WAITING_USER),
        conf,
        // A factory of its own has a client of its own, which reads the configuration.
        new StandardSocketFactory() {});
  }

  /** By turns from two hosts: who is alone on a cluster never waits. */
  private static void letCallsWait(
      PeaceCluster cluster, ClientNamenodeProtocolPB nameNode, DistributedFileSystem fs)
      throws Exception {
    for (int call = 0; call < CALLS; call++) {
      String path = "/waiting/" + call;
      PeaceCluster.as(
          "dn" + (1 + call % 2),
          () -> {
            ask(nameNode, fs.getClient(), path);
            return null;
          });
    }
    PeaceCluster.await(
        () -> cluster.peace().status().waiting() >= CALLS - 10,
        () -> "all wait: " + cluster.peace().status());
  }

  /** Creates a file and asks for its first block, and does not wait for the answer. */
  private static void ask(ClientNamenodeProtocolPB nameNode, DFSClient client, String path)
      throws Exception {
    long id =
        client
            .getNamenode()
            .create(
                path,
                FsPermission.getFileDefault(),
                client.getClientName(),
                new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                true,
                (short) 2,
                CLAIMED,
                CryptoProtocolVersion.supported(),
                null,
                null)
            .getFileId();
    AddBlockRequestProto request =
        AddBlockRequestProto.newBuilder()
            .setSrc(path)
            .setClientName(client.getClientName())
            .setFileId(id)
            .build();
    Client.setAsynchronousMode(true);
    try {
      nameNode.addBlock(null, request);
    } finally {
      Client.setAsynchronousMode(false);
    }
  }

  /** How many files a second, and how long 99 of 100 took at most. */
  private record SmallFiles(double rate, double p99) {
    @Override
    public String toString() {
      return "%.0f a second, p99 %.1f ms".formatted(rate, p99);
    }
  }

  private static SmallFiles smallFiles(DistributedFileSystem fs, String folder) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<Double>>> writers = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        String prefix = folder + "/" + t + "-";
        writers.add(threads.submit(() -> PeaceCluster.as("dn1", () -> write(fs, prefix, MILLIS))));
      }
      List<Double> times = new ArrayList<>();
      for (Future<List<Double>> writer : writers) {
        times.addAll(writer.get());
      }
      double[] sorted = times.stream().mapToDouble(t -> t).toArray();
      return new SmallFiles(1000.0 * sorted.length / MILLIS, Statistics.quantile(sorted, 0.99));
    } finally {
      threads.shutdownNow();
    }
  }

  /** Writes one file after the other for a time; what each took, in milliseconds. */
  private static List<Double> write(DistributedFileSystem fs, String prefix, long millis)
      throws IOException {
    List<Double> times = new ArrayList<>();
    long end = System.nanoTime() + 1_000_000 * millis;
    long before = System.nanoTime();
    while (before < end) {
      PeaceCluster.write(fs, prefix + times.size(), 1024, 1);
      long now = System.nanoTime();
      times.add((now - before) / 1e6);
      before = now;
    }
    return times;
  }
}
