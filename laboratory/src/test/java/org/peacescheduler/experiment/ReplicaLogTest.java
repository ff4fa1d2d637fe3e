package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReplicaLogTest {
  private static final Logger CLIENT_TRACE =
      Logger.getLogger("org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace");

  @Test
  @Timeout(value = 8, unit = TimeUnit.SECONDS) // Without a word it would wait for 10 s.
  void await_replicaOfAnotherThread_wakesIt() throws InterruptedException {
    try (ReplicaLog log = ReplicaLog.open(() -> {})) {
      Thread datanode =
          new Thread(
              () ->
                  CLIENT_TRACE.info(
                      "src: /1, dest: /2, bytes: 5, op: HDFS_WRITE, cliID: c, offset: 0,"
                          + " srvID: dn1, blockid: BP-1:blk_7_1001, duration(ns): 2000000000"));
      datanode.start();
      log.await(1, entry -> true);
      datanode.join();
      List<ReplicaLog.Entry> entries = log.drain();
      assertEquals(1, entries.size());
      assertEquals("dn1", entries.get(0).datanode());
      assertEquals(7, entries.get(0).block());
      assertEquals(2, entries.get(0).seconds());
    }
  }
}
