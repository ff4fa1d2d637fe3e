package org.peacescheduler.flink.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

/** A Flink cluster whose checkpoints go to an HDFS cluster, both in this process. */
class FlinkCheckpointIT {
  private static final int BLOCK = 64 * 1024;

  @TempDir private static Path folder;
  private static MiniDFSCluster hdfs;
  private static String root;

  private MiniCluster flink;
  private JobID job;

  /** Turns that the test gives. */
  private static final class Given implements Turns, PendingTurn {
    private static final BlockingQueue<Request> ASKED = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Turn> TURNS = new LinkedBlockingQueue<>();

    /** How long each request may wait at most. */
    private static final BlockingQueue<Duration> LONGEST = new LinkedBlockingQueue<>();

    @Override
    public PendingTurn ask(Request request) {
      ASKED.add(request);
      return this;
    }

    @Override
    public Turn await(Duration longest) throws IOException, InterruptedException {
      LONGEST.add(longest);
      Turn turn = TURNS.poll(30, TimeUnit.SECONDS);
      if (turn == GivenTurn.REFUSED) {
        throw new IOException("no right to write there");
      }
      return turn;
    }

    @Override
    public void cancel() {}
  }

  private record GivenTurn(Way way, boolean inTime, CompletableFuture<Void> closed)
      implements Turn {
    private static final GivenTurn REFUSED = of(Way.AT_ONCE, false);

    static GivenTurn of(Way way, boolean inTime) {
      return new GivenTurn(way, inTime, new CompletableFuture<>());
    }

    @Override
    public Duration waited() {
      return Duration.ofMillis(1234);
    }

    @Override
    public void confirm(long bytes) {}

    @Override
    public java.util.Optional<org.apache.hadoop.fs.FSDataOutputStream> takeStream() {
      return java.util.Optional.empty();
    }

    @Override
    public void close() {
      closed.complete(null);
    }
  }

  /** As Peace's factory, with turns that the test gives. */
  public static final class GivenTurns implements CheckpointStorageFactory<PeaceCheckpointStorage> {
    @Override
    public PeaceCheckpointStorage createFromConfig(ReadableConfig config, ClassLoader loader) {
      return new PeaceCheckpointStorage(
          PeaceCheckpointStorageFactory.inner(config, loader), TurnOptions.of(config), Given::new);
    }
  }

  @BeforeAll
  static void start() throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setInt("dfs.replication", 1);
    hdfs = new MiniDFSCluster.Builder(conf, folder.toFile()).numDataNodes(1).build();
    hdfs.waitActive();
    root = hdfs.getURI() + "/flink";
  }

  @AfterAll
  static void stop() {
    hdfs.shutdown();
  }

  @BeforeEach
  void clear() {
    Given.ASKED.clear();
    Given.TURNS.clear();
    Given.LONGEST.clear();
  }

  @AfterEach
  void stopFlink() throws Exception {
    if (flink != null) {
      flink.close();
    }
  }

  private void run(Class<?> factory) throws Exception {
    run(factory, Map.of());
  }

  private void run(Class<?> factory, Map<String, String> more) throws Exception {
    Map<String, String> keys = new HashMap<>(more);
    keys.put("execution.checkpointing.storage", factory.getName());
    keys.put("execution.checkpointing.dir", root);
    keys.put("execution.checkpointing.interval", "1 h");
    keys.put("rest.port", "0");
    keys.put("taskmanager.memory.managed.size", "16m");
    keys.put("taskmanager.memory.network.min", "16m");
    keys.put("taskmanager.memory.network.max", "16m");
    keys.put("metrics.reporter.peace.factory.class", TurnMetricsReporterFactory.class.getName());
    keys.put("metrics.reporter.seen.factory.class", SeenMetrics.class.getName());
    Configuration config = Configuration.fromMap(keys);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(1);
    env.fromSequence(0, Long.MAX_VALUE).keyBy(n -> n % 7).sinkTo(new DiscardingSink<>());
    JobGraph graph = env.getStreamGraph().getJobGraph();
    job = graph.getJobID();
    flink =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(config)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .build());
    flink.start();
    flink.submitJob(graph).get();
    GenericTestUtils.waitFor(this::isRunning, 20, 30_000);
  }

  private boolean isRunning() {
    return flink.getExecutionGraph(job).thenApply(FlinkCheckpointIT::isRunning).join();
  }

  private static boolean isRunning(AccessExecutionGraph graph) {
    boolean any = false;
    for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
      if (vertex.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
      any = true;
    }
    return any;
  }

  private List<String> names(String directory) throws IOException {
    FileSystem files = hdfs.getFileSystem();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory);
    return files.exists(path)
        ? java.util.Arrays.stream(files.listStatus(path))
            .map(FileStatus::getPath)
            .map(org.apache.hadoop.fs.Path::getName)
            .toList()
        : List.of();
  }

  private long gauge(String name) {
    return SeenMetrics.GAUGES.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(job.toHexString()))
        .filter(entry -> entry.getKey().endsWith(".peace." + name))
        .map(entry -> (Long) entry.getValue().getValue())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void checkpoint_turnNotThereYet_beginsNothing() throws Exception {
    run(GivenTurns.class);
    CompletableFuture<String> first = flink.triggerCheckpoint(job);
    Request request = Given.ASKED.poll(30, TimeUnit.SECONDS);
    assertEquals(root + "/" + job.toHexString() + "/chk-1", request.prefix().toString());
    assertEquals(0, request.bytes());
    assertEquals(Duration.ofMinutes(1), Given.LONGEST.poll(30, TimeUnit.SECONDS));
    assertEquals(List.of(), names(request.prefix().toString()));
    assertFalse(first.isDone());

    GivenTurn turn = GivenTurn.of(Turn.Way.PROTOCOL, true);
    Given.TURNS.add(turn);
    assertEquals(request.prefix().toString(), first.get(30, TimeUnit.SECONDS));
    turn.closed().get(30, TimeUnit.SECONDS);

    long bytes = hdfs.getFileSystem().getContentSummary(request.prefix()).getLength();
    Given.TURNS.add(GivenTurn.of(Turn.Way.PROTOCOL, true));
    flink.triggerCheckpoint(job).get(30, TimeUnit.SECONDS);
    assertEquals(bytes, Given.ASKED.remove().bytes());
    assertEquals(2, gauge("turns"));
    assertEquals(2, gauge("turnsByProtocol"));
    assertEquals(1234, gauge("lastCheckpointWait"));
    assertTrue(gauge("lastCheckpointDurationWithoutWait") >= 0);
    assertTrue(gauge("lastCheckpointTurn") > 0);
  }

  @Test
  void checkpoint_noTurnInTimeOrRefused_goesAllTheSame() throws Exception {
    run(GivenTurns.class);
    GivenTurn late = GivenTurn.of(Turn.Way.AT_ONCE, false);
    Given.TURNS.add(late);
    flink.triggerCheckpoint(job).get(30, TimeUnit.SECONDS);
    assertTrue(late.closed().isDone());
    Given.TURNS.add(GivenTurn.REFUSED);
    flink.triggerCheckpoint(job).get(30, TimeUnit.SECONDS);

    assertEquals(0, gauge("turns"));
    assertEquals(1, gauge("withoutTurn"));
    assertEquals(1, gauge("turnFailures"));
  }

  /** What Flink tells of the last checkpoint, once it does: that is after the checkpoint's end. */
  private boolean isLastUnaligned() throws Exception {
    GenericTestUtils.waitFor(() -> last() != null, 20, 10_000);
    return last().isUnalignedCheckpoint();
  }

  private CompletedCheckpointStats last() {
    return flink
        .getExecutionGraph(job)
        .thenApply(
            graph -> graph.getCheckpointStatsSnapshot().getHistory().getLatestCompletedCheckpoint())
        .join();
  }

  /** Flink counts the time until a checkpoint becomes unaligned from its trigger. */
  @Test
  void checkpoint_waitsHalfOfTheAlignedTimeout_staysAligned() throws Exception {
    run(
        GivenTurns.class,
        Map.of(
            "execution.checkpointing.unaligned.enabled", "true",
            "execution.checkpointing.aligned-checkpoint-timeout", "6 s",
            "execution.checkpointing.timeout", "40 s"));
    CompletableFuture<String> checkpoint = flink.triggerCheckpoint(job);
    Duration longest = Given.LONGEST.poll(30, TimeUnit.SECONDS);
    assertEquals(Duration.ofSeconds(3), longest);
    TimeUnit.NANOSECONDS.sleep(longest.toNanos()); // It waits as long as it may.
    Given.TURNS.add(GivenTurn.of(Turn.Way.PROTOCOL, true));
    checkpoint.get(30, TimeUnit.SECONDS);
    assertFalse(isLastUnaligned());
  }

  @Test
  void savepoint_any_asksForNothing() throws Exception {
    run(GivenTurns.class);
    String savepoint =
        flink
            .triggerSavepoint(
                job, hdfs.getURI() + "/savepoints", false, SavepointFormatType.CANONICAL)
            .get(30, TimeUnit.SECONDS);

    assertTrue(names(savepoint).contains("_metadata"), savepoint);
    assertEquals(0, Given.ASKED.size());
  }

  @Test
  void checkpoint_turnsOfHdfs_leavesNothingOfTheTurn() throws Exception {
    run(PeaceCheckpointStorageFactory.class);
    String checkpoint = flink.triggerCheckpoint(job).get(30, TimeUnit.SECONDS);

    assertEquals(List.of("_metadata"), names(checkpoint));
    assertEquals(1, gauge("turns"));
    assertEquals(0, gauge("turnsByProtocol"), "by the first block");
    assertEquals(0, gauge("turnFailures"));
  }
}
