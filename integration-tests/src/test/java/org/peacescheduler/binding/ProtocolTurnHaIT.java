package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** Two NameNodes, a failover while requests for turns wait. */
class ProtocolTurnHaIT {
  private static final String KEY = "dfs.namenode.peace.rpc-address.";
  private static final int REQUESTS = 3;

  @Test
  void failover_requestsWait_allGetTheirTurnsFromTheOtherOne(@TempDir Path directory)
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
        String host = PeaceCluster.client("10.9.1.1", "/rack1");
        FSDataOutputStream holder =
            PeaceCluster.as(host, () -> PeaceCluster.create(fs, "/turns-holder", 3));
        holder.write(1);
        holder.hflush();
        List<PendingTurn> waiting = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
          waiting.add(
              Turns.of(conf)
                  .ask(
                      Request.of(new org.apache.hadoop.fs.Path("hdfs://" + logical + "/turns/" + i))
                          .replication(3)));
        }
        PeaceCluster.await(
            () -> cluster.peace(0).turns() == REQUESTS, () -> "all wait at the first NameNode");
        assertEquals(0, cluster.peace(1).turns());

        cluster.mini().transitionToStandby(0);
        cluster.mini().transitionToActive(1);

        PeaceCluster.await(
            () -> cluster.peace(1).turns() > 0, () -> "they wait at the second NameNode");
        assertEquals(0, cluster.peace(0).turns());
        holder.close();
        for (PendingTurn pending : waiting) {
          try (Turn turn = pending.await(Duration.ofSeconds(40))) {
            assertTrue(turn.inTime());
            assertEquals(Turn.Way.PROTOCOL, turn.way());
          }
        }
      }
      PeaceCluster.await(() -> cluster.peace(1).turns() == 0, () -> "no request is left");
      cluster.awaitIdle();
    }
  }
}
