package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListRequestProto;
import org.peacescheduler.protocol.TurnProtos.MemberProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;

/**
 * Random calls of the request protocol by many users over many connections, some of which are cut,
 * beside blocks below their prefixes and links that are full now and then. All the time there are
 * more polls than handlers, and `list` is answered within a second; 5 s after all are gone nothing
 * is left.
 *
 * <p>{@code -Dpeace.turns.calls=N} for more or fewer than 100,000 calls, {@code
 * -Dpeace.turns.seed=N} for the calls of another run. It takes a minute or more, and times want a
 * quiet machine, so it is run by name alone.
 */
@Tag("figures")
@ExtendWith(IdleAfterEach.class)
class RandomTurnCallsIT {
  private static final long CALLS = Long.getLong("peace.turns.calls", 100_000);
  private static final long SEED = Long.getLong("peace.turns.seed", System.nanoTime());
  private static final int USERS = 8;
  private static final int CALLERS = 12;
  private static final int POLLERS = 12;
  private static final int IDS = 4;
  private static final int LONGEST_POLL_MILLIS = 2_000;
  private static final int LIST_MILLIS = 1_000;
  private static final int LEFT_MILLIS = 5_000;
  private static final String KEY = "dfs.namenode.peace.rpc-address";
  private static final String HOST = "10.1.0.2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong cuts = new AtomicLong();
  private final AtomicLong blocks = new AtomicLong();

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
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/turns");
    cluster.fs().mkdirs(root);
    cluster.fs().setPermission(root, new FsPermission("777"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** One client: a connection of a user, which is cut now and then. */
  private final class Client implements AutoCloseable {
    final String user;
    final SplittableRandom random;
    private TurnProtocol to;

    Client(int number, SplittableRandom random) throws IOException {
      this.user = "user-" + number % USERS;
      this.random = random;
      connect();
    }

    private void connect() throws IOException {
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      RPC.setProtocolEngine(conf, TurnProtocol.class, ProtobufRpcEngine2.class);
      to =
          RPC.getProxy(
              TurnProtocol.class,
              RPC.getProtocolVersion(TurnProtocol.class),
              NetUtils.createSocketAddr(conf.get(KEY)),
              UserGroupInformation.createRemoteUser(user),
              conf,
              new StandardSocketFactory() {});
    }

    private String id() {
      return "id-" + random.nextInt(IDS);
    }

    /** One call; the NameNode may say that there is no such request, or that it is too much. */
    void call() throws Exception {
      calls.incrementAndGet();
      try {
        int kind = random.nextInt(1_000);
        if (kind < 500) {
          submit();
        } else if (kind < 800) {
          update();
        } else if (kind < 900) {
          poll(random.nextInt(20));
        } else if (kind < 990) {
          to.list(null, ListRequestProto.getDefaultInstance());
        } else {
          cuts.incrementAndGet();
          close();
          connect();
        }
      } catch (ServiceException e) {
        if (!(e.getCause() instanceof RemoteException)) {
          throw e;
        }
        refused.incrementAndGet();
      }
    }

    private void submit() throws ServiceException {
      SubmitRequestProto.Builder request =
          SubmitRequestProto.newBuilder()
              .setId(id())
              .setPrefix("/turns/" + user + "-" + random.nextInt(3))
              .setReplication(1 + random.nextInt(4))
              .setBlockSize(random.nextInt(3) * (long) PeaceCluster.BLOCK)
              .setRefuse(random.nextInt(4) == 0)
              .setBeginsAtOnce(random.nextBoolean())
              .setDeadlineMillis(random.nextInt(3) * 100L)
              .setWaitedMillis(random.nextInt(3) * 10_000L);
      if (random.nextBoolean()) {
        request.setGroup("group-" + random.nextInt(3));
      }
      for (int i = random.nextInt(3); i >= 0; i--) {
        request.addMembers(
            MemberProto.newBuilder()
                .setHost(random.nextBoolean() ? HOST : "dn" + (1 + random.nextInt(3)))
                .setBytes(random.nextInt(4) * (long) PeaceCluster.BLOCK)
                .setFiles(1 + random.nextInt(3)));
      }
      seen(to.submit(null, request.build()).getStatus().getState());
    }

    private void update() throws ServiceException {
      UpdateRequestProto.ActionProto[] actions = UpdateRequestProto.ActionProto.values();
      to.update(
          null,
          UpdateRequestProto.newBuilder()
              .setId(id())
              .setAction(actions[random.nextInt(actions.length)])
              .setBytes(random.nextInt(4) * (long) PeaceCluster.BLOCK)
              .build());
    }

    void poll(int longestMillis) throws ServiceException {
      StateProto known = random.nextBoolean() ? StateProto.QUEUED : StateProto.TURN;
      seen(
          to.awaitChange(
                  null,
                  AwaitRequestProto.newBuilder()
                      .setId(id())
                      .setKnown(known)
                      .setLongestMillis(longestMillis)
                      .build())
              .getStatus()
              .getState());
    }

    private void seen(StateProto state) {
      turns.addAndGet(state == StateProto.TURN ? 1 : 0);
    }

    @Override
    public void close() {
      RPC.stopProxy(to);
    }
  }

  private boolean isOver() {
    return calls.get() >= CALLS;
  }

  private Void callUntilOver(Client client) throws Exception {
    while (!isOver()) {
      client.call();
    }
    return null;
  }

  /** Waits for news without a pause, so that there are more polls than handlers. */
  private Void pollUntilOver(Client client) throws Exception {
    while (!isOver()) {
      calls.incrementAndGet();
      try {
        client.poll(1 + client.random.nextInt(LONGEST_POLL_MILLIS));
      } catch (ServiceException e) {
        if (!(e.getCause() instanceof RemoteException)) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(5); // None with this id: another one will be submitted.
      }
    }
    return null;
  }

  /** Plain files of users below their prefixes; some stay open for a while, and the links full. */
  private Void writeUntilOver(SplittableRandom random) throws Exception {
    String user = "user-" + random.nextInt(USERS);
    try (DistributedFileSystem fs = cluster.newFileSystem(user)) {
      while (!isOver()) {
        String path = "/turns/" + user + "-" + random.nextInt(3) + "/" + random.nextInt(5);
        try (FSDataOutputStream out =
            PeaceCluster.as(HOST, () -> PeaceCluster.create(fs, path, 3))) {
          out.write(PeaceCluster.bytes(1000));
          out.hflush();
          blocks.incrementAndGet();
          TimeUnit.MILLISECONDS.sleep(random.nextInt(200));
        }
      }
    }
    return null;
  }

  /** Asks for the list all the time, and says how long the answers took, in milliseconds. */
  private List<Long> lists(Client client) throws Exception {
    List<Long> millis = new ArrayList<>();
    while (!isOver()) {
      long begin = System.nanoTime();
      client.to.list(null, ListRequestProto.getDefaultInstance());
      millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return millis.stream().sorted().toList();
  }

  @Test
  void calls_randomOfManyUsers_listIsAnsweredAndNothingIsLeft() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < CALLERS + POLLERS + 1; i++) {
      clients.add(new Client(i, random.split()));
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    long begin = System.nanoTime();
    List<Long> lists;
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        Client client = clients.get(i);
        all.add(threads.submit(() -> callUntilOver(client)));
      }
      for (int i = CALLERS; i < CALLERS + POLLERS; i++) {
        Client client = clients.get(i);
        all.add(threads.submit(() -> pollUntilOver(client)));
      }
      for (int i = 0; i < 2; i++) {
        SplittableRandom own = random.split();
        all.add(threads.submit(() -> writeUntilOver(own)));
      }
      lists = threads.submit(() -> lists(clients.get(CALLERS + POLLERS))).get();
      for (Future<Void> one : all) {
        one.get(2, TimeUnit.MINUTES);
      }
    } finally {
      clients.forEach(Client::close);
      threads.shutdownNow();
    }
    long gone = System.nanoTime();
    PeaceCluster.await(
        () -> {
          assertTrue(Audit.balances(cluster.peace().coordinator()));
          return cluster.peace().turns() == 0
              && cluster.peace().status().waiting() == 0
              && cluster.peace().countedAsWaiting() == 0
              && cluster.peace().status().inFlight() == 0
              && cluster.peace().load().isEmpty();
        },
        LEFT_MILLIS,
        () -> "seed " + SEED + ": " + cluster.peace().turns() + " " + cluster.peace().status());
    long slowest = lists.get(lists.size() - 1);
    System.out.printf(
        "%s NameNode, seed %d: %d calls in %.0f s, %d refused, %d turns seen, %d connections cut,"
            + " %d blocks; %d lists, p50 %d ms, p99 %d ms, slowest %d ms; nothing left after %.1f s%n",
        OnPatchedNameNode.isPatched() ? "patched" : "stock",
        SEED,
        calls.get(),
        (gone - begin) / 1e9,
        refused.get(),
        turns.get(),
        cuts.get(),
        blocks.get(),
        lists.size(),
        lists.get(lists.size() / 2),
        lists.get(lists.size() * 99 / 100),
        slowest,
        (System.nanoTime() - gone) / 1e9);
    assertTrue(turns.get() > CALLS / 1_000, "some have their turn: " + turns);
    assertTrue(blocks.get() > 0);
    assertTrue(slowest <= LIST_MILLIS, "list took " + slowest + " ms; seed " + SEED);
    assertEquals(0, cluster.peace().turns());
  }
}
