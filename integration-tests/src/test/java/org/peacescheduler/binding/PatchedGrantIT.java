package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How soon a waiting chunk is allocated after the replica report that makes room for it. */
@ExtendWith(OnPatchedNameNode.class)
class PatchedGrantIT {
  private static final int TIMES = 11;
  private static final double MEDIAN_MILLIS = 20;

  @Test
  void grant_afterTheReportThatMakesRoom_comesWithinMilliseconds(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.oneRack(1)),
            "/rack1")) {
      ClockedListener clocked = ClockedListener.of(cluster.blocks().getBlockPlacementPolicy());
      String holding = PeaceCluster.client("10.13.0.1", "/rack1");
      String waiting = PeaceCluster.client("10.13.0.2", "/rack1");
      double[] millis = new double[TIMES];
      for (int i = 0; i < TIMES; i++) {
        String path = "/holder" + i;
        FSDataOutputStream holder = PeaceCluster.as(holding, () -> cluster.create(path, 1));
        holder.write(1);
        holder.hflush();
        clocked.reset();
        var write = cluster.writing(waiting, "/waiting" + i, 100, 1);
        cluster.awaitTrace("/waiting" + i, "deferred", 1);
        PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 1, () -> "parked");
        holder.close();
        write.get(30, TimeUnit.SECONDS);
        millis[i] = clocked.millisFromReportToGrant();
      }
      Arrays.sort(millis);
      double median = millis[TIMES / 2];
      System.out.printf(
          "grant after report: median %.2f ms, least %.2f ms, most %.2f ms%n",
          median, millis[0], millis[TIMES - 1]);
      assertTrue(median <= MEDIAN_MILLIS, "median " + median + " ms");
      cluster.awaitIdle();
    }
  }
}
