package org.peacescheduler.binding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.test.MetricsAsserts;

/**
 * A cluster that is compared with others of the same shape, and its clients: each is a client of
 * its own to the NameNode, on a host of its own.
 *
 * <p>Datanodes and clients are in racks of three and twelve, in turn. Of a client's buffer, 5 MiB,
 * a block is many times as much; here, too, where blocks are small.
 */
final class Contender implements AutoCloseable {
  private static final int RACK = 3;
  private static final int CLIENTS_OF_A_RACK = 12;
  private static final int PACKETS_IN_FLIGHT = 4;
  private static final int METRICS_SOURCES = 8;

  /**
   * A client's first pause when the block before is not reported yet; 0.4 s would hide the rest.
   */
  private static final int PAUSE_MILLIS = 20;

  private static final int RETRIES = 9;
  private static final String FOLLOWING_BLOCK = "dfs.client.block.write.locateFollowingBlock.";

  private final String name;
  private final PeaceCluster cluster;
  private final Path directory;
  private final List<Client> clients = new ArrayList<>();

  private Contender(String name, PeaceCluster cluster, Path directory) {
    this.name = name;
    this.cluster = cluster;
    this.directory = directory;
  }

  /**
   * Starts a cluster.
   *
   * @param directory for everything
   * @param datanodes three, or a multiple
   * @param change what it differs in from the others
   */
  static Contender start(String name, Path directory, int datanodes, Consumer<Configuration> change)
      throws IOException {
    Files.createDirectories(directory);
    String[] racks = new String[datanodes];
    for (int i = 0; i < datanodes; i++) {
      racks[i] = "/rack" + (1 + i / RACK);
    }
    PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              conf.set("dfs.namenode.peace.completion-fraction", "0");
              conf.setInt("dfs.client.write.max-packets-in-flight", PACKETS_IN_FLIGHT);
              conf.setInt(FOLLOWING_BLOCK + "initial.delay.ms", PAUSE_MILLIS);
              conf.setInt(FOLLOWING_BLOCK + "retries", RETRIES);
              change.accept(conf);
            },
            racks);
    Contender contender = new Contender(name, cluster, directory);
    int rackCount = datanodes / RACK;
    for (int i = 0; i < rackCount * CLIENTS_OF_A_RACK; i++) {
      contender.clients.add(
          new Client(
              PeaceCluster.client("10.14.0." + i, "/rack" + (1 + i % rackCount)),
              (DistributedFileSystem)
                  FileSystem.newInstance(
                      cluster.mini().getURI(), cluster.mini().getConfiguration(0))));
    }
    return contender;
  }

  /** A client of the NameNode, on a host that has no datanode. */
  record Client(String host, DistributedFileSystem fs) {
    FSDataOutputStream create(String path, int block) throws Exception {
      return PeaceCluster.as(
          host, () -> fs.create(new org.apache.hadoop.fs.Path(path), true, 4096, (short) 3, block));
    }
  }

  String name() {
    return name;
  }

  Client client(int number) {
    return clients.get(number);
  }

  void delete(String folder) throws IOException {
    cluster.fs().delete(new org.apache.hadoop.fs.Path(folder), true);
  }

  void awaitIdle() throws Exception {
    cluster.awaitIdle();
  }

  /**
   * Whether Peace has left a chunk to the stock policy, in any NameNode of this process: the count
   * of all of them.
   */
  static long placedByStock() {
    MetricsSystem metrics = DefaultMetricsSystem.instance();
    long placed = 0;
    for (int i = 0; i < METRICS_SOURCES; i++) {
      String source = i == 0 ? "PeaceScheduler" : "PeaceScheduler-" + i;
      if (metrics.getSource(source) != null) {
        placed += MetricsAsserts.getLongCounter("PlacedByStock", MetricsAsserts.getMetrics(source));
      }
    }
    return placed;
  }

  /** The longest time from a submission to its grant of the files in a folder, in milliseconds. */
  long longestWait(String folder) throws Exception {
    Path trace = directory.resolve("trace.jsonl");
    if (!Files.exists(trace)) {
      return 0;
    }
    PeaceCluster.await(() -> waits(trace, folder).open.isEmpty(), () -> "the trace is complete");
    return waits(trace, folder).longest;
  }

  private static Waits waits(Path trace, String folder) {
    ObjectMapper json = new ObjectMapper();
    Waits waits = new Waits();
    try {
      for (String line : Files.readAllLines(trace)) {
        if (line.endsWith("}") && line.contains("\"" + folder + "/")) {
          waits.accept(json.readTree(line));
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return waits;
  }

  private static final class Waits {
    private final Map<String, Long> open = new HashMap<>();
    private long longest;

    void accept(JsonNode event) {
      String chunk = event.path("path").asText() + " " + event.path("chunk").asText();
      long time = event.path("t").asLong();
      switch (event.path("event").asText()) {
        case "submitted" -> open.putIfAbsent(chunk, time);
        case "granted", "fallback", "released" -> {
          Long since = open.remove(chunk);
          if (since != null) {
            longest = Math.max(longest, time - since);
          }
        }
        default -> {
          // Tells nothing of a wait.
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Client client : clients) {
      client.fs().close();
    }
    cluster.close();
  }
}
