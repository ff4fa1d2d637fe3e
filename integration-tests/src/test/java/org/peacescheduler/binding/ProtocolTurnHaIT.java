package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

/** Two NameNodes, a failover and one back while requests for turns wait and one has its turn. */
class ProtocolTurnHaIT {
  private static final String KEY = "dfs.namenode.peace.rpc-address.";
  private static final int REQUESTS = 4;

  /** No datanode: from one, three replicas on others would be impossible, and nobody would wait. */
  private static final String HOST = "10.9.1.2";

  private static final Duration LONG = Duration.ofSeconds(60);

  private static Request request(String nameService, int number) {
    return Request.of(new org.apache.hadoop.fs.Path("hdfs://" + nameService + "/turns/" + number))
        .members(List.of(new Request.Member(Optional.of(HOST), PeaceCluster.BLOCK, 1)))
        .replication(3);
  }

  @Test
  void failover_thereAndBackWhileRequestsWait_allGetTheirTurnsInTheirOrder(@TempDir Path directory)
      throws Exception {
    String[] addresses = {
      "127.0.0.1:" + NetUtils.getFreeSocketPort(), "127.0.0.1:" + NetUtils.getFreeSocketPort()
    };
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
              conf.setInt("dfs.ha.tail-edits.period", 1);
              conf.set(KEY + "minidfs-ns.nn1", addresses[0]);
              conf.set(KEY + "minidfs-ns.nn2", addresses[1]);
            },
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()),
            "/rack1",
            "/rack1",
            "/rack1")) {
      cluster.mini().transitionToActive(0);
      cluster.mini().waitActive(0);
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      HATestUtil.setFailoverConfigurations(cluster.mini(), conf);
      String logical = HATestUtil.getLogicalHostname(cluster.mini());
      conf.set(KEY + logical + ".nn1", addresses[0]);
      conf.set(KEY + logical + ".nn2", addresses[1]);
      try (DistributedFileSystem fs =
          HATestUtil.configureFailoverFs(cluster.mini(), cluster.mini().getConfiguration(0))) {
        PeaceCluster.client(HOST, "/rack1");
        String host = PeaceCluster.client("10.9.1.1", "/rack1");
        Turn before = Turns.of(conf).ask(request(logical, REQUESTS)).await(LONG);
        assertEquals(Turn.Way.PROTOCOL, before.way());
        FSDataOutputStream holder =
            PeaceCluster.as(host, () -> PeaceCluster.create(fs, "/turns-holder", 3));
        holder.write(1);
        holder.hflush();
        List<Future<Void>> writers = new ArrayList<>();
        List<Integer> turns = new CopyOnWriteArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
          int number = i;
          PendingTurn pending = Turns.of(conf).ask(request(logical, i));
          writers.add(
              Caller.inBackground(
                  () -> {
                    try (Turn turn = pending.await(LONG)) {
                      assertTrue(turn.inTime());
                      assertEquals(Turn.Way.PROTOCOL, turn.way());
                      turns.add(number);
                    }
                    return null;
                  }));
          PeaceCluster.await(
              () -> cluster.peace(0).turns() == number + 2, () -> "they come in their order");
        }
        PeaceCluster.await(() -> cluster.peace(0).status().waiting() == REQUESTS, () -> "all wait");
        assertEquals(0, cluster.peace(1).turns());

        cluster.mini().transitionToStandby(0);
        cluster.mini().transitionToActive(1);

        PeaceCluster.await(
            () -> cluster.peace(1).turns() == REQUESTS,
            () -> "they wait at the second NameNode: " + cluster.peace(1).turns() + turns);
        assertEquals(0, cluster.peace(0).turns());
        // Who had its turn goes on in it, and does not ask the second NameNode again.
        before.close();

        cluster.mini().transitionToStandby(1);
        cluster.mini().transitionToActive(0);

        PeaceCluster.await(
            () -> cluster.peace(0).turns() + turns.size() == REQUESTS,
            () -> "they wait at the first NameNode again: " + cluster.peace(0).turns() + turns);
        assertEquals(0, cluster.peace(1).turns());
        holder.close();
        for (Future<Void> writer : writers) {
          writer.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
        assertEquals(List.of(0, 1, 2, 3), turns);
      }
      PeaceCluster.await(() -> cluster.peace(0).turns() == 0, () -> "no request is left");
      cluster.awaitIdle();
    }
  }
}
