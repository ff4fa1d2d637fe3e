package org.peacescheduler.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListResponseProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.StatusProto;
import org.peacescheduler.protocol.TurnProtos.StatusResponseProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;
import org.peacescheduler.protocol.TurnProtos.TurnProtocolService;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;

/** A client of a server that answers what a test has it answer. */
class ByProtocolTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Request REQUEST =
      Request.of(new Path("file:///tmp")).bytes(5).group("g").waited(Duration.ofSeconds(1));

  private final Answers answers = new Answers();
  private long nanos;
  private final SilentAddresses silent =
      new SilentAddresses(() -> nanos, address -> true, Runnable::run);
  private final Configuration conf = new Configuration(false);
  private RPC.Server server;

  /** Answers in their order: a state, or an exception. What was asked for is kept. */
  private static final class Answers implements TurnProtocol {
    final BlockingQueue<Object> next = new LinkedBlockingQueue<>();
    final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();

    private StatusResponseProto answer(String id, Object question) throws ServiceException {
      asked.add(question);
      try {
        Object answer = next.take();
        if (answer instanceof IOException e) {
          throw new ServiceException(e);
        }
        return status(id, (StateProto) answer);
      } catch (InterruptedException e) {
        throw new ServiceException(e);
      }
    }

    private static StatusResponseProto status(String id, StateProto state) {
      return StatusResponseProto.newBuilder()
          .setStatus(
              StatusProto.newBuilder()
                  .setId(id)
                  .setState(state)
                  .setStart(1)
                  .setPrefix("/tmp")
                  .setAgain(state == StateProto.CANCELLED))
          .build();
    }

    @Override
    public StatusResponseProto submit(RpcController controller, SubmitRequestProto request)
        throws ServiceException {
      return answer(request.getId(), request);
    }

    @Override
    public StatusResponseProto awaitChange(RpcController controller, AwaitRequestProto request)
        throws ServiceException {
      return answer(request.getId(), request);
    }

    @Override
    public StatusResponseProto update(RpcController controller, UpdateRequestProto request) {
      asked.add(request);
      boolean isConfirmed = request.getAction() == UpdateRequestProto.ActionProto.CONFIRM;
      StateProto state = isConfirmed ? StateProto.WRITING : StateProto.DONE;
      next.add(state); // For the poll that waits.
      return status(request.getId(), state);
    }

    @Override
    public ListResponseProto list(RpcController controller, ListRequestProto request) {
      return ListResponseProto.newBuilder()
          .addRequests(status("a", StateProto.QUEUED).getStatus())
          .build();
    }

    @SuppressWarnings("unchecked")
    <T> T await(Class<T> kind) throws InterruptedException {
      Object question;
      do {
        question = asked.poll(10, TimeUnit.SECONDS);
      } while (question != null && !kind.isInstance(question));
      return (T) question;
    }
  }

  @BeforeEach
  void start() throws IOException {
    RPC.setProtocolEngine(conf, TurnProtocol.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(TurnProtocol.class)
            .setInstance(TurnProtocolService.newReflectiveBlockingService(answers))
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .setNumHandlers(3)
            .build();
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private PendingTurn ask(InetSocketAddress... addresses) throws IOException {
    return ask(REQUEST, true, addresses);
  }

  private PendingTurn ask(Request request, boolean isToWait, InetSocketAddress... addresses)
      throws IOException {
    FileSystem files = FileSystem.get(URI.create("file:///"), conf);
    return ByProtocol.ask(
        TurnLink.to(List.of(addresses), files, conf, silent),
        request,
        isToWait,
        () -> new AtOnce(request),
        System::nanoTime);
  }

  private PendingTurn ask() throws IOException {
    return ask(server.getListenerAddress());
  }

  @Test
  void await_turnComes_isTheTurnAndFinishedWhenClosed() throws Exception {
    answers.next.addAll(List.of(StateProto.QUEUED, StateProto.TURN));
    try (Turn turn = ask().await(LONG)) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
      assertTrue(turn.inTime());
      turn.confirm(7);
      assertEquals(7, answers.await(UpdateRequestProto.class).getBytes());
    }
    assertEquals(
        UpdateRequestProto.ActionProto.FINISH, answers.await(UpdateRequestProto.class).getAction());
  }

  @Test
  void ask_request_isSentAsItIs() throws Exception {
    answers.next.add(StateProto.TURN);
    ask().await(LONG).close();
    SubmitRequestProto sent = answers.await(SubmitRequestProto.class);
    assertEquals("/tmp", sent.getPrefix());
    assertEquals("g", sent.getGroup());
    assertEquals(5, sent.getMembers(0).getBytes());
    assertFalse(sent.getBeginsAtOnce());
    assertFalse(sent.getRefuse());
    assertTrue(sent.getWaitedMillis() >= 1_000);
  }

  @Test
  void ask_allFieldsOfTheRequestSet_areSent() throws Exception {
    answers.next.add(StateProto.TURN);
    Request request =
        REQUEST
            .members(List.of(new Request.Member(Optional.of("h1"), 7, 2)))
            .replication(2)
            .blockSize(1 << 20)
            .file(new Path("file:///tmp/part"));
    ask(request, true, server.getListenerAddress()).await(LONG).close();
    SubmitRequestProto sent = answers.await(SubmitRequestProto.class);
    assertEquals(2, sent.getReplication());
    assertEquals(1 << 20, sent.getBlockSize());
    assertTrue(sent.getBeginsAtOnce());
    assertEquals("h1", sent.getMembers(0).getHost());
    assertEquals(7, sent.getMembers(0).getBytes());
    assertEquals(2, sent.getMembers(0).getFiles());
  }

  private Optional<Turn> askNow() throws IOException, InterruptedException {
    return FileSystemTurns.inTime(
        ask(REQUEST, false, server.getListenerAddress()), ByProtocol.ANSWER);
  }

  @Test
  void askNow_noRoom_isSentAsRefuseAndIsLater() throws Exception {
    answers.next.add(StateProto.LATER);
    assertEquals(Optional.empty(), askNow());
    assertTrue(answers.await(SubmitRequestProto.class).getRefuse());
    assertEquals(List.of(), List.copyOf(answers.asked), "there is nothing to cancel or to await");
  }

  @Test
  void askNow_room_isATurnThatIsFinished() throws Exception {
    answers.next.add(StateProto.TURN);
    try (Turn turn = askNow().orElseThrow()) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
    }
    assertEquals(
        UpdateRequestProto.ActionProto.FINISH, answers.await(UpdateRequestProto.class).getAction());
  }

  @Test
  void await_nameNodeDoesNotKnowItAnyMore_isSubmittedAgain() throws Exception {
    answers.next.addAll(
        List.of(StateProto.QUEUED, new FileNotFoundException("gone"), StateProto.TURN));
    try (Turn turn = ask().await(LONG)) {
      assertTrue(turn.inTime());
    }
    String first = answers.await(SubmitRequestProto.class).getId();
    assertEquals(first, answers.await(SubmitRequestProto.class).getId());
  }

  /** As after a failover: the turn goes on, and nothing more is said of it. */
  @Test
  void confirm_nameNodeDoesNotKnowTheTurn_isNoError() throws Exception {
    answers.next.addAll(List.of(StateProto.TURN, new FileNotFoundException("gone")));
    try (Turn turn = ask().await(LONG)) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().startsWith("peace-turn ")) {
          thread.join(LONG.toMillis());
        }
      }
      turn.confirm(7);
    }
    assertEquals(SubmitRequestProto.class, answers.asked.take().getClass());
    assertEquals(AwaitRequestProto.class, answers.asked.take().getClass());
    assertEquals(List.of(), List.copyOf(answers.asked));
  }

  /** Else a poll that waits when its request ends opens a connection that nobody closes. */
  @Test
  void close_callOnItsWay_isNotSentAgain() throws Exception {
    List<InetSocketAddress> addresses =
        List.of(server.getListenerAddress(), server.getListenerAddress());
    TurnLink link =
        TurnLink.to(addresses, FileSystem.get(URI.create("file:///"), conf), conf, silent);
    AwaitRequestProto poll =
        AwaitRequestProto.newBuilder().setId("a").setKnown(StateProto.TURN).build();
    CompletableFuture<Void> call =
        CompletableFuture.runAsync(
            () ->
                assertThrows(IOException.class, () -> link.call(to -> to.awaitChange(null, poll))));
    assertEquals(poll, answers.await(AwaitRequestProto.class));
    link.close();
    call.get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertEquals(List.of(), List.copyOf(answers.asked));
  }

  @Test
  void await_nameNodeStops_isSubmittedAgain() throws Exception {
    answers.next.addAll(List.of(StateProto.QUEUED, StateProto.CANCELLED, StateProto.TURN));
    try (Turn turn = ask().await(LONG)) {
      assertTrue(turn.inTime());
    }
  }

  @Test
  void await_endedByACommand_writerGoesWithoutATurn() throws Exception {
    answers.next.addAll(List.of(StateProto.QUEUED, StateProto.EXPIRED));
    try (Turn turn = ask().await(LONG)) {
      assertFalse(turn.inTime());
    }
  }

  @Test
  void await_standbyFirst_goesToTheOtherOne() throws Exception {
    answers.next.addAll(List.of(new StandbyException("standby"), StateProto.TURN));
    try (Turn turn = ask(server.getListenerAddress(), server.getListenerAddress()).await(LONG)) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
    }
  }

  @Test
  void await_nobodyListens_goesTheOtherWay() throws Exception {
    try (Turn turn =
        ask(new InetSocketAddress("127.0.0.1", NetUtils.getFreeSocketPort())).await(LONG)) {
      assertEquals(Turn.Way.AT_ONCE, turn.way());
    }
  }

  /** A retry would take 100 ms. */
  @Test
  void await_connectionRefused_costsNoTime() throws Exception {
    InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", NetUtils.getFreeSocketPort());
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      least = Math.min(least, millisWithoutTurn(nobody));
    }
    assertTrue(least < 90, least + " ms");
    assertFalse(silent.contains(nobody));
  }

  private long millisWithoutTurn(InetSocketAddress... addresses) throws Exception {
    long begin = System.nanoTime();
    try (Turn turn = ask(addresses).await(LONG)) {
      assertEquals(Turn.Way.AT_ONCE, turn.way());
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
  }

  @Test
  void await_addressDoesNotAnswer_isWaitedForOnceAMinute() throws Exception {
    try (Deaf deaf = new Deaf()) {
      assertTrue(millisWithoutTurn(deaf.address()) >= SilentAddresses.CONNECT_MILLIS - 100);
      nanos += SilentAddresses.REMEMBERED.toNanos() - 1;
      for (int i = 0; i < 3; i++) {
        long millis = millisWithoutTurn(deaf.address(), deaf.address());
        assertTrue(millis < SilentAddresses.CONNECT_MILLIS / 2, millis + " ms");
      }
    }
  }

  @Test
  void await_oneOfTwoDoesNotAnswer_theOtherOneIsAsked() throws Exception {
    try (Deaf deaf = new Deaf()) {
      for (int i = 0; i < 2; i++) {
        answers.next.add(StateProto.TURN);
        long begin = System.nanoTime();
        long millis;
        try (Turn turn = ask(deaf.address(), server.getListenerAddress()).await(LONG)) {
          millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
          assertEquals(Turn.Way.PROTOCOL, turn.way());
          answers.await(AwaitRequestProto.class); // It takes the answer that the end adds.
        }
        assertEquals(i == 0, millis >= SilentAddresses.CONNECT_MILLIS - 100, millis + " ms");
      }
    }
  }

  /** A port that nothing comes from, as behind a firewall: its queue of connections is full. */
  private static final class Deaf implements AutoCloseable {
    private final List<Closeable> all = new ArrayList<>();
    private final InetSocketAddress address;

    Deaf() throws IOException {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      all.add(socket);
      address = (InetSocketAddress) socket.getLocalSocketAddress();
      for (int i = 0; i < 8; i++) {
        SocketChannel waiting = SocketChannel.open();
        waiting.configureBlocking(false);
        waiting.connect(address);
        all.add(waiting);
      }
    }

    InetSocketAddress address() {
      return address;
    }

    @Override
    public void close() throws IOException {
      for (Closeable one : all) {
        one.close();
      }
    }
  }

  @Test
  void await_noRight_isTold() throws Exception {
    answers.next.add(new AccessControlException("no"));
    PendingTurn pending = ask();
    assertThrows(AccessControlException.class, () -> pending.await(LONG));
  }

  @Test
  void await_timeOver_isCancelledAtTheNameNode() throws Exception {
    answers.next.add(StateProto.QUEUED);
    PendingTurn pending = ask();
    answers.await(AwaitRequestProto.class);
    assertFalse(pending.await(Duration.ZERO).inTime());
    assertEquals(
        UpdateRequestProto.ActionProto.CANCEL, answers.await(UpdateRequestProto.class).getAction());
  }

  @Test
  void cancel_whileItWaits_awaitEnds() throws Exception {
    answers.next.add(StateProto.QUEUED);
    PendingTurn pending = ask();
    answers.await(AwaitRequestProto.class);
    pending.cancel();
    assertThrows(CancellationException.class, () -> pending.await(LONG));
  }

  @Test
  void addresses_highAvailability_areThoseOfItsNameNodes() {
    conf.set("dfs.ha.namenodes.ns", "n1,n2");
    conf.set(TurnProtocol.ADDRESS_KEY + ".ns.n1", "127.0.0.1:81");
    conf.set(TurnProtocol.ADDRESS_KEY + ".ns.n2", "127.0.0.1:82");
    assertEquals(
        List.of(81, 82),
        TurnLink.addresses(URI.create("hdfs://ns"), conf).stream()
            .map(InetSocketAddress::getPort)
            .toList());
  }

  @Test
  void addresses_federationWithoutHighAvailability_areThoseOfTheNameservice() {
    conf.set("dfs.nameservices", "ns1,ns2,ns3");
    conf.set("dfs.namenode.rpc-address.ns1", "127.0.0.1:8020");
    conf.set("dfs.namenode.rpc-address.ns2", "127.0.0.1:8021");
    conf.set("dfs.namenode.rpc-address.ns3", "127.0.0.1:8022");
    conf.set(TurnProtocol.ADDRESS_KEY + ".ns1", "127.0.0.1:81");
    conf.set(TurnProtocol.ADDRESS_KEY + ".ns2", "0.0.0.0:82");
    assertEquals(List.of("127.0.0.1:81"), addresses("hdfs://127.0.0.1:8020"));
    assertEquals(List.of("127.0.0.1:82"), addresses("hdfs://127.0.0.1:8021"));
    assertEquals(List.of(), addresses("hdfs://127.0.0.1:8022"));
    assertEquals(List.of(), addresses("hdfs://127.0.0.1:8023"));
  }

  private List<String> addresses(String files) {
    return TurnLink.addresses(URI.create(files), conf).stream()
        .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
        .toList();
  }

  /** HDFS's Routers are named like the NameNodes of a nameservice, and pass no requests on. */
  @Test
  void addresses_routers_haveNone() {
    conf.set("fs.defaultFS", "hdfs://federation");
    conf.set("dfs.ha.namenodes.federation", "r1,r2");
    conf.set("dfs.ha.namenodes.ns", "n1");
    conf.set(TurnProtocol.ADDRESS_KEY, "127.0.0.1:80");
    conf.set(TurnProtocol.ADDRESS_KEY + ".ns.n1", "127.0.0.1:81");
    assertEquals(List.of(), TurnLink.addresses(URI.create("hdfs://federation"), conf));
  }

  @Test
  void addresses_listensEverywhere_isTheNameNodesHost() {
    conf.set(TurnProtocol.ADDRESS_KEY, "0.0.0.0:81");
    assertEquals(
        List.of("127.0.0.1"),
        TurnLink.addresses(URI.create("hdfs://127.0.0.1:8020"), conf).stream()
            .map(address -> address.getAddress().getHostAddress())
            .toList());
  }

  @Test
  void addresses_anotherFileSystem_isNotAskedAtThisOne() {
    conf.set("fs.defaultFS", "hdfs://here");
    conf.set(TurnProtocol.ADDRESS_KEY, "127.0.0.1:81");
    assertEquals(1, TurnLink.addresses(URI.create("hdfs://here"), conf).size());
    assertEquals(1, TurnLink.addresses(URI.create("hdfs://localhost:8020"), conf).size());
    assertEquals(List.of(), TurnLink.addresses(URI.create("hdfs://127.0.0.2:8020"), conf));
  }

  @Test
  void list_someWait_areListed() throws Exception {
    conf.set(TurnProtocol.ADDRESS_KEY, NetUtils.getHostPortString(server.getListenerAddress()));
    try (TurnRequests requests = TurnRequests.of(URI.create("file:///"), conf)) {
      assertEquals("QUEUED", requests.list().get(0).state());
      requests.cancel("a");
    }
    assertEquals("a", answers.await(UpdateRequestProto.class).getId());
  }
}
