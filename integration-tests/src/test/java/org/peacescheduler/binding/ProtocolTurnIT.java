package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.TurnRequests;
import org.peacescheduler.client.Turns;
import org.peacescheduler.client.checkpoint.CheckpointWrite;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.WriteOutcome;
import org.peacescheduler.client.checkpoint.WriterOptions;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListRequestProto;
import org.peacescheduler.protocol.TurnProtos.MemberProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;

/** Turns by the request protocol, where there is room for one chunk at a time. */
@ExtendWith(IdleAfterEach.class)
class ProtocolTurnIT {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String HOST = "10.1.0.2";
  private static final String KEY = "dfs.namenode.peace.rpc-address";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.set(KEY, "127.0.0.1:" + NetUtils.getFreeSocketPort());
              conf.setBoolean("hadoop.security.authorization", true);
              conf.set("security.peace.protocol.acl.blocked", "outsider");
            });
    PeaceCluster.client(HOST, "/rack1");
    cluster.fs().mkdirs(new org.apache.hadoop.fs.Path("/turns"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Whatever the test did with its requests, they are gone within 5 s. */
  @AfterEach
  void nothingLeft() throws Exception {
    long begin = System.nanoTime();
    awaitTurns(0);
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(5));
  }

  private static void awaitTurns(int requests) throws Exception {
    PeaceCluster.await(
        () -> cluster.peace().turns() == requests,
        () -> requests + " requests: " + cluster.peace().turns());
  }

  private static Turns turns() {
    return Turns.of(conf());
  }

  private static Configuration conf() {
    return cluster.mini().getConfiguration(0);
  }

  private static Request request(String name) {
    return Request.of(prefix(name))
        .members(List.of(new Request.Member(Optional.of(HOST), PeaceCluster.BLOCK, 1)))
        .replication(3)
        .blockSize(PeaceCluster.BLOCK);
  }

  private static org.apache.hadoop.fs.Path prefix(String name) {
    return new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + "/turns/" + name);
  }

  private static FSDataOutputStream full(String path) throws Exception {
    return cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), path, 1000);
  }

  private static Future<Turn> awaiting(PendingTurn pending) {
    FutureTask<Turn> task = new FutureTask<>(() -> pending.await(LONG));
    Thread thread = new Thread(task, "awaiting");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void ask_linksFree_isTheTurnAndItsFilesAreOfItsGroup() throws Exception {
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("stranger");
    org.apache.hadoop.fs.Path free = new org.apache.hadoop.fs.Path("/turns/free");
    cluster.fs().mkdirs(free);
    cluster.fs().setPermission(free, new FsPermission("777"));
    try (Turn turn = turns().ask(request("free").group("of-the-turn")).await(LONG);
        DistributedFileSystem others = cluster.newFileSystem(stranger.getUserName())) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
      turn.confirm(1000);
      cluster.writeAs(HOST, "/turns/free/part", 1000, 3);
      assertEquals("WRITING", list().get(0).state());
      PeaceCluster.write(others, "/turns/free/of-another", 1000, 3);
    }
    cluster.assertContent("/turns/free/part", 1000);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    assertEquals(user + ":of-the-turn", group("/turns/free/part"));
    assertFalse(group("/turns/free/of-another").contains("of-the-turn"));
  }

  private static String group(String path) throws Exception {
    return cluster.awaitTrace(path, "submitted", 1).get(0).path("group").asText();
  }

  private static List<TurnRequests.Known> list() throws IOException {
    try (TurnRequests requests = TurnRequests.of(cluster.mini().getURI(0), conf())) {
      return requests.list();
    }
  }

  private static Void cancel(String id) throws IOException {
    try (TurnRequests requests = TurnRequests.of(cluster.mini().getURI(0), conf())) {
      requests.cancel(id);
      return null;
    }
  }

  @Test
  void ask_linksFull_turnComesWhenTheyAreFree() throws Exception {
    Future<Turn> awaiting;
    try (FSDataOutputStream holder = full("/turns-holder")) {
      awaiting = awaiting(turns().ask(request("full")));
      cluster.awaitWaiting(1);
      TurnRequests.Known known = list().get(0);
      assertEquals("QUEUED", known.state());
      assertEquals(1, known.position());
      assertFalse(known.blockedBy().isEmpty());
      // HDFS's command to read access lists anew knows nothing of those that wait.
      assertEquals(0, new DFSAdmin(conf()).run(new String[] {"-refreshServiceAcl"}));
      assertEquals("QUEUED", list().get(0).state());
      assertFalse(awaiting.isDone());
    }
    try (Turn turn = awaiting.get(20, TimeUnit.SECONDS)) {
      assertTrue(turn.inTime());
      assertEquals(Turn.Way.PROTOCOL, turn.way());
    }
  }

  @Test
  void askNow_linksFull_isLaterAndNothingIsKept() throws Exception {
    TurnProtocol raw = connect();
    try (FSDataOutputStream holder = full("/turns-now")) {
      assertEquals(Optional.empty(), turns().askNow(request("now")));
      assertNothingIsKept();
      SubmitRequestProto request =
          SubmitRequestProto.newBuilder()
              .setId("later")
              .setPrefix("/turns/later")
              .addMembers(MemberProto.newBuilder().setHost(HOST))
              .setReplication(3)
              .setRefuse(true)
              .build();
      for (int i = 0; i < 2; i++) { // The same id may ask again: it is not remembered.
        assertEquals(StateProto.LATER, raw.submit(null, request).getStatus().getState());
        assertNothingIsKept();
        assertThrows(ServiceException.class, () -> raw.awaitChange(null, news("later")));
      }
    } finally {
      RPC.stopProxy(raw);
    }
  }

  private static void assertNothingIsKept() throws IOException {
    assertEquals(List.of(), list());
    assertEquals(0, cluster.peace().turns());
    assertEquals(0, cluster.peace().status().waiting());
    assertEquals(0, cluster.peace().countedAsWaiting());
    assertTrue(Audit.balances(cluster.peace().coordinator()));
  }

  @Test
  void askNow_linksFree_isATurn() throws Exception {
    try (Turn turn = turns().askNow(request("now-free")).orElseThrow()) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
      assertEquals(List.of("TURN"), list().stream().map(TurnRequests.Known::state).toList());
    }
  }

  @Test
  void ask_anotherWritesInItsTurn_waitsForItsLinks() throws Exception {
    try (Turn first = turns().ask(request("first")).await(LONG)) {
      PendingTurn second;
      try (FSDataOutputStream out = cluster.holding(HOST, "/turns/first/part", 1000)) {
        second = turns().ask(request("second"));
        cluster.awaitWaiting(1);
        assertEquals(
            List.of("WRITING", "QUEUED"), list().stream().map(TurnRequests.Known::state).toList());
      }
      try (Turn turn = second.await(LONG)) {
        assertTrue(turn.inTime());
      }
    }
  }

  @Test
  void await_timeOverOrInterrupted_nothingWaits() throws Exception {
    try (FSDataOutputStream holder = full("/turns-time")) {
      PendingTurn first = turns().ask(request("time"));
      cluster.awaitWaiting(1);
      assertFalse(first.await(Duration.ZERO).inTime());
      cluster.awaitWaiting(0);
      PendingTurn second = turns().ask(request("interrupt"));
      cluster.awaitWaiting(1);
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> second.await(LONG));
      cluster.awaitWaiting(0);
    }
  }

  @Test
  void cancel_byTheClientOrByCommand_nothingWaits() throws Exception {
    try (FSDataOutputStream holder = full("/turns-cancel")) {
      PendingTurn pending = turns().ask(request("cancel"));
      cluster.awaitWaiting(1);
      pending.cancel();
      assertThrows(CancellationException.class, () -> pending.await(LONG));
      cluster.awaitWaiting(0);
      PendingTurn another = turns().ask(request("cancelled-by-command"));
      cluster.awaitWaiting(1);
      cancel(list().get(0).id());
      assertFalse(another.await(LONG).inTime());
      assertThrows(FileNotFoundException.class, () -> cancel("none"));
      cluster.awaitWaiting(0);
    }
  }

  @Test
  void await_noRightOrAFileThere_isTold() throws Exception {
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("stranger");
    assertThrows(
        AccessControlException.class,
        () ->
            stranger.doAs(
                (PrivilegedExceptionAction<Turn>)
                    () -> turns().ask(request("forbidden")).await(LONG)));
    cluster.write("/turns/file", 10, 1);
    assertThrows(ParentNotDirectoryException.class, () -> turns().ask(request("file")).await(LONG));
  }

  @Test
  void list_anotherUser_seesNothingOfIt() throws Exception {
    try (Turn turn = turns().ask(request("mine")).await(LONG)) {
      assertEquals(1, list().size());
      UserGroupInformation stranger = UserGroupInformation.createRemoteUser("stranger");
      assertEquals(
          List.of(),
          stranger.doAs((PrivilegedExceptionAction<List<TurnRequests.Known>>) () -> list()));
      String id = list().get(0).id();
      assertThrows(
          FileNotFoundException.class,
          () -> stranger.doAs((PrivilegedExceptionAction<Void>) () -> cancel(id)));
    }
  }

  /**
   * HDFS's command to read access lists anew knows nothing of Peace's, and takes nothing from it.
   */
  @Test
  void ask_accessListBarsTheUser_goesByTheFirstBlockAndOthersDoNot() throws Exception {
    assertEquals(0, new DFSAdmin(conf()).run(new String[] {"-refreshServiceAcl"}));
    org.apache.hadoop.fs.Path open = new org.apache.hadoop.fs.Path("/turns/open");
    cluster.fs().mkdirs(open);
    cluster.fs().setPermission(open, new FsPermission("777"));
    UserGroupInformation outsider = UserGroupInformation.createRemoteUser("outsider");
    Request request = Request.of(prefix("open")).replication(3);
    try (Turn turn =
        outsider.doAs((PrivilegedExceptionAction<Turn>) () -> turns().ask(request).await(LONG))) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
    }
    try (Turn turn = turns().ask(request).await(LONG)) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
    }
  }

  /** As with calls to the NameNode: an ordinary account cannot fill the log with stack traces. */
  @Test
  void await_unknownRequest_takesALineOfTheLog() throws Exception {
    TurnProtocol raw = connect();
    LogCapturer log = LogCapturer.captureLogs(Server.LOG);
    try {
      assertThrows(ServiceException.class, () -> raw.awaitChange(null, news("none")));
      assertThrows(ServiceException.class, () -> submit(raw, "x".repeat(10_000)));
    } finally {
      log.stopCapturing();
      RPC.stopProxy(raw);
    }
    assertTrue(log.getOutput().contains("There is no request 'none'"), log.getOutput());
    assertFalse(log.getOutput().contains("\tat "), log.getOutput());
  }

  /** A connection of its own. */
  private static TurnProtocol connect() throws IOException {
    Configuration own = new Configuration(conf());
    RPC.setProtocolEngine(own, TurnProtocol.class, ProtobufRpcEngine2.class);
    return RPC.getProxy(
        TurnProtocol.class,
        RPC.getProtocolVersion(TurnProtocol.class),
        NetUtils.createSocketAddr(own.get(KEY)),
        UserGroupInformation.getCurrentUser(),
        own,
        new StandardSocketFactory() {});
  }

  private static StateProto submit(TurnProtocol client, String id) throws ServiceException {
    return client
        .submit(
            null,
            SubmitRequestProto.newBuilder()
                .setId(id)
                .setPrefix("/turns/" + id)
                .addMembers(MemberProto.newBuilder().setHost(HOST))
                .setReplication(3)
                .setBeginsAtOnce(true)
                .build())
        .getStatus()
        .getState();
  }

  private static AwaitRequestProto news(String id) {
    return AwaitRequestProto.newBuilder().setId(id).setKnown(StateProto.QUEUED).build();
  }

  private static void awaitTurn(TurnProtocol client, String id) throws ServiceException {
    if (submit(client, id) == StateProto.QUEUED) {
      assertEquals(StateProto.TURN, client.awaitChange(null, news(id)).getStatus().getState());
    }
  }

  /** Nothing is asked for or held 5 s after these connections are lost. */
  private static void assertNothingIsLeftOf(TurnProtocol... clients) throws Exception {
    for (TurnProtocol client : clients) {
      RPC.stopProxy(client);
    }
    long begin = System.nanoTime();
    awaitTurns(0);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    assertTrue(millis < 5_000, millis + " ms");
    assertEquals(0, cluster.peace().status().waiting());
    assertTrue(Audit.balances(cluster.peace().coordinator()));
  }

  @Test
  void connection_lostWhileRequestsWait_nothingIsLeftAfter5s() throws Exception {
    TurnProtocol silent = connect();
    TurnProtocol asking = connect();
    try (FSDataOutputStream holder = full("/turns-lost")) {
      submit(silent, "silent");
      submit(asking, "asking");
      Client.setAsynchronousMode(true);
      try {
        asking.awaitChange(null, news("asking"));
      } finally {
        Client.setAsynchronousMode(false);
      }
      asking.list(null, ListRequestProto.getDefaultInstance()); // Is answered after that has come.
      cluster.awaitWaiting(2);
      assertNothingIsLeftOf(silent, asking);
    }
  }

  @Test
  void connection_lostInTheTurn_nothingIsLeftAfter5s() throws Exception {
    TurnProtocol writing = connect();
    awaitTurn(writing, "writing");
    writing.update(
        null,
        UpdateRequestProto.newBuilder()
            .setId("writing")
            .setAction(UpdateRequestProto.ActionProto.CONFIRM)
            .setBytes(1000)
            .build());
    cluster.write("/turns/writing/part", 1000, 3);
    TurnProtocol begins = connect();
    awaitTurn(begins, "begins");
    assertEquals(
        List.of("WRITING", "TURN"), list().stream().map(TurnRequests.Known::state).toList());
    assertNothingIsLeftOf(writing, begins);
  }

  @Test
  void submit_noPathOrOutOfBounds_isRefusedAndNothingIsKept() throws Exception {
    TurnProtocol raw = connect();
    try {
      for (String prefix :
          List.of("", "turns", "/turns/../turns", "//turns", "/" + "x".repeat(1024))) {
        SubmitRequestProto request =
            SubmitRequestProto.newBuilder().setId("id").setPrefix(prefix).build();
        ServiceException e =
            assertThrows(ServiceException.class, () -> raw.submit(null, request), prefix);
        assertTrue(e.getCause() instanceof RemoteException, e::toString);
      }
    } finally {
      RPC.stopProxy(raw);
    }
    assertEquals(0, cluster.peace().turns());
  }

  @Test
  void write_checkpointOnFullLinks_snapshotIsTakenInItsTurn() throws Exception {
    List<String> states = new CopyOnWriteArrayList<>();
    try (CheckpointWriter writer =
        CheckpointWriter.open(
            conf(), prefix("checkpoints"), WriterOptions.DEFAULTS.replication(2))) {
      CheckpointWrite write; // Of a datanode's host, so on the two others.
      try (FSDataOutputStream holder = full("/turns-checkpoint")) {
        write =
            writer.write(
                "unit",
                1,
                () -> {
                  states.add(list().get(0).state());
                  return Snapshot.of(PeaceCluster.bytes(1000));
                });
        cluster.awaitWaiting(1);
        assertEquals(List.of(), states);
      }
      WriteOutcome.Published published =
          assertInstanceOf(WriteOutcome.Published.class, write.await());
      assertEquals(List.of("TURN"), states);
      assertEquals(Turn.Way.PROTOCOL, published.way());
      assertTrue(published.inTime());
    }
  }

  @Test
  void ask_nobodyListens_goesByTheFirstBlock() throws Exception {
    Configuration elsewhere = new Configuration(conf());
    elsewhere.set(KEY, "127.0.0.1:" + NetUtils.getFreeSocketPort());
    try (Turn turn = Turns.of(elsewhere).ask(request("elsewhere")).await(LONG)) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
    }
  }

  @Test
  void close_neverCalled_connectionLossEndsTheTurn() throws Exception {
    Process client =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AskerMain.class.getName(),
                prefix("killed").toString(),
                conf().get(KEY))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      awaitTurns(1);
      PeaceCluster.await(() -> isTurn(), () -> "it is its turn");
    } finally {
      client.destroyForcibly().waitFor();
    }
  }

  private static boolean isTurn() {
    try {
      return list().get(0).state().equals("TURN");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Asks for a turn, and keeps it until it is killed. */
  static final class AskerMain {
    private AskerMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Configuration conf = new Configuration();
      conf.set(KEY, args[1]);
      Turns.of(conf).ask(Request.of(new org.apache.hadoop.fs.Path(args[0]))).await(LONG);
      Thread.currentThread().join();
    }
  }
}
