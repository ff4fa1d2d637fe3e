package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.measure.Statistics;

/**
 * Many writers, few handlers, a full network: the NameNode keeps answering others, no write fails,
 * and none is left to the stock policy.
 *
 * <p>The crowd writes for about 20 s; for as many minutes as one likes with
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test=CrowdIT -Dpeace.crowd.minutes=5
 * </pre>
 */
@Tag("figures")
class CrowdIT {
  private static final int WRITERS = 64;
  private static final int HANDLERS = 10;
  private static final long MINUTES = Long.getLong("peace.crowd.minutes", 0);
  private static final long SECONDS = MINUTES == 0 ? 15 : 60 * MINUTES;

  /** What a datanode takes in: fifteen chunks a second. */
  private static final long BYTES_PER_SECOND = 15L * BLOCK;

  /** Below that, a median says more about the machine than about the NameNode. */
  private static final double NOISE_MILLIS = 2;

  private static final int CHUNKS = 2;
  private static final long PROBE_MILLIS = 10;

  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger written = new AtomicInteger();
  private volatile boolean over;

  @Test
  void writers_manyMoreThanHandlers_othersAreAnsweredAndNoWriteFails(@TempDir Path directory)
      throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(
                  conf, directory, PeaceCluster.twoRacks("same-rack, other-rack, same-rack"));
              conf.setInt("dfs.namenode.handler.count", HANDLERS);
              conf.setLong("dfs.datanode.data.write.bandwidthPerSec", BYTES_PER_SECOND);
            },
            PeaceCluster.TWO_RACKS)) {
      cluster.write("/probe", 100, 1);
      DistributedFileSystem other =
          (DistributedFileSystem)
              FileSystem.newInstance(cluster.mini().getURI(), cluster.mini().getConfiguration(0));
      probe(other, 100);
      double idle = probe(other, 200);
      List<Thread> writers = startWriters(cluster);
      double busy = probeFor(other, SECONDS);
      over = true;
      for (Thread writer : writers) {
        writer.join(120_000);
        assertTrue(!writer.isAlive(), "a writer does not end");
      }
      report(idle, busy);
      assertEquals(List.of(), List.copyOf(failures));
      assertTrue(PeaceCluster.deferrals() > HANDLERS, "more wait than there are handlers");
      assertTrue(
          busy <= 3 * Math.max(idle, NOISE_MILLIS),
          "median of getFileInfo %.2f ms, idle %.2f ms".formatted(busy, idle));
      for (FallbackReason reason : FallbackReason.values()) {
        assertEquals(0, PeaceCluster.fallbacks(reason), "fallbacks: " + reason);
      }
      cluster.awaitIdle();
      other.close();
    }
  }

  private void report(double idle, double busy) {
    StringBuilder line =
        new StringBuilder(
            "getFileInfo median %.2f ms idle, %.2f ms busy; %d files of %d chunks"
                .formatted(idle, busy, written.get(), CHUNKS));
    for (String counter : List.of("Grants", "Deferrals")) {
      line.append(", ").append(counter).append(' ').append(PeaceCluster.counter(counter));
    }
    System.out.println(line);
  }

  private List<Thread> startWriters(PeaceCluster cluster) throws Exception {
    CountDownLatch connected = new CountDownLatch(WRITERS);
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      String host = PeaceCluster.client("10.5.0." + w, w % 2 == 0 ? "/rack1" : "/rack2");
      DistributedFileSystem fs =
          (DistributedFileSystem)
              FileSystem.newInstance(cluster.mini().getURI(), cluster.mini().getConfiguration(0));
      String name = "/crowd/" + w + "-";
      Thread writer = new Thread(() -> write(fs, host, name, connected), name);
      writers.add(writer);
      writer.start();
    }
    connected.await();
    return writers;
  }

  private void write(DistributedFileSystem fs, String host, String name, CountDownLatch connected) {
    connected.countDown();
    try (fs) {
      for (int file = 0; !over; file++) {
        String path = name + file;
        PeaceCluster.as(
            host,
            () -> {
              PeaceCluster.write(fs, path, CHUNKS * BLOCK, 3);
              return null;
            });
        written.incrementAndGet();
      }
    } catch (Exception e) {
      failures.add(e);
    }
  }

  /** The median of so many calls, in milliseconds. */
  private static double probe(DistributedFileSystem fs, int calls)
      throws IOException, InterruptedException {
    double[] millis = new double[calls];
    for (int i = 0; i < calls; i++) {
      millis[i] = call(fs);
      Thread.sleep(PROBE_MILLIS);
    }
    return Statistics.median(millis);
  }

  private static double probeFor(DistributedFileSystem fs, long seconds)
      throws IOException, InterruptedException {
    List<Double> millis = new ArrayList<>();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      millis.add(call(fs));
      Thread.sleep(PROBE_MILLIS);
    }
    return Statistics.median(millis.stream().mapToDouble(m -> m).toArray());
  }

  private static double call(DistributedFileSystem fs) throws IOException {
    long start = System.nanoTime();
    fs.getFileStatus(new org.apache.hadoop.fs.Path("/probe"));
    return (System.nanoTime() - start) / 1e6;
  }
}
