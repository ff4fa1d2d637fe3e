package org.peacescheduler.flink.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.state.CheckpointMetadataOutputStream;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CheckpointStorageLocation;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.TurnRequests;
import org.peacescheduler.client.Turns;

/**
 * Turns by the request protocol of a NameNode with Peace. The test calls the storage as a job
 * manager of Flink does, and the storage finds the NameNode's key where Flink finds HDFS: in the
 * {@code hdfs-site.xml} of the class path.
 */
class ProtocolCheckpointIT {
  private static final String KEY = "dfs.namenode.peace.rpc-address";

  @TempDir private static Path folder;
  private static MiniDFSCluster hdfs;
  private static TurnRequests requests;
  private static ClassLoader before;

  /** Has a {@code hdfs-site.xml} of its own before those of the jars. */
  private static final class WithSite extends ClassLoader {
    private final Path site;

    WithSite(ClassLoader parent, Path site) {
      super(parent);
      this.site = site;
    }

    @Override
    public URL getResource(String name) {
      try {
        return name.equals("hdfs-site.xml") ? site.toUri().toURL() : super.getResource(name);
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @BeforeAll
  static void start() throws IOException {
    Configuration site = new Configuration(false);
    site.set(KEY, "127.0.0.1:" + NetUtils.getFreeSocketPort());
    Configuration conf = new HdfsConfiguration();
    conf.addResource(site);
    conf.set(
        "dfs.block.replicator.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace");
    // Room for one turn at a time; where nothing is stated, there is room for all at first.
    Path network = folder.resolve("network.yaml");
    Files.writeString(
        network,
        """
        version: 1
        streamRate: 1 MB/s
        switches: [{name: tor}]
        servers:
        - {hosts: "127.0.0.1", switch: tor, up: 1 MB/s, down: 1 MB/s, disk: 1 MB/s}
        """);
    conf.set("dfs.namenode.peace.topology.file", network.toString());
    conf.setInt("dfs.replication", 1);
    hdfs = new MiniDFSCluster.Builder(conf, folder.resolve("dfs").toFile()).numDataNodes(1).build();
    hdfs.waitActive();
    // Peace looks for new datanodes when a block is asked for.
    try (OutputStream out =
        hdfs.getFileSystem().create(new org.apache.hadoop.fs.Path("/a-block"))) {
      out.write(1);
    }
    requests = TurnRequests.of(hdfs.getURI(), hdfs.getConfiguration(0));
    Path file = folder.resolve("hdfs-site.xml");
    try (Writer out = Files.newBufferedWriter(file)) {
      site.writeXml(out);
    }
    before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(new WithSite(before, file));
  }

  @AfterAll
  static void stop() {
    Thread.currentThread().setContextClassLoader(before);
    requests.close();
    hdfs.shutdown();
  }

  private static CheckpointStorageAccess storage(JobID job) throws IOException {
    URI root = hdfs.getURI().resolve("/flink");
    CheckpointStorageAccess storage =
        new PeaceCheckpointStorageFactory()
            .createFromConfig(
                org.apache.flink.configuration.Configuration.fromMap(
                    Map.of("execution.checkpointing.dir", root.toString())),
                ProtocolCheckpointIT.class.getClassLoader())
            .createCheckpointStorage(job);
    storage.initializeBaseLocationsForCheckpoint();
    return storage;
  }

  /** As {@link #storage}, by the port of somebody who is not Peace. */
  private static CheckpointStorageAccess storage(JobID job, InetSocketAddress other)
      throws IOException {
    Configuration conf = new Configuration(hdfs.getConfiguration(0));
    conf.set(KEY, NetUtils.getHostPortString(other));
    URI root = hdfs.getURI().resolve("/flink");
    org.apache.flink.configuration.Configuration config =
        org.apache.flink.configuration.Configuration.fromMap(
            Map.of("execution.checkpointing.dir", root.toString()));
    ClassLoader loader = ProtocolCheckpointIT.class.getClassLoader();
    CheckpointStorageAccess storage =
        new PeaceCheckpointStorage(
                PeaceCheckpointStorageFactory.inner(config, loader),
                TurnOptions.of(config),
                () -> Turns.of(conf))
            .createCheckpointStorage(job);
    storage.initializeBaseLocationsForCheckpoint();
    return storage;
  }

  /** How long a checkpoint waits, the quickest of some. */
  private static long leastMillis(CheckpointStorageAccess storage, int from) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = from; i < from + 5; i++) {
      least = Math.min(least, millis(storage, i));
    }
    return least;
  }

  private static long millis(CheckpointStorageAccess storage, int checkpoint) throws IOException {
    long begin = System.nanoTime();
    storage.initializeLocationForCheckpoint(checkpoint).disposeOnFailure();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
  }

  @Test
  void checkpoint_portIsClosed_beginsByTheFirstBlockWithoutAWait() throws Exception {
    JobID job = new JobID();
    CheckpointStorageAccess storage =
        storage(job, new InetSocketAddress("127.0.0.1", NetUtils.getFreeSocketPort()));
    long millis = leastMillis(storage, 1);
    assertTrue(millis < 1_900, millis + " ms");
    assertEquals(5, TurnFigures.of(job).turns());
    assertEquals(0, TurnFigures.of(job).byProtocol());
  }

  /** As behind a firewall that drops what comes: the queue of connections is full. */
  @Test
  void checkpoint_portIsFiltered_waitsForItOnce() throws Exception {
    JobID job = new JobID();
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address = (InetSocketAddress) deaf.getLocalSocketAddress();
      List<SocketChannel> waiting = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SocketChannel one = SocketChannel.open();
        one.configureBlocking(false);
        one.connect(address);
        waiting.add(one);
      }
      CheckpointStorageAccess storage = storage(job, address);
      long first = millis(storage, 1);
      assertTrue(first >= 1_900, first + " ms");
      long next = leastMillis(storage, 2);
      assertTrue(next < 1_900, next + " ms");
      assertEquals(6, TurnFigures.of(job).turns());
      assertEquals(0, TurnFigures.of(job).byProtocol());
      for (SocketChannel one : waiting) {
        one.close();
      }
    }
  }

  @Test
  void checkpoint_peaceIsOff_hasItsTurnAtOnce() throws Exception {
    JobID job = new JobID();
    hdfs.getNameNodeRpc().refresh("peace", new String[] {"off"});
    try {
      CheckpointStorageAccess storage = storage(job);
      long millis = leastMillis(storage, 1);
      assertTrue(millis < 1_900, millis + " ms");
      assertEquals(5, TurnFigures.of(job).byProtocol());
    } finally {
      hdfs.getNameNodeRpc().refresh("peace", new String[] {"on"});
    }
  }

  private static List<String> states() {
    try {
      return requests.list().stream().map(TurnRequests.Known::state).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void checkpoint_anotherJobHasTheTurn_beginsWhenThatOneIsComplete() throws Exception {
    JobID first = new JobID();
    JobID second = new JobID();
    CheckpointStorageLocation turn = storage(first).initializeLocationForCheckpoint(1);
    assertEquals(List.of("TURN"), states());

    CheckpointStorageAccess other = storage(second);
    FutureTask<CheckpointStorageLocation> waiting =
        new FutureTask<>(() -> other.initializeLocationForCheckpoint(1));
    Thread thread = new Thread(waiting, "waiting for a turn");
    thread.setDaemon(true);
    thread.start();
    GenericTestUtils.waitFor(() -> states().equals(List.of("TURN", "QUEUED")), 10, 10_000);
    assertFalse(waiting.isDone());

    try (CheckpointMetadataOutputStream metadata = turn.createMetadataOutputStream()) {
      metadata.write(1);
      metadata.closeAndFinalizeCheckpoint();
    }
    CheckpointStorageLocation next = waiting.get(30, TimeUnit.SECONDS);
    assertEquals(List.of("TURN"), states());
    next.disposeOnFailure();
    assertEquals(List.of(), states());
    assertEquals(1, TurnFigures.of(first).byProtocol());
    assertEquals(1, TurnFigures.of(second).byProtocol());
  }
}
