package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody interrupts the one thread that lets parked calls run again; they are answered all the
 * same.
 */
@ExtendWith(IdleAfterEach.class)
class ParkedWorkerIT {
  private static final String HOST = "10.20.0.1";
  private static final String[] OTHERS = {"10.20.0.2", "10.20.0.3"};
  private static final String WORKER = "peace-parked";

  private static Thread worker() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(WORKER))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void worker_isInterrupted_goesOnAndAnswersAllParkedCalls(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster = PeaceCluster.startOneAtATime(directory)) {
      PeaceCluster.client(HOST, "/rack1");
      Future<Void> before;
      Future<Void> after;
      try (FSDataOutputStream open = PeaceCluster.as(HOST, () -> cluster.create("/holder", 3))) {
        open.write(PeaceCluster.bytes(1000));
        open.hflush();
        before = parked(cluster, 0);
        worker().interrupt();
        after = parked(cluster, 1);
        open.write(1);
      }
      before.get(30, TimeUnit.SECONDS);
      after.get(30, TimeUnit.SECONDS);
      assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
      assertEquals(0, PeaceCluster.counter("PlacedByStock"), "chunks that stock HDFS placed");
    }
  }

  private static Future<Void> parked(PeaceCluster cluster, int other) throws Exception {
    PeaceCluster.client(OTHERS[other], "/rack1");
    Future<Void> write = cluster.writing(OTHERS[other], "/waits" + other, 1000, 3);
    PeaceCluster.await(
        () -> PeaceCluster.gauge("ParkedCalls") == other + 1, () -> "the call is parked");
    return write;
  }
}
