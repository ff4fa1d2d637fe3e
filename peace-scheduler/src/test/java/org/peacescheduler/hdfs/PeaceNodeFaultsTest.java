package org.peacescheduler.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.stubbing.Answer;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Datanodes;
import org.peacescheduler.hdfs.placement.PolicyCall;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * Whatever goes wrong with a chunk, at whatever step: stock HDFS places it, and no capacity is
 * lost.
 */
@Timeout(60)
class PeaceNodeFaultsTest {
  private static final int DATANODES = 3;

  /** Where something goes wrong, in what is called by the thread of the chunk. */
  private enum Step {
    ASKS_WHAT_IS_WANTED("request", false, false),
    SUBMIT("submit", false, false),
    SUBMITTED("submit", true, false),
    HAS_NO_ROOM_AND_GIVES_UP("giveUpWaiting", false, true),
    ASKS_HDFS("firstRefused", false, false),
    REPLANS("replan", false, false),
    REPLANNED("replan", true, false),
    ACCEPTED("accepted", true, false),
    OBSERVES("observe", false, false),
    OBSERVED("placed", false, false);

    private final String method;
    private final boolean afterwards;
    private final boolean networkFull;

    Step(String method, boolean afterwards, boolean networkFull) {
      this.method = method;
      this.afterwards = afterwards;
      this.networkFull = networkFull;
    }
  }

  private static Stream<Arguments> faults() {
    return Stream.of(Step.values())
        .flatMap(
            step ->
                Stream.of(
                        new IllegalStateException("on purpose"),
                        new StackOverflowError("on purpose"),
                        new NoClassDefFoundError("on purpose"),
                        new AssertionError("on purpose"),
                        new OutOfMemoryError("on purpose"))
                    .flatMap(
                        fault ->
                            Stream.of(false, true)
                                .map(patched -> Arguments.of(step, fault, patched))));
  }

  @TempDir private Path folder;

  private final Thread self = Thread.currentThread();
  private final List<DatanodeInfo> datanodes =
      IntStream.rangeClosed(1, DATANODES).mapToObj(PeaceNodeFaultsTest::datanode).toList();
  private Step step;
  private Throwable fault;
  private int thrown;
  private Coordinator coordinator;
  private PeaceNode node;
  private WaitingRoom.Place other;

  private static DatanodeInfo datanode(int i) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("10.0.0." + i, "dn" + i, "uuid" + i, 1, 2, 3, 4))
        .setNetworkLocation("/rack1")
        .build();
  }

  /** What does as the real one, but for the step that goes wrong. */
  private Answer<Object> faulty(Object real) {
    return call -> {
      Method method = call.getMethod();
      boolean isIt = isIt(method.getName());
      if (isIt && !step.afterwards) {
        throw thrown();
      }
      Object result;
      try {
        result = method.invoke(real, call.getArguments());
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
      if (isIt) {
        throw thrown();
      }
      return result;
    };
  }

  private boolean isIt(String method) {
    return step != null && step.method.equals(method) && Thread.currentThread() == self;
  }

  private Throwable thrown() {
    thrown++;
    return fault;
  }

  private void start(boolean patched) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(
        PeaceKeys.TOPOLOGY_FILE,
        Files.writeString(
                folder.resolve("topology.yaml"),
                """
                version: 1
                streamRate: 1 MB/s
                defaults: {server: {up: 1, down: 1}}
                switches: [{name: tor1, rack: /rack1}]
                servers: [{hosts: "dn[1-3]", switch: tor1}]
                """)
            .toString());
    conf.setInt(PeaceKeys.WAITING_MAX, step == Step.HAS_NO_ROOM_AND_GIVES_UP ? 1 : 10);
    Datanodes registered = mock(Datanodes.class);
    when(registered.count()).thenReturn(DATANODES);
    doReturn(datanodes).when(registered).list();
    node =
        PeaceNode.of(
            conf,
            registered,
            new PeaceNode.Seams() {
              @Override
              public Coordinator coordinator(Coordinator real) {
                coordinator = real;
                return mock(Coordinator.class, faulty(real));
              }

              @Override
              public boolean isPatched() {
                return patched;
              }

              @Override
              public Binding binding(Binding real) {
                return mock(Binding.class, faulty(real));
              }
            });
    node.attach(nameNode());
    Step later = step;
    step = null;
    // A patched NameNode forgets once, at first, what it has not been told of.
    assertTrue(place("/first", Optional::empty));
    coordinator.inFlight().forEach(chunk -> coordinator.release(chunk.ticket(), "test", true));
    step = later;
  }

  private NameNode nameNode() throws Exception {
    FSNamesystem namesystem = mock(FSNamesystem.class);
    BlockManager blocks = mock(BlockManager.class);
    NameNodeRpcServer rpc = mock(NameNodeRpcServer.class);
    NameNode nameNode = mock(NameNode.class);
    when(nameNode.getNamesystem()).thenReturn(namesystem);
    when(nameNode.getRpcServer()).thenReturn(rpc);
    when(nameNode.isActiveState()).thenReturn(true);
    when(rpc.getClientRpcServer()).thenReturn(mock(RPC.Server.class));
    when(namesystem.getBlockManager()).thenReturn(blocks);
    when(namesystem.hasReadLock())
        .thenAnswer(
            call -> {
              if (isIt("hasReadLock")) {
                throw thrown();
              }
              return false;
            });
    when(blocks.getBlockIdManager()).thenReturn(mock(BlockIdManager.class));
    when(blocks.getDatanodeManager()).thenReturn(mock(DatanodeManager.class));
    when(blocks.getBlockPlacementPolicy())
        .thenReturn(
            mock(
                BlockPlacementPolicy.class,
                withSettings().extraInterfaces(PeacePlugin.Host.class)));
    return nameNode;
  }

  @AfterEach
  void close() {
    step = null;
    Server.getCurCall().remove();
    node.close();
  }

  private static ChunkRequest.Builder request(String path) {
    return ChunkRequest.of(path, DATANODES, PlacementTemplate.strict(List.of(Constraint.ANY)))
        // Another one than of the chunk that all is about, for nobody waits for himself alone.
        .writer(
            Optional.of(path.equals("/holder") ? "10.1.0.2" : "10.1.0.1"), Optional.of("/rack1"));
  }

  /**
   * @return whether Peace placed it
   */
  private boolean place(String path, Supplier<Optional<PolicyCall.Refusal>> firstRefused) {
    Call call = new Call(path, firstRefused);
    node.place(call);
    return !call.isPlacedByStock;
  }

  private Optional<PolicyCall.Refusal> firstRefused() {
    throwIfIt("firstRefused");
    boolean refuses = step == Step.REPLANS || step == Step.REPLANNED || step == Step.OBSERVED;
    return refuses || step == Step.OBSERVES
        ? Optional.of(new PolicyCall.Refusal(0, PolicyCall.Scope.THIS_CHUNK))
        : Optional.empty();
  }

  private void throwIfIt(String method) {
    if (isIt(method)) {
      throw Unchecked.<RuntimeException>thrown(thrown());
    }
  }

  /** What HDFS has to say. */
  private final class Call implements PolicyCall {
    private final String path;
    private final Supplier<Optional<Refusal>> firstRefused;
    private boolean isPlacedByStock;

    Call(String path, Supplier<Optional<Refusal>> firstRefused) {
      this.path = path;
      this.firstRefused = firstRefused;
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    public boolean isFavored() {
      return false;
    }

    @Override
    public Optional<String> address() {
      return Optional.of("10.1.0.1");
    }

    @Override
    public ChunkRequest.Builder request(String file, ClusterView cluster, boolean preferLocal) {
      throwIfIt("request");
      return PeaceNodeFaultsTest.request(path);
    }

    @Override
    public Need need() {
      return new Need(Set.of(StorageType.DISK), 1);
    }

    @Override
    public Optional<Refusal> firstRefused(List<? extends DatanodeInfo> nodes) {
      return firstRefused.get();
    }

    @Override
    public List<? extends DatanodeInfo> placeByStock() {
      isPlacedByStock = true;
      return datanodes;
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void schedule_somethingGoesWrong_stockPlacesAndNoCapacityIsLost(
      Step where, Throwable what, boolean patched) throws Exception {
    step = where;
    fault = what;
    start(patched);
    Server.getCurCall()
        .set(
            mock(
                Server.Call.class,
                withSettings()
                    .useConstructor(
                        1, 0, null, null, RPC.RpcKind.RPC_PROTOCOL_BUFFER, new byte[16])));
    if (where.networkFull) {
      step = null; // Not yet.
      coordinator.submit(request("/holder").build(), outcome -> {});
      if (where == Step.HAS_NO_ROOM_AND_GIVES_UP) {
        other =
            (WaitingRoom.Place)
                node.room()
                    .enter(coordinator.submit(request("/waits").build(), outcome -> {}), "ann", 1);
      }
      step = where;
    }

    boolean placed = place("/a", this::firstRefused);

    if (thrown == 0) {
      // A step that there is not on this NameNode.
      assertTrue(!patched && isToldOnly(where), where.toString());
    }
    assertFalse(placed && thrown > 0, "what failed is left to stock HDFS");
    step = null;
    coordinator.dismissAll("test");
    assertTrue(
        coordinator.inFlight().stream().filter(c -> c.path().equals("/a")).count() <= 1,
        "in flight: " + coordinator.inFlight());
    coordinator.inFlight().forEach(chunk -> coordinator.release(chunk.ticket(), "test", true));
    assertTrue(Audit.balances(node.coordinator()));
    Coordinator.Status status = node.status();
    assertTrue(status.idle(), status.toString());
    assertEquals(0, status.waiting());
    if (other != null) {
      other.leave();
    }
    assertEquals(0, node.countedAsWaiting());
    assertTrue(place("/b", Optional::empty), "the next chunk is Peace's");
  }

  private static boolean isToldOnly(Step where) {
    return where == Step.ACCEPTED || where == Step.OBSERVED;
  }
}
