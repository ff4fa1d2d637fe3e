package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;
import org.peacescheduler.coordinate.Audit;

/**
 * However a request for a turn ends, 5 s later nothing of it waits, is in flight or holds capacity:
 * by both ways, while it waits, in its turn and while it writes. Lost connections are in {@link
 * ProtocolTurnIT}, killed processes in {@link TurnKillsIT}.
 */
@ExtendWith(IdleAfterEach.class)
class TurnEndingsIT {
  private static final int LIMIT_MILLIS = 5_000;
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String KEY = "dfs.namenode.peace.rpc-address";
  private static final String HOST = "10.1.0.2";
  private static final org.apache.hadoop.fs.Path ROOT = new org.apache.hadoop.fs.Path("/turns");

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int number;

  private FSDataOutputStream holder;
  private Client client;

  private enum State {
    WAITING,
    TURN,
    WRITING
  }

  private enum Ending {
    CANCELLED,
    INTERRUPTED,
    FILE_DELETED
  }

  /** A client that asks, and in its turn writes, until it is ended. */
  private final class Client {
    final State until;
    final PendingTurn pending;
    final org.apache.hadoop.fs.Path part = new org.apache.hadoop.fs.Path(ROOT, number++ + "/part");
    final CountDownLatch writes = new CountDownLatch(1);
    final CountDownLatch end = new CountDownLatch(1);
    final FutureTask<Boolean> work = new FutureTask<>(this::run);
    final Thread thread = new Thread(work, "client");

    Client(Turn.Way way, State until) throws Exception {
      this.until = until;
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      if (way == Turn.Way.FIRST_BLOCK) {
        conf.unset(KEY);
      }
      Request request =
          Request.of(
                  new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + path(part.getParent())))
              .members(List.of(new Request.Member(Optional.of(HOST), PeaceCluster.BLOCK, 1)))
              .replication(3)
              .blockSize(PeaceCluster.BLOCK);
      Request asked =
          until == State.WRITING
              ? request.file(new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + path(part)))
              : request;
      pending = PeaceCluster.as(HOST, () -> Turns.of(conf).ask(asked));
      thread.setDaemon(true);
      thread.start();
    }

    /** Whether it had its turn. */
    private boolean run() throws Exception {
      try (Turn turn = pending.await(LONG)) {
        if (until != State.WRITING) {
          writes.countDown();
          end.await();
          return turn.inTime();
        }
        try (FSDataOutputStream out = stream(turn)) {
          out.write(PeaceCluster.bytes(1000));
          out.hflush();
          writes.countDown();
          end.await();
        }
        return turn.inTime();
      }
    }

    private FSDataOutputStream stream(Turn turn) throws Exception {
      Optional<FSDataOutputStream> first = turn.takeStream();
      return first.isPresent()
          ? first.get()
          : PeaceCluster.as(HOST, () -> cluster.create(path(part), 3));
    }

    /** Waits for its end, however it looks. */
    void join() throws Exception {
      thread.join(TimeUnit.SECONDS.toMillis(20));
      assertTrue(work.isDone(), () -> "it has ended: " + until);
    }
  }

  private static String path(org.apache.hadoop.fs.Path path) {
    return path.toUri().getPath();
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.set(KEY, "127.0.0.1:" + NetUtils.getFreeSocketPort());
              conf.setInt("dfs.namenode.handler.count", 20);
            });
    PeaceCluster.client(HOST, "/rack1");
    cluster.fs().mkdirs(ROOT);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Whatever a test has come to, the next one finds nothing of it. */
  @AfterEach
  void close() throws Exception {
    if (client != null) {
      client.end.countDown();
      client.pending.cancel();
      client.join();
    }
    if (holder != null) {
      holder.close();
    }
  }

  private static Stream<Arguments> endings() {
    return Stream.of(Turn.Way.PROTOCOL, Turn.Way.FIRST_BLOCK)
        .flatMap(
            way ->
                Stream.of(State.values())
                    .flatMap(
                        state ->
                            Stream.of(Ending.values())
                                // By the protocol there is a file only when it writes.
                                .filter(
                                    ending ->
                                        ending != Ending.FILE_DELETED
                                            || way == Turn.Way.FIRST_BLOCK
                                            || state == State.WRITING)
                                .map(ending -> Arguments.of(way, state, ending))));
  }

  @ParameterizedTest
  @MethodSource
  void endings(Turn.Way way, State state, Ending ending) throws Exception {
    if (state == State.WAITING) {
      holder = cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), "/holder-" + number, 10);
    }
    int others = cluster.peace().status().inFlight();
    client = new Client(way, state);
    if (state == State.WAITING) {
      cluster.awaitWaiting(1);
    } else {
      assertTrue(client.writes.await(30, TimeUnit.SECONDS));
      boolean isOpen = way == Turn.Way.FIRST_BLOCK || state == State.WRITING;
      assertEquals(isOpen, !cluster.peace().load().isEmpty());
      assertEquals(way == Turn.Way.PROTOCOL ? 1 : 0, cluster.peace().turns());
    }

    end(state, ending);

    PeaceCluster.await(
        () -> {
          assertTrue(Audit.balances(cluster.peace().coordinator()));
          return cluster.peace().turns() == 0
              && cluster.peace().status().waiting() == 0
              && cluster.peace().countedAsWaiting() == 0
              && cluster.peace().status().inFlight() == others;
        },
        LIMIT_MILLIS,
        () -> cluster.peace().turns() + " requests, " + cluster.peace().status());
    if (others == 0) {
      PeaceCluster.await(
          () -> cluster.peace().load().isEmpty(), 1_000, () -> "load " + cluster.peace().load());
    }
    client.end.countDown();
    client.join();
    if (state == State.WAITING) {
      Throwable cause = assertThrows(ExecutionException.class, () -> client.work.get()).getCause();
      assertEquals(
          switch (ending) {
            case CANCELLED -> CancellationException.class;
            case INTERRUPTED -> InterruptedException.class;
            case FILE_DELETED -> java.io.FileNotFoundException.class;
          },
          cause.getClass(),
          cause::toString);
    }
  }

  private void end(State state, Ending ending) throws Exception {
    switch (ending) {
      case INTERRUPTED -> client.thread.interrupt();
      case FILE_DELETED -> {
        org.apache.hadoop.fs.Path folder = client.part.getParent();
        for (FileStatus file : cluster.fs().listStatus(folder)) {
          assertTrue(cluster.fs().delete(file.getPath(), false));
        }
        if (state != State.WAITING) {
          // That alone gives the block's capacity back; then the client sees it.
          PeaceCluster.await(
              () -> cluster.peace().status().inFlight() == 0,
              LIMIT_MILLIS,
              () -> "the block's capacity is back: " + cluster.peace().status());
          client.end.countDown();
        }
      }
      case CANCELLED -> {
        if (state == State.WAITING) {
          client.pending.cancel();
        } else {
          client.end.countDown();
        }
      }
      default -> throw new AssertionError(ending);
    }
  }
}
