package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The one thread that lets parked calls run again may end; calls are answered all the same. */
@ExtendWith(IdleAfterEach.class)
class PatchedWorkerIT {
  private static final String HOST = "10.20.0.1";
  private static final String[] OTHERS = {"10.20.0.2", "10.20.0.3"};
  private static final String WORKER = "Parked addBlock calls";

  /** Whose words are an Error of the thread that says them. */
  private static final Logger LOG =
      Logger.getLogger("org.apache.hadoop.hdfs.server.namenode.ParkedAddBlocks");

  /** Throws an Error. */
  private static final class Throwing extends AppenderSkeleton {
    @Override
    protected void append(LoggingEvent event) {
      throw new NoClassDefFoundError("on purpose");
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }

    @Override
    public void close() {}
  }

  private static Thread worker() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(WORKER))
        .findFirst()
        .orElseThrow();
  }

  /** It says, at DEBUG, that it was interrupted; what the log throws then ends it. */
  private static void end(Thread worker) throws Exception {
    Level before = LOG.getLevel();
    Throwing throwing = new Throwing();
    LOG.setLevel(Level.DEBUG);
    LOG.addAppender(throwing);
    try {
      worker.interrupt();
      worker.join(10_000);
    } finally {
      LOG.removeAppender(throwing);
      LOG.setLevel(before);
    }
    assertEquals(Thread.State.TERMINATED, worker.getState());
  }

  @Test
  void worker_errorEndsIt_isStartedAgainAndAnswersAllParkedCalls(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME),
            "/rack1",
            "/rack1",
            "/rack1")) {
      PeaceCluster.client(HOST, "/rack1");
      Future<Void> before;
      Future<Void> after;
      try (FSDataOutputStream open = PeaceCluster.as(HOST, () -> cluster.create("/holder", 3))) {
        open.write(PeaceCluster.bytes(1000));
        open.hflush();
        before = parked(cluster, 0);
        end(worker());
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
