package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.StaticMapping;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.MetricsAsserts;
import org.apache.hadoop.test.Whitebox;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.hdfs.PeaceNode;
import org.peacescheduler.hdfs.PeacePlugin;

/**
 * A NameNode and datanodes under Peace, in this process, with a trace to look at.
 *
 * <p>Datanodes have names, but all have the address 127.0.0.1; a client that says nothing is taken
 * for any of them. {@link #as} lets it be another host, whose rack {@link #client} sets.
 */
final class PeaceCluster implements AutoCloseable {
  static final String POLICY =
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace";
  static final String STOCK =
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault";
  static final int BLOCK = 64 * 1024;
  private static final String FINE_GRAINED_LOCK =
      "org.apache.hadoop.hdfs.server.namenode.fgl.FineGrainedFSNamesystemLock";

  /** Three datanodes with room for one chunk of three replicas at a time. */
  static final String ONE_AT_A_TIME = oneRack(3);

  /** The racks of the datanodes of {@link #twoRacks}. */
  static final String[] TWO_RACKS = {"/rack1", "/rack1", "/rack1", "/rack2", "/rack2", "/rack2"};

  private static final List<PeaceCluster> RUNNING = new CopyOnWriteArrayList<>();

  static {
    SiteFile.removeLeft();
  }

  private final MiniDFSCluster mini;
  private final Path directory;

  private PeaceCluster(MiniDFSCluster mini, Path directory) {
    this.mini = mini;
    this.directory = directory;
    RUNNING.add(this);
  }

  /**
   * Starts a cluster with the datanodes {@code dn1, dn2, …}, one for each rack given.
   *
   * @param directory for everything, among it {@code topology.yaml} and {@code trace.jsonl}
   * @param change what is special about the configuration
   */
  static PeaceCluster start(Path directory, Consumer<Configuration> change, String... racks)
      throws IOException {
    return start(directory, change, builder -> builder, racks);
  }

  /** Three datanodes in a rack, with room for one chunk of three replicas at a time. */
  static PeaceCluster startOneAtATime(Path directory) throws IOException {
    return startOneAtATime(directory, conf -> {});
  }

  /** As {@link #startOneAtATime(Path)}, with something special. */
  static PeaceCluster startOneAtATime(Path directory, Consumer<Configuration> change)
      throws IOException {
    return startOneAtATime(directory, change, builder -> builder);
  }

  /** As {@link #startOneAtATime(Path)}, with more to say about the cluster itself. */
  static PeaceCluster startOneAtATime(
      Path directory, Consumer<Configuration> change, UnaryOperator<MiniDFSCluster.Builder> more)
      throws IOException {
    return start(
        directory,
        conf -> {
          topology(conf, directory, ONE_AT_A_TIME);
          change.accept(conf);
        },
        more,
        "/rack1",
        "/rack1",
        "/rack1");
  }

  /** Waits until so many chunks wait for room. */
  void awaitWaiting(int chunks) throws Exception {
    await(
        () -> peace().status().waiting() == chunks, () -> chunks + " waiting: " + peace().status());
  }

  /** As {@link #start}, with more to say about the cluster itself. */
  static PeaceCluster start(
      Path directory,
      Consumer<Configuration> change,
      UnaryOperator<MiniDFSCluster.Builder> more,
      String... racks)
      throws IOException {
    Configuration conf = configuration(directory);
    change.accept(conf);
    String[] hosts = new String[racks.length];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = "dn" + (i + 1);
    }
    MiniDFSCluster mini =
        more.apply(
                new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
                    .numDataNodes(hosts.length)
                    .hosts(hosts)
                    .racks(racks))
            .build();
    if (mini.getNumNameNodes() == 1) {
      mini.waitActive();
    }
    return new PeaceCluster(mini, directory);
  }

  /** The clusters that have been started and not closed. */
  static List<PeaceCluster> running() {
    return List.copyOf(RUNNING);
  }

  /** A configuration with Peace, small blocks and quick heartbeats. */
  static Configuration configuration(Path directory) throws IOException {
    // More than one NameNode in a JVM, one after the other or beside each other.
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = new HdfsConfiguration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setInt("dfs.bytes-per-checksum", 512);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.set("dfs.block.replicator.classname", POLICY);
    conf.set("dfs.namenode.peace.trace.file", directory.resolve("trace.jsonl").toString());
    conf.setLong("dfs.namenode.peace.seed", 1);
    // The paper's timesteps, each ended by one chunk: what the topology says holds, however long
    // a chunk takes, so that a test decides who waits.
    conf.set("dfs.namenode.peace.completion-fraction", "0.001");
    conf.set(
        "dfs.namenode.ip-proxy-users", UserGroupInformation.getCurrentUser().getShortUserName());
    return conf;
  }

  /**
   * Lets calls about files and calls about blocks go beside each other, from 3.5.0 on; earlier
   * releases have one lock for both, and do not look at this key.
   */
  static void useFineGrainedLock(Configuration conf) {
    conf.set("dfs.namenode.lock.model.provider.class", FINE_GRAINED_LOCK);
  }

  /** Whether this release has such a lock. */
  static boolean isFineGrainedLockKnown() {
    return PeaceCluster.class.getResource("/" + FINE_GRAINED_LOCK.replace('.', '/') + ".class")
        != null;
  }

  /** Writes the topology file and names it in the configuration. */
  static void topology(Configuration conf, Path directory, String yaml) {
    try {
      Path file = Files.writeString(directory.resolve("topology.yaml"), yaml);
      conf.set("dfs.namenode.peace.topology.file", file.toString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** One rack of so many datanodes, one chunk in and out of each. */
  static String oneRack(int datanodes) {
    return oneRack(datanodes, 1);
  }

  /** One rack of so many datanodes, so many chunks in and out of each. */
  static String oneRack(int datanodes, int capacity) {
    return """
        version: 1
        defaults:
          server: {up: %2$d, down: %2$d}
        switches:
          - {name: tor1, rack: /rack1}
        servers:
          - {hosts: "dn[1-%1$d]", switch: tor1}
        placement: [any]
        """
        .formatted(datanodes, capacity);
  }

  /** Two racks of three datanodes, one chunk in and out of each, two chunks between the racks. */
  static String twoRacks(String placement) {
    return """
        version: 1
        defaults:
          server: {up: 1, down: 1}
        switches:
          - {name: tor1, rack: /rack1}
          - {name: tor2, rack: /rack2}
        links:
          - {between: [tor1, tor2], capacity: 2}
        servers:
          - {hosts: "dn[1-3]", switch: tor1}
          - {hosts: "dn[4-6]", switch: tor2}
        placement: [%s]
        """
        .formatted(placement);
  }

  /** Says in which rack a host is that has no datanode. */
  static String client(String host, String rack) {
    StaticMapping.addNodeToRack(host, rack);
    return host;
  }

  /** Runs on a host that this process only claims to be. */
  static <T> T as(String host, Callable<T> work) throws Exception {
    CallerContext before = CallerContext.getCurrent();
    CallerContext.setCurrent(
        new CallerContext.Builder("peace-test").append(CallerContext.CLIENT_IP_STR, host).build());
    try {
      return work.call();
    } finally {
      CallerContext.setCurrent(before);
    }
  }

  MiniDFSCluster mini() {
    return mini;
  }

  DistributedFileSystem fs() throws IOException {
    return mini.getFileSystem();
  }

  /** Whether {@link #useFineGrainedLock} has had its effect. */
  boolean hasFineGrainedLock() {
    Object lock = Whitebox.getInternalState(mini.getNamesystem(0), "fsLock");
    return lock.getClass().getName().equals(FINE_GRAINED_LOCK);
  }

  /** A file system of a user's own, to be closed. */
  DistributedFileSystem newFileSystem(String user) throws IOException, InterruptedException {
    return (DistributedFileSystem)
        UserGroupInformation.createRemoteUser(user)
            .doAs(
                (PrivilegedExceptionAction<FileSystem>)
                    () -> FileSystem.newInstance(mini.getURI(), mini.getConfiguration(0)));
  }

  BlockManager blocks() {
    return mini.getNamesystem().getBlockManager();
  }

  PeaceNode peace() {
    return peace(0);
  }

  PeaceNode peace(int nameNode) {
    return peace(mini, nameNode);
  }

  static PeaceNode peace(MiniDFSCluster mini, int nameNode) {
    return ((PeacePlugin.Host)
            mini.getNamesystem(nameNode).getBlockManager().getBlockPlacementPolicy())
        .peace();
  }

  DatanodeDescriptor datanode(String host) {
    return blocks().getDatanodeManager().getDatanodes().stream()
        .filter(node -> node.getHostName().equals(host))
        .findFirst()
        .orElseThrow();
  }

  /** The index of a datanode in {@link #mini}. */
  int index(String host) {
    for (int i = 0; i < mini.getDataNodes().size(); i++) {
      if (mini.getDataNodes().get(i).getDatanodeId().getHostName().equals(host)) {
        return i;
      }
    }
    throw new IllegalArgumentException(host);
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  /** Writes and closes a file. */
  void write(String path, int length, int replication) throws IOException {
    write(fs(), path, length, replication);
  }

  static void write(DistributedFileSystem fs, String path, int length, int replication)
      throws IOException {
    try (FSDataOutputStream out = create(fs, path, replication)) {
      out.write(bytes(length));
    }
  }

  FSDataOutputStream create(String path, int replication) throws IOException {
    return create(fs(), path, replication);
  }

  static FSDataOutputStream create(DistributedFileSystem fs, String path, int replication)
      throws IOException {
    return fs.create(new org.apache.hadoop.fs.Path(path), true, 4096, (short) replication, BLOCK);
  }

  /**
   * A file of three replicas that stays open: its first bytes are written, and its block is load.
   */
  FSDataOutputStream holding(String host, String path, int bytes) throws Exception {
    FSDataOutputStream out = as(host, () -> create(path, 3));
    out.write(bytes(bytes));
    out.hflush();
    return out;
  }

  /** Ends an output stream as the death of its client would: nothing is told to the NameNode. */
  static void die(FSDataOutputStream out) throws IOException {
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
  }

  List<LocatedBlock> located(String path) throws IOException {
    return fs().getClient().getLocatedBlocks(path, 0).getLocatedBlocks();
  }

  /** The hosts of a block's replicas, as readers are told. */
  static List<String> hosts(LocatedBlock block) {
    List<String> hosts = new ArrayList<>();
    for (DatanodeInfo node : block.getLocations()) {
      hosts.add(node.getHostName());
    }
    return hosts;
  }

  static List<String> hosts(DatanodeStorageInfo... storages) {
    List<String> hosts = new ArrayList<>();
    for (DatanodeStorageInfo storage : storages) {
      hosts.add(storage.getDatanodeDescriptor().getHostName());
    }
    return hosts;
  }

  /** The order of the pipeline of a file's open block. */
  static List<String> pipeline(FSDataOutputStream out) {
    List<String> hosts = new ArrayList<>();
    for (DatanodeInfo node : ((DFSOutputStream) out.getWrappedStream()).getPipeline()) {
      hosts.add(node.getHostName());
    }
    return hosts;
  }

  void assertContent(String path, int length) throws IOException {
    assertContent(fs(), path, length);
  }

  static void assertContent(DistributedFileSystem fs, String path, int length) throws IOException {
    byte[] read = new byte[length];
    try (var in = fs.open(new org.apache.hadoop.fs.Path(path))) {
      in.readFully(0, read);
      assertEquals(length, fs.getFileStatus(new org.apache.hadoop.fs.Path(path)).getLen());
    }
    assertEquals(java.util.Arrays.hashCode(bytes(length)), java.util.Arrays.hashCode(read));
  }

  /**
   * Waits until all replicas are reported; datanodes report theirs soon after the writer is done.
   */
  void awaitReplicas(String path, int replicas) throws Exception {
    DFSTestUtil.waitReplication(fs(), new org.apache.hadoop.fs.Path(path), (short) replicas);
  }

  void assertDistinct(String path, int replicas) throws Exception {
    awaitReplicas(path, replicas);
    for (LocatedBlock block : located(path)) {
      Set<String> distinct = new HashSet<>(hosts(block));
      assertEquals(replicas, distinct.size(), path + " is on " + distinct);
    }
  }

  /**
   * Waits until nothing waits and no link carries anything, in each NameNode under Peace; the
   * accounts balance all the time.
   */
  void awaitIdle() throws Exception {
    for (int i = 0; i < mini.getNumNameNodes(); i++) {
      if (mini.getNamesystem(i) != null
          && mini.getNamesystem(i).getBlockManager().getBlockPlacementPolicy()
              instanceof PeacePlugin.Host host) {
        if (mini.getNameNode(i).isActiveState()) {
          awaitIdle(host.peace());
        } else {
          awaitNothingHeld(host.peace());
        }
      }
    }
  }

  /**
   * A standby hears how its chunks ended when the other NameNode's edits are rolled, or they end by
   * time; they hold nothing of the links before.
   */
  private static void awaitNothingHeld(PeaceNode peace) throws Exception {
    await(
        () ->
            Audit.balances(peace.coordinator())
                && peace.load().isEmpty()
                && peace.status().waiting() == 0
                && peace.countedAsWaiting() == 0,
        () -> "nothing is held on a standby: " + peace.status() + peace.load());
  }

  static void awaitIdle(PeaceNode peace) throws Exception {
    await(
        () -> {
          assertTrue(Audit.balances(peace.coordinator()), () -> "unbalanced: " + peace.load());
          Coordinator.Status status = peace.status();
          return status.idle()
              && status.waiting() == 0
              && peace.countedAsWaiting() == 0
              && status.inFlight() == 0
              && status.copies() == 0;
        },
        () ->
            "all capacity is back: %s, links in use: %s, in flight: %s"
                .formatted(peace.status(), peace.load(), peace.inFlight()));
    assertEquals(Map.of(), peace.load());
  }

  static void await(BooleanSupplier condition, java.util.function.Supplier<String> what)
      throws Exception {
    await(condition, 30_000, what);
  }

  static void await(BooleanSupplier condition, int millis, java.util.function.Supplier<String> what)
      throws Exception {
    try {
      GenericTestUtils.waitFor(condition::getAsBoolean, 50, millis);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new AssertionError("not within " + millis + " ms: " + what.get());
    }
  }

  /** The trace lines of a file so far. */
  List<JsonNode> trace(String path) throws IOException {
    return trace(directory, path);
  }

  static List<JsonNode> trace(Path directory, String path) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("trace.jsonl"))) {
      if (!line.endsWith("}")) {
        continue; // Being written.
      }
      JsonNode event = json.readTree(line);
      if (event.path("path").asText().equals(path)) {
        events.add(event);
      }
    }
    return events;
  }

  /** The trace lines of a file that tell of this kind of event. */
  List<JsonNode> trace(String path, String event) throws IOException {
    return trace(path).stream().filter(e -> e.get("event").asText().equals(event)).toList();
  }

  /** As {@link #trace}, after waiting for so many. */
  List<JsonNode> awaitTrace(String path, String event, int count) throws Exception {
    await(
        () -> {
          try {
            return trace(path, event).size() >= count;
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        () -> count + " times " + event + " of " + path);
    return trace(path, event);
  }

  /** No capacity came back because somebody lost patience: each end was told. */
  void assertNothingEndedByTime() throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve("trace.jsonl"))) {
      assertEquals(List.of(), lines.filter(l -> l.contains("\"reason\":\"time\"")).toList());
    }
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  /** Starts a datanode again that was stopped, with its data and its ports. */
  void restart(MiniDFSCluster.DataNodeProperties stopped) throws Exception {
    mini.restartDataNode(stopped, true);
    mini.waitActive();
    String host = stopped.getDatanode().getDatanodeId().getHostName();
    await(() -> datanode(host).isAlive(), () -> host + " is back");
  }

  /** Stops a datanode and lets the NameNode know at once. */
  MiniDFSCluster.DataNodeProperties kill(String host) throws Exception {
    DatanodeDescriptor node = datanode(host);
    MiniDFSCluster.DataNodeProperties stopped = mini.stopDataNode(index(host));
    mini.setDataNodeDead(node);
    return stopped;
  }

  /**
   * A NameNode dies: its clients get no answer any more, not even to calls that it has carried out.
   */
  void crashNameNode(int nameNode) {
    ((NameNodeRpcServer) mini.getNameNodeRpc(nameNode)).getClientRpcServer().stop();
    mini.shutdownNameNode(nameNode);
  }

  /**
   * Lets NameNodes order the recovery of a block again after two seconds: one that failed, since
   * its writer was still at it, would be waited for thirty heartbeats. For NameNodes that run now.
   */
  void orderFailedRecoveriesSoon() {
    for (int i = 0; i < mini.getNumNameNodes(); i++) {
      if (mini.getNamesystem(i) != null) {
        mini.getNamesystem(i).getBlockManager().setBlockRecoveryTimeout(2_000);
      }
    }
  }

  /** Starts a NameNode again on its ports, of which a connection may have taken one meanwhile. */
  void startAgain(int nameNode) throws Exception {
    await(
        () -> {
          try {
            mini.restartNameNode(nameNode, false);
            return true;
          } catch (BindException e) {
            return false;
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        () -> "the ports of NameNode " + nameNode + " are free");
  }

  /**
   * Starts the NameNode again, under its writers too.
   *
   * <p>HDFS lets them in when the last datanode has registered, before it knows what room there is,
   * if it has no complete block. Here they come in when every datanode has told its blocks and its
   * room. A datanode that registers twice, at the word of a heartbeat and of a report, can believe
   * that the report between the two will do, for hours; so it is asked for another.
   */
  void restartNameNode() throws Exception {
    int all = mini.getDataNodes().size();
    mini.getConfiguration(0).setInt("dfs.namenode.safemode.min.datanodes", all + 1);
    startAgain(0);
    await(
        () -> datanodes(node -> node.getRemaining() > 0) == all,
        () -> "all datanodes have come to the NameNode");
    await(
        () -> {
          if (datanodes(DatanodeDescriptor::checkBlockReportReceived) == all) {
            return true;
          }
          try {
            mini.triggerBlockReports();
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          return false;
        },
        () -> "all datanodes have told their blocks");
    fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
  }

  private long datanodes(Predicate<DatanodeDescriptor> which) {
    return blocks().getDatanodeManager().getDatanodes().stream().filter(which).count();
  }

  /** A folder whose files have a storage policy. */
  void makeFolder(String path, String storagePolicy) throws IOException {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(path);
    fs().mkdirs(folder);
    fs().setStoragePolicy(folder, storagePolicy);
  }

  /** Writes and closes a file as a client on a host. */
  void writeAs(String host, String path, int length, int replication) throws Exception {
    as(
        host,
        () -> {
          write(path, length, replication);
          return null;
        });
  }

  /** As {@link #writeAs}, by another thread. */
  Future<Void> writing(String host, String path, int length, int replication) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              writeAs(host, path, length, replication);
              return null;
            });
    Thread thread = new Thread(task, "writer of " + path);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  static long counter(String name) {
    return MetricsAsserts.getLongCounter(name, MetricsAsserts.getMetrics("PeaceScheduler"));
  }

  /** How often a chunk had to wait, in all NameNodes of this process together. */
  static long deferrals() {
    MetricsSystem metrics = DefaultMetricsSystem.instance();
    return Stream.of("PeaceScheduler", "PeaceScheduler-1")
        .filter(source -> metrics.getSource(source) != null)
        .mapToLong(
            source -> MetricsAsserts.getLongCounter("Deferrals", MetricsAsserts.getMetrics(source)))
        .sum();
  }

  static long fallbacks(FallbackReason reason) {
    StringBuilder name = new StringBuilder("Fallbacks");
    for (String word : reason.text().split("-", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return counter(name.toString());
  }

  static int gauge(String name) {
    return MetricsAsserts.getIntGauge(name, MetricsAsserts.getMetrics("PeaceScheduler"));
  }

  @Override
  public void close() {
    RUNNING.remove(this);
    mini.shutdown(true);
  }
}
