package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;
import org.peacescheduler.coordinate.Audit;

/**
 * Processes that wait for their turn, have it, or write in it are killed by SIGKILL, by both ways.
 * 5 s later no request is left and nothing waits. A block that was open is in flight until HDFS or
 * Peace sees that nobody writes it (docs/bounds.md); how long that takes is printed.
 *
 * <p>Two minutes, with a process for each case, so it is run by name alone.
 */
@Tag("figures")
@ExtendWith(IdleAfterEach.class)
class TurnKillsIT {
  private static final int LIMIT_MILLIS = 5_000;
  private static final int LONGEST_OPEN_MILLIS = 90_000;
  private static final String KEY = "dfs.namenode.peace.rpc-address";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  private enum State {
    WAITING,
    TURN,
    WRITING
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory, conf -> conf.set(KEY, "127.0.0.1:" + NetUtils.getFreeSocketPort()));
    cluster.fs().mkdirs(new org.apache.hadoop.fs.Path("/turns"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Process process(Path log, Turn.Way way, State state, Path ready)
      throws IOException {
    List<String> command = new ArrayList<>(ClusterProcess.java("-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ClientMain.class.getName());
    command.addAll(List.of(way.name(), state.name(), cluster.mini().getURI(0).toString()));
    command.addAll(List.of(cluster.mini().getConfiguration(0).get(KEY), ready.toString()));
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    assertEquals('r', process.getInputStream().read(), () -> read(log));
    return process;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PROTOCOL, WAITING",
    "PROTOCOL, TURN",
    "PROTOCOL, WRITING",
    "FIRST_BLOCK, WAITING",
    "FIRST_BLOCK, TURN",
    "FIRST_BLOCK, WRITING"
  })
  void killed_anyWayAndState_nothingWaitsAfter5s(Turn.Way way, State state) throws Exception {
    String name = way + "-" + state;
    Path log = directory.resolve(name + ".log");
    Path ready = directory.resolve(name);
    Process process = process(log, way, state, ready);
    FSDataOutputStream holder =
        state == State.WAITING
            ? cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), "/" + name, 10)
            : null;
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    try {
      PeaceCluster.await(
          () ->
              state == State.WAITING
                  ? cluster.peace().status().waiting() == 1
                  : Files.exists(ready),
          120_000,
          () -> name + ": " + read(log));
      assertEquals(way == Turn.Way.PROTOCOL ? 1 : 0, cluster.peace().turns());
    } finally {
      process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }
    long killed = System.nanoTime();
    PeaceCluster.await(
        () -> {
          assertTrue(Audit.balances(cluster.peace().coordinator()));
          return cluster.peace().turns() == 0
              && cluster.peace().status().waiting() == 0
              && cluster.peace().countedAsWaiting() == 0;
        },
        LIMIT_MILLIS,
        () -> cluster.peace().turns() + " requests, " + cluster.peace().status());
    long gone = System.nanoTime();
    if (holder != null) {
      holder.close();
    }
    PeaceCluster.await(
        () -> cluster.peace().load().isEmpty(),
        LONGEST_OPEN_MILLIS,
        () -> "the block that was open is no load any more: " + cluster.peace().status());
    System.out.printf(
        "%s on a %s NameNode, killed: request gone after %.1f s, capacity back after %.1f s%n",
        name,
        OnPatchedNameNode.isPatched() ? "patched" : "stock",
        (gone - killed) / 1e9,
        (System.nanoTime() - killed) / 1e9);
  }

  /** Asks for a turn, and writes in it if it is to, until it is killed. */
  static final class ClientMain {
    private ClientMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      PrintStream said = System.out;
      System.setOut(System.err); // Some of Hadoop's classes print.
      Configuration conf = new HdfsConfiguration();
      conf.setInt("dfs.bytes-per-checksum", 512);
      if (Turn.Way.valueOf(args[0]) == Turn.Way.PROTOCOL) {
        conf.set(KEY, args[3]);
      }
      org.apache.hadoop.fs.Path prefix =
          new org.apache.hadoop.fs.Path(args[2] + "/turns/" + args[0] + "-" + args[1]);
      org.apache.hadoop.fs.Path part = new org.apache.hadoop.fs.Path(prefix, "part");
      part.getFileSystem(conf).exists(part); // Loads what would take its time later.
      said.write('r');
      said.flush();
      if (System.in.read() < 0) {
        return;
      }
      boolean writes = State.valueOf(args[1]) == State.WRITING;
      Request request =
          Request.of(prefix).bytes(PeaceCluster.BLOCK).replication(2).blockSize(PeaceCluster.BLOCK);
      Turn turn =
          Turns.of(conf).ask(writes ? request.file(part) : request).await(Duration.ofSeconds(100));
      if (writes) {
        Optional<FSDataOutputStream> first = turn.takeStream();
        FSDataOutputStream out =
            first.isPresent()
                ? first.get()
                : part.getFileSystem(conf).create(part, true, 4096, (short) 2, PeaceCluster.BLOCK);
        out.write(new byte[1000]);
        out.hflush();
      }
      Files.createFile(Path.of(args[4]));
      Thread.currentThread().join();
    }
  }
}
