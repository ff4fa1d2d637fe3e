package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.util.concurrent.AsyncGet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.MemberProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;

/**
 * 10,000 requests for turns wait, of a process of its own; another user writes, looks at and
 * deletes small files, by turns with and without them. Also says how much memory each takes.
 *
 * <p>They wait for the link between the racks, the small files stay in a rack. Each round measures
 * without, with and again without the requests, so that a machine that becomes faster or slower
 * counts for neither. The first round warms up, and does not count. Who asks is a process on the
 * same machine, so the rate has its processor time in it, too. Run by name, for it wants a quiet
 * machine:
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test=ManyTurnsIT -Dpeace.turns.rounds=10
 * </pre>
 */
@Tag("figures")
class ManyTurnsIT {
  private static final int REQUESTS = 10_000;
  private static final int ROUNDS = Integer.getInteger("peace.turns.rounds", 6);
  private static final int BATCH = 500;
  private static final int THREADS = 4;
  private static final long MILLIS = 15_000;

  /** As long as an answer to a poll takes: each request is asked for once. */
  private static final long BESIDE_MILLIS = 30_000;

  /** The part of them that waits to the end of a window. */
  private static final double STILL = 0.99;

  private static final double LEAST_RATE = 0.97;
  private static final long MOST_BYTES = 16 * 1024;
  private static final String KEY = "dfs.namenode.peace.rpc-address";
  private static final long CLAIMED = 1L << 30;

  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 100, down: 100}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 1}
      servers:
        - {hosts: "dn[1-2]", switch: tor1}
        - {hosts: "dn[3-4]", switch: tor2}
      placement: [same-rack, other-rack]
      """;

  private static void configure(Configuration conf, Path directory, String address) {
    PeaceCluster.topology(conf, directory, TOPOLOGY);
    // What the one that writes may claim: the others are to wait for long.
    conf.setLong("dfs.blocksize", CLAIMED);
    conf.unset("dfs.namenode.peace.trace.file");
    conf.set("dfs.namenode.peace.deferral.max", "100s");
    conf.set("dfs.namenode.peace.waiting.max", String.valueOf(2 * REQUESTS));
    conf.setBoolean("dfs.permissions.enabled", false);
    conf.set(KEY, address);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 1);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
  }

  @Test
  void otherOperations_10000RequestsWait_goAsFast(@TempDir Path directory) throws Exception {
    String address = "127.0.0.1:" + NetUtils.getFreeSocketPort();
    try (PeaceCluster cluster =
            PeaceCluster.start(
                directory,
                conf -> configure(conf, directory, address),
                "/rack1",
                "/rack1",
                "/rack2",
                "/rack2");
        DistributedFileSystem other = cluster.newFileSystem("other")) {
      rate(other, "/warm", BESIDE_MILLIS);
      List<Double> ratios = new ArrayList<>();
      double[] bytes = new double[ROUNDS + 1];
      for (int round = 0; round <= ROUNDS; round++) {
        double alone = rate(other, "/alone" + round, MILLIS);
        long before = usedBytes();
        Process crowd = null;
        double beside;
        double crowds;
        // A new one each time: what stands still for a minute bars nobody.
        try (FSDataOutputStream holder = holder(cluster, round)) {
          crowd = start(address);
          PeaceCluster.await(
              () -> cluster.peace().status().waiting() == REQUESTS,
              () -> "all wait: " + cluster.peace().status());
          bytes[round] = (usedBytes() - before) / (double) REQUESTS;
          double processorBefore = processorSeconds(crowd);
          beside = rate(other, "/beside" + round, BESIDE_MILLIS);
          crowds = (processorSeconds(crowd) - processorBefore) * 1000 / BESIDE_MILLIS;
          // The holder writes nothing, so after a while some have their turn, one after the other.
          assertTrue(
              cluster.peace().status().waiting() >= STILL * REQUESTS,
              () -> "still wait: " + cluster.peace().status());
        } finally {
          if (crowd != null) {
            crowd.destroyForcibly().waitFor();
          }
        }
        PeaceCluster.await(() -> cluster.peace().turns() == 0, () -> "no request is left");
        double after = rate(other, "/after" + round, MILLIS);
        double ratio = beside / Math.sqrt(alone * after);
        ratios.add(ratio);
        System.out.printf(
            "round %d: %.0f files a second, beside %d requests %.0f, after them %.0f: %.3f;"
                + " %.0f bytes each; who asks takes %.3f of a core%n",
            round, alone, REQUESTS, beside, after, ratio, bytes[round], crowds);
      }
      Interval rate = Interval.of(ratios.subList(1, ratios.size()));
      double each = Statistics.median(bytes);
      System.out.printf(
          "rate %.3f, 95 %% interval %.3f to %.3f; %.0f bytes each%n",
          rate.mean(), rate.low(), rate.high(), each);
      assertTrue(each < MOST_BYTES, each + " bytes");
      assertFalse(rate.isUnder(LEAST_RATE), () -> rate + " is under " + LEAST_RATE);
    }
  }

  /** A file of the one chunk for which there is room between the racks. */
  private static FSDataOutputStream holder(PeaceCluster cluster, int round) throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/holder" + round);
    FSDataOutputStream holder =
        PeaceCluster.as("dn1", () -> cluster.fs().create(path, true, 4096, (short) 2, CLAIMED));
    holder.write(1);
    holder.hflush();
    return holder;
  }

  private static Process start(String address) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Crowd.class.getName(),
            address)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static double processorSeconds(Process process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /** What is used after all garbage is gone. */
  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  /** Small files that are written, looked at and deleted in a second. */
  private static double rate(DistributedFileSystem fs, String folder, long millis)
      throws Exception {
    List<Future<Integer>> writers = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      String prefix = folder + "/" + t + "-";
      writers.add(
          Caller.inBackground(() -> PeaceCluster.as("dn1", () -> smallFiles(fs, prefix, millis))));
    }
    int files = 0;
    for (Future<Integer> writer : writers) {
      files += writer.get(60, TimeUnit.SECONDS);
    }
    return 1000.0 * files / millis;
  }

  private static int smallFiles(DistributedFileSystem fs, String prefix, long millis)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    int files = 0;
    while (System.nanoTime() < end) {
      String path = prefix + files++;
      PeaceCluster.write(fs, path, 1024, 1);
      fs.getFileStatus(new org.apache.hadoop.fs.Path(path));
      fs.delete(new org.apache.hadoop.fs.Path(path), false);
    }
    return files;
  }

  /** Asks for all the turns over one connection, and for news of each, until it is killed. */
  static final class Crowd {
    private Crowd() {}

    public static void main(String[] args) throws Exception {
      Configuration conf = new Configuration();
      conf.setInt("ipc.client.async.calls.max", 2 * REQUESTS);
      RPC.setProtocolEngine(conf, TurnProtocol.class, ProtobufRpcEngine2.class);
      UserGroupInformation user = UserGroupInformation.createRemoteUser("crowd");
      TurnProtocol to =
          user.doAs(
              (PrivilegedExceptionAction<TurnProtocol>)
                  () ->
                      RPC.getProxy(
                          TurnProtocol.class,
                          RPC.getProtocolVersion(TurnProtocol.class),
                          NetUtils.createSocketAddr(args[0]),
                          conf));
      Client.setAsynchronousMode(true);
      List<AsyncGet<Message, Exception>> polls = new ArrayList<>();
      for (int first = 0; first < REQUESTS; first += BATCH) {
        List<AsyncGet<Message, Exception>> answers = new ArrayList<>();
        for (int i = first; i < first + BATCH; i++) {
          to.submit(null, request(i));
          answers.add(ProtobufRpcEngine2.getAsyncReturnMessage());
        }
        for (AsyncGet<Message, Exception> answer : answers) {
          answer.get(-1, TimeUnit.SECONDS);
        }
        for (int i = first; i < first + BATCH; i++) {
          polls.add(poll(to, i));
        }
      }
      while (true) {
        for (int i = 0; i < REQUESTS; i++) {
          polls.get(i).get(-1, TimeUnit.SECONDS);
          polls.set(i, poll(to, i));
        }
      }
    }

    private static AsyncGet<Message, Exception> poll(TurnProtocol to, int request)
        throws Exception {
      to.awaitChange(null, news(request));
      return ProtobufRpcEngine2.getAsyncReturnMessage();
    }

    private static SubmitRequestProto request(int number) {
      return SubmitRequestProto.newBuilder()
          .setId("request-" + number)
          .setPrefix("/checkpoints/job-" + number + "/chk-17")
          .addMembers(MemberProto.newBuilder().setHost("dn" + (1 + number % 2)).setBytes(CLAIMED))
          .setReplication(2)
          .setBlockSize(CLAIMED)
          .build();
    }

    private static AwaitRequestProto news(int request) {
      return AwaitRequestProto.newBuilder()
          .setId("request-" + request)
          .setKnown(StateProto.QUEUED)
          .build();
    }
  }
}
