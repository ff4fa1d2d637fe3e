package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.measure.Statistics;

/**
 * 500 writers, 2 handlers, room for 4 chunks at a time, on a patched NameNode.
 *
 * <p>NameNode, datanodes and writers are processes, and the NameNode goes before the others: what
 * other clients feel is the NameNode's doing. Each writer has a connection of its own and writes
 * one file; with {@code -Dpeace.long=true} ten, and other clients' calls are judged without a floor
 * for the noise of a machine that does something else beside the tests.
 *
 * <p>The datanodes are throttled, so that 500 files take about 15 s: on a cluster, too, the network
 * is what chunks wait for.
 */
@Tag("figures")
@ExtendWith(OnPatchedNameNode.class)
class PatchedCrowdIT {
  private static final int WRITERS = 500;
  private static final int HANDLERS = 2;
  private static final int DATANODES = 4;
  private static final boolean LONG = Boolean.getBoolean("peace.long");
  private static final int FILES = LONG ? 10 : 1;
  private static final int WINDOW = 100;
  private static final double FACTOR = 1.5;

  /** Below that, a median says more about the machine than about the NameNode. */
  private static final double NOISE_MILLIS = LONG ? 0 : 2;

  /** Jetty, which answers the test's own questions, and timers come and go. */
  private static final int FEW_THREADS = 5;

  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 500, down: 1}
      switches:
        - {name: default, rack: /default-rack}
      servers:
        - {hosts: "dn[1-4]", switch: default}
      placement: [any]
      """;

  private static Configuration configuration(Path directory, int rpc, int http) throws Exception {
    Configuration conf = PeaceCluster.configuration(directory);
    conf.unset("dfs.block.replicator.classname"); // Until it is formatted, in this process.
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + rpc);
    conf.set("dfs.namenode.http-address", "127.0.0.1:" + http);
    conf.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    conf.setInt("dfs.namenode.handler.count", HANDLERS);
    conf.set("dfs.namenode.peace.deferral.max", "100s");
    // Ten chunks a second and datanode.
    conf.setLong("dfs.datanode.data.write.bandwidthPerSec", 10L * BLOCK);
    PeaceCluster.topology(conf, directory, TOPOLOGY);
    NameNode.format(conf);
    conf.set("dfs.block.replicator.classname", PeaceCluster.POLICY);
    return conf;
  }

  @Test
  void writers_500InAnotherProcess_othersAreAnsweredAndAllFilesAreRight(@TempDir Path directory)
      throws Exception {
    int http = ClusterProcess.freePort();
    Configuration conf = configuration(directory, ClusterProcess.freePort(), http);
    Jmx jmx = new Jmx("127.0.0.1:" + http);
    try (ClusterProcess nameNode = ClusterProcess.nameNode(directory, "namenode", conf)) {
      nameNode.awaitReady();
      try (ClusterProcess datanodes = ClusterProcess.datanodes(directory, DATANODES, conf);
          ClusterProcess writers = ClusterProcess.writers(directory, WRITERS, conf);
          FileSystem prober = FileSystem.newInstance(conf)) {
        datanodes.awaitReady();
        writers.awaitReady();
        jmx.awaitDatanodes(DATANODES);
        prober.create(new org.apache.hadoop.fs.Path("/probe")).close();
        // As on a NameNode that has worked before.
        write("/warm/", prober, new Crowd(prober), writers, jmx);
        Probes idle = new Probes(prober);
        for (int i = 0; i < 5 * WINDOW; i++) {
          idle.probe();
        }
        int threads = jmx.threads();
        Crowd crowd = new Crowd(prober);
        for (int f = 0; f < FILES; f++) {
          write("/crowd" + f + "/", prober, crowd, writers, jmx);
        }
        System.out.printf(
            "getFileInfo median: idle %.2f ms; with %d writers, of %d calls %.2f ms, of the worst"
                + " %d in a row %.2f ms; threads with %d parked calls %d, before %d%n",
            idle.median(),
            WRITERS,
            crowd.probes.count(),
            crowd.probes.median(),
            WINDOW,
            crowd.probes.worstWindow(),
            WRITERS,
            crowd.threads,
            threads);
        for (int f = 0; f < FILES; f++) {
          writers.orderCheck("/crowd" + f + "/", BLOCK);
          writers.awaitDone();
        }

        assertTrue(crowd.threads <= threads + FEW_THREADS, crowd.threads + ", before " + threads);
        assertTrue(
            crowd.probes.worstWindow() <= FACTOR * Math.max(idle.median(), NOISE_MILLIS),
            "%.2f ms, idle %.2f ms".formatted(crowd.probes.worstWindow(), idle.median()));
        assertEquals(0, jmx.peace("PlacedByStock"), "chunks that the stock policy placed");
      }
    }
  }

  /** What is seen while a crowd writes. */
  private static final class Crowd {
    private final Probes probes;
    private int threads;

    Crowd(FileSystem prober) {
      probes = new Probes(prober);
    }

    void look(Jmx jmx) throws Exception {
      for (int i = 0; i < WINDOW; i++) {
        probes.probe();
      }
      threads = Math.max(threads, jmx.threads());
    }
  }

  /**
   * One file of each writer: all ask while others hold all capacity, then all write. Returns when
   * all capacity is back.
   */
  private static void write(
      String prefix, FileSystem fs, Crowd crowd, ClusterProcess writers, Jmx jmx) throws Exception {
    double asked = jmx.peace("Grants") + DATANODES + WRITERS;
    List<FSDataOutputStream> holders = new ArrayList<>();
    for (int h = 0; h < DATANODES; h++) {
      holders.add(ClusterProcess.hold(fs, h, 1));
    }
    writers.order(prefix, BLOCK, 1);
    jmx.awaitAsked(asked);
    crowd.look(jmx);
    for (FSDataOutputStream holder : holders) {
      holder.close();
    }
    while (!writers.hasAnswered()) {
      crowd.look(jmx);
    }
    writers.awaitDone();
    jmx.awaitIdle();
  }

  /** How long calls of getFileInfo took, in milliseconds. */
  private static final class Probes {
    private final FileSystem fs;
    private final List<Double> millis = new ArrayList<>();

    Probes(FileSystem fs) {
      this.fs = fs;
    }

    void probe() throws Exception {
      long start = System.nanoTime();
      fs.getFileStatus(new org.apache.hadoop.fs.Path("/probe"));
      millis.add((System.nanoTime() - start) / 1e6);
      Thread.sleep(5); // The pace of a client that has something else to do.
    }

    int count() {
      return millis.size();
    }

    double median() {
      return median(millis);
    }

    double worstWindow() {
      double worst = 0;
      for (int from = 0; from + WINDOW <= millis.size(); from += WINDOW) {
        worst = Math.max(worst, median(millis.subList(from, from + WINDOW)));
      }
      return worst;
    }

    private static double median(List<Double> values) {
      return Statistics.median(values.stream().mapToDouble(m -> m).toArray());
    }
  }
}
