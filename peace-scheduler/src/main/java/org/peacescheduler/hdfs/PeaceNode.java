package org.peacescheduler.hdfs;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.ipc.RefreshRegistry;
import org.apache.hadoop.ipc.Server;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.hdfs.patched.Overlay;
import org.peacescheduler.hdfs.patched.PatchedBinding;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Datanodes;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.hdfs.placement.Refusals;
import org.peacescheduler.hdfs.placement.Targets;
import org.peacescheduler.hdfs.placement.TopologyKeeper;
import org.peacescheduler.hdfs.placement.TopologyRefresh;
import org.peacescheduler.hdfs.stock.HandlerHold;
import org.peacescheduler.hdfs.stock.NamespaceWatcher;
import org.peacescheduler.hdfs.telemetry.FallbackLog;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.telemetry.PeaceMetrics;
import org.peacescheduler.hdfs.telemetry.TraceFile;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Peace in one NameNode: the coordinator and everything that joins it to HDFS.
 *
 * <p>Goals, in order: a write that stock HDFS accepts never fails; other calls always find a
 * handler; chunks are granted by the coordinator.
 *
 * <p>It is made when the policy is initialized, which checks the configuration and loads the
 * topology, and starts to schedule when the NameNode has started and attaches itself ({@link
 * PeacePlugin}). Before that, and after {@link #close}, the stock policy places everything.
 *
 * <p>Example of a write: the policy asks {@link #schedule}; the coordinator grants svr1.2, svr2.2;
 * HDFS accepts both; the file's next request says that the chunk is written.
 *
 * <p>On a patched NameNode ({@link PatchedBinding}) calls wait without a handler and ends are told;
 * on a stock one handlers are held ({@link HandlerHold}) and ends are looked for ({@link
 * NamespaceWatcher}).
 *
 * <p>Thread-safe.
 */
public final class PeaceNode implements AutoCloseable {
  /** What {@code dfsadmin -refresh HOST:PORT KEY} takes to reload the topology. */
  public static final String REFRESH_KEY = "peace";

  private static final Logger LOG = LoggerFactory.getLogger(PeaceNode.class);
  private static final long PASS_MILLIS = 5;
  private static final long IDLE_PASS_MILLIS = 25;
  private static final long BUSY_LOOK_MILLIS = 20;
  private static final long IDLE_LOOK_MILLIS = 100;

  /** Looks take a tenth of the time at most, for they take the namesystem's lock. */
  private static final long LOOK_SHARE = 10;

  private static final long TICK_MILLIS = 1_000;
  private static final long SYNC_MILLIS = 3_000;
  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LOST_HEARTBEATS = 3;
  private static final int FEW_CHUNKS = 64;
  private static final int MAX_REFUSED = 10;
  private static final long SLACK_MILLIS = 10_000;

  /** Why capacity comes back, in the trace. */
  private static final String FAILED = "error";

  private final InstantSource clock;
  private final TopologyKeeper topology;
  private final Coordinator coordinator;
  private final PeaceMetrics metrics;
  private final Origins origins;
  private final LastInstances lastInstances;
  private final Refusals refusals = new Refusals();
  private final FaultLog faults;
  private final HandlerHold hold;
  private final WaitingRoom room;
  private final Optional<PatchedBinding> patched;
  private final Object catchingUp = new Object();
  private final Optional<TraceFile> trace;
  private final long longestWaitMillis;

  private volatile PeaceConfig config;
  private volatile FSNamesystem namesystem;
  private volatile NameNode nameNode;
  private volatile boolean closed;

  /** Whether a patched NameNode has told of all that is in flight. */
  private volatile boolean caughtUp;

  private TopologyRefresh refresh;
  private Thread watching;
  private NamespaceWatcher watcher;
  private long nextLook;
  private long nextTick;
  private long nextSync;

  /** Where tests have something go wrong: what they stand in front of what is there. */
  interface Seams {
    /** Nothing goes wrong. */
    Seams NONE = new Seams() {};

    /** The coordinator that is asked. */
    default Coordinator coordinator(Coordinator real) {
      return real;
    }

    /** The binding that is asked. */
    default Optional<PatchedBinding> binding(Optional<PatchedBinding> real) {
      return real;
    }
  }

  private PeaceNode(PeaceConfig config, TopologyKeeper topology, InstantSource clock, Seams seams)
      throws IOException {
    faults = new FaultLog(clock);
    this.config = config;
    this.topology = topology;
    this.clock = clock;
    trace =
        config.traceFile().isPresent()
            ? Optional.of(new TraceFile(config.traceFile().get(), config.traceLimits()))
            : Optional.empty();
    hold = new HandlerHold(config.hold(), clock);
    room = new WaitingRoom(config.waiting());
    metrics = new PeaceMetrics();
    origins = new Origins(clock, metrics::hintIgnored, line -> LOG.warn("{}", line));
    Consumer<SchedulerEvent> told = metrics.andThen(new FallbackLog(line -> LOG.warn("{}", line)));
    Consumer<SchedulerEvent> all = trace.isPresent() ? told.andThen(trace.get()) : told;
    Consumer<SchedulerEvent> listener =
        event -> faults.guard("tell what the scheduler does", () -> all.accept(event));
    Ends ends = Overlay.isPresent() ? Ends.TOLD : Ends.FOUND_OUT;
    coordinator =
        seams.coordinator(
            new Coordinator(topology.model(), config.scheduler(), ends, clock, listener));
    patched = seams.binding(Overlay.bind(coordinator, topology::view, () -> this.config, faults));
    lastInstances = new LastInstances(coordinator);
    coordinator.setPresent(topology.available());
    longestWaitMillis = config.scheduler().deferralMax().toMillis() + SLACK_MILLIS;
  }

  /**
   * Peace for a NameNode.
   *
   * @throws IllegalArgumentException with every problem of the configuration or the topology file
   */
  public static PeaceNode of(Configuration conf, Datanodes datanodes) {
    return of(conf, datanodes, Seams.NONE);
  }

  static PeaceNode of(Configuration conf, Datanodes datanodes, Seams seams) {
    InstantSource clock = steadyClock();
    PeaceConfig config = PeaceConfig.of(conf, System::nanoTime);
    for (String key : PeaceConfig.unknownKeys(conf)) {
      LOG.warn("{} is no key of Peace and has no effect. Maybe use one of {}.", key, PeaceKeys.ALL);
    }
    PeaceConfig.withoutEffect(conf).forEach(LOG::warn);
    try {
      TopologyKeeper topology =
          new TopologyKeeper(
              config.topologyFile(), datanodes, TopologyKeeper.parts(conf, config), clock);
      PeaceNode node = new PeaceNode(config, topology, clock, seams);
      node.describe();
      return node;
    } catch (TopologyException e) {
      throw new IllegalArgumentException("Peace does not start:\n" + e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s = '%s' cannot be written: %s\nMaybe create its directory for the NameNode's user."
              .formatted(PeaceKeys.TRACE_FILE, conf.getTrimmed(PeaceKeys.TRACE_FILE), e),
          e);
    }
  }

  private void describe() {
    LOG.info(
        "Peace: mode {}, binding to a {}, topology from {}, completion fraction {}, longest"
            + " deferral {}, seed {}",
        config.mode(),
        patched.isPresent()
            ? "patched NameNode (calls are parked, ends are told)"
            : "stock NameNode (handlers are held, at most %d)".formatted(config.hold().places()),
        topology.view().topology().source(),
        config.scheduler().completionFraction(),
        config.scheduler().deferralMax(),
        config.scheduler().seed());
  }

  /**
   * Takes mode, paths and groups from a configuration that was changed while the NameNode runs.
   *
   * @param policy the policy that is made with it
   * @throws IllegalArgumentException with every problem of the configuration; nothing is changed
   */
  public void reconfigure(Configuration conf, BlockPlacementPolicy policy) {
    long seed = config.scheduler().seed();
    PeaceConfig changed = PeaceConfig.of(conf, () -> seed);
    if (namesystem != null) { // Else nobody takes in what it hears.
      patched.ifPresent(binding -> binding.listenThrough(policy));
    }
    for (String key : config.waitingForRestart(changed)) {
      LOG.warn("{} has changed; that takes effect when the NameNode starts again", key);
    }
    config = config.adopting(changed);
    describe();
    synchronized (catchingUp) {
      // Another policy may have been in between, and what happened then nobody was told.
      caughtUp = false;
      if (config.mode() == PeaceConfig.Mode.OFF) {
        patched.ifPresent(PatchedBinding::forget);
      }
    }
  }

  /** The time of day, but for what is set after now: no wait gets longer or shorter by that. */
  private static InstantSource steadyClock() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanos);
  }

  /** The NameNode has started: scheduling begins. */
  synchronized void attach(NameNode of) {
    if (closed || watching != null) {
      return;
    }
    // Only now: NameNode commands such as -format make a policy too, but never attach.
    metrics.register(
        coordinator,
        () ->
            new PeaceMetrics.Calls(
                hold.size(),
                hold.delayed(),
                patched.map(PatchedBinding::parked).orElse(0),
                patched.isPresent()));
    openTrace();
    nameNode = of;
    FSNamesystem attached = of.getNamesystem();
    // Asking again is part of normal work, no reason for a stack trace in the log each time.
    ((NameNodeRpcServer) of.getRpcServer())
        .getClientRpcServer()
        .addTerseExceptions(NotReplicatedYetException.class);
    watcher =
        new NamespaceWatcher(
            attached,
            coordinator,
            node -> topology.view().names().get(node.getDatanodeUuid()),
            attached.getBlockManager().getBlockIdManager()::getGenerationStamp,
            faults);
    patched.ifPresent(
        binding -> {
          binding.attach(attached);
          binding.listenThrough(attached.getBlockManager().getBlockPlacementPolicy());
        });
    refresh = refreshFor(attached);
    RefreshRegistry.defaultRegistry().register(REFRESH_KEY, refresh);
    namesystem = attached;
    watching = new Thread(this::watch, "peace-watch");
    watching.setDaemon(true);
    watching.start();
    LOG.info("Peace schedules the writes of this NameNode");
  }

  private void openTrace() {
    try {
      if (trace.isPresent()) {
        trace.get().open();
      }
    } catch (IOException e) {
      LOG.error("{} cannot be written any more; there is no trace", PeaceKeys.TRACE_FILE, e);
    }
  }

  private void watch() {
    while (!closed) {
      boolean waited = coordinator.isAnyoneWaiting();
      // Whatever goes wrong: thrown on, it would end all looking, without a word.
      faults.guard("look after the chunks in flight", () -> lookAfter(waited, clock.millis()));
      faults.write();
      LockSupport.parkNanos(
          this, TimeUnit.MILLISECONDS.toNanos(waited ? PASS_MILLIS : IDLE_PASS_MILLIS));
    }
  }

  private void lookAfter(boolean waited, long now) {
    faults.guard("take in what the NameNode said", () -> patched.ifPresent(PatchedBinding::takeIn));
    faults.guard("let in who fits", coordinator::pass);
    faults.guard("look up how large groups were", () -> lastInstances.look(namesystem));
    if (now >= nextSync) {
      nextSync = now + SYNC_MILLIS;
      faults.guard("look at the datanodes", () -> topology.sync(coordinator));
      faults.guard("listen to the datanodes", () -> topology.listen(patienceMillis(), coordinator));
    }
    if (now >= nextTick) {
      nextTick = now + TICK_MILLIS;
      tick();
    }
    if (patched.isEmpty() && now >= nextLook) {
      watcher.look(now);
      long took = clock.millis() - now;
      nextLook = now + Math.max(lookMillis(waited), LOOK_SHARE * took);
    }
  }

  /** Some heartbeats may be late, above all where they come every second. */
  private long patienceMillis() {
    long seconds = namesystem.getBlockManager().getDatanodeManager().getHeartbeatInterval();
    return Math.max(PATIENCE_MILLIS, TimeUnit.SECONDS.toMillis(LOST_HEARTBEATS * seconds));
  }

  private void tick() {
    faults.guard("trust who spoke", () -> topology.trustWhoSpoke(coordinator));
    faults.guard("end what lasts too long", coordinator::tick);
    faults.guard("call clients", hold::fill);
    patched.ifPresent(
        binding -> faults.guard("wake parked calls", () -> binding.wakeOverdue(longestWaitMillis)));
    if (!nameNode.isActiveState()) {
      coordinator.dismissAll("standby");
      hold.callAll();
    }
    if (caughtUp && !isTold()) {
      synchronized (catchingUp) {
        caughtUp = false;
        patched.ifPresent(PatchedBinding::forget);
      }
    } else if (isActive() && isTold() && !namesystem.isInSafeMode()) {
      catchUp();
    }
  }

  /** Whether this NameNode is active and has a policy that it tells. */
  private boolean isTold() {
    return nameNode.isActiveState()
        && namesystem.getBlockManager().getBlockPlacementPolicy() instanceof PeacePlugin.Host;
  }

  /** A patched NameNode tells of what begins from now on; what began before is in its block map. */
  private void catchUp() {
    if (patched.isEmpty() || caughtUp) {
      return;
    }
    synchronized (catchingUp) {
      if (!caughtUp) {
        patched.get().rebuild();
        caughtUp = true;
      }
    }
  }

  /**
   * Looks often while a chunk's end lets another one start, less so if there are many to look at.
   */
  private long lookMillis(boolean waited) {
    if (!waited) {
      return IDLE_LOOK_MILLIS;
    }
    return coordinator.status().inFlight() <= FEW_CHUNKS ? PASS_MILLIS : BUSY_LOOK_MILLIS;
  }

  /**
   * Which file the call of this thread is for. The path that HDFS tells is the one that the client
   * knows. Since then the file may have been renamed, and another one created there, mostly by
   * another writer.
   *
   * @param address the writer's; of several datanodes there, HDFS names any with each call
   */
  public String file(String path, Optional<String> address) {
    return patched.flatMap(PatchedBinding::file).orElseGet(() -> address.orElse("") + ":" + path);
  }

  /**
   * Whose the chunk is that the call of this thread asks for, and what it belongs to.
   *
   * @param address the writer's
   */
  public ChunkRequest.Origin origin(String path, Optional<String> address) {
    return origins.ofCall(path, address, patched.flatMap(PatchedBinding::leaseHolder), config);
  }

  /** Whether Peace has a say in where this file's chunks go. */
  public boolean isScheduled(String path) {
    return isActive() && config.paths().matches(path);
  }

  /** Whether chunks count as load, whoever places them. */
  public boolean isActive() {
    return namesystem != null && !closed && config.mode() != PeaceConfig.Mode.OFF;
  }

  /** Whether stock HDFS puts the first replica on the writer's node. */
  public boolean prefersLocal() {
    return config.preferLocal();
  }

  /** The topology and the datanodes as last seen, after a look if datanodes came or went. */
  public ClusterView cluster() {
    if (topology.isOutdated()) {
      topology.sync(coordinator);
    }
    return topology.view();
  }

  /**
   * Schedules a chunk: waits for its grant; on a stock NameNode as long as a handler can be held
   * for it.
   *
   * <p>If the client is to ask again, this throws what a stock client retries, {@link
   * NotReplicatedYetException}. On a patched NameNode it may throw {@link PatchedBinding.Parked},
   * and is called again for the same chunk.
   *
   * @return whether {@code targets} hold its storages; otherwise the stock policy is to place it,
   *     and {@link #observe} to be told
   */
  public boolean schedule(ChunkRequest request, Targets targets) {
    catchUp();
    if (config.mode() == PeaceConfig.Mode.SHADOW) {
      rehearse(request);
      return false;
    }
    Optional<Wait> resumed = patched.flatMap(PatchedBinding::resumed);
    ChunkRequest careful = request.avoiding(refusals.of(targets.need(), clock.millis()));
    Wait wait = resumed.orElseGet(() -> new Wait(careful));
    try {
      if (resumed.isEmpty()) {
        submit(careful, wait);
      }
      return schedule(wait, careful, targets);
    } catch (RuntimeException | Error e) {
      if (!isParking(e)) {
        giveBack(wait);
      }
      throw e;
    }
  }

  /** Peace has failed on a chunk: it waits no more, and has no capacity. */
  private void giveBack(Wait wait) {
    wait.leave();
    Ticket ticket = wait.ticket();
    if (ticket != null) { // Else the stock policy's chunk of the same file takes its place.
      faults.guard("give capacity back", () -> coordinator.release(ticket, FAILED, false));
      faults.guard("forget a client", () -> hold.forget(ticket));
    }
  }

  private boolean schedule(Wait wait, ChunkRequest request, Targets targets) {
    while (wait.refused() < MAX_REFUSED) {
      Outcome outcome = await(wait);
      if (outcome instanceof Outcome.Fallback) {
        hold.forget(wait.ticket());
        return false;
      }
      if (outcome instanceof Outcome.AskAgain) {
        metrics.askedAgain();
        delayAnswer(wait.ticket());
        throw PeaceNode.<RuntimeException>unchecked(
            new NotReplicatedYetException(
                "Peace: " + LogText.of(request.path()) + " waits for a link with room; ask again"));
      }
      hold.forget(wait.ticket());
      List<String> granted = ((Outcome.Granted) outcome).nodes();
      if (granted.size() == request.replication()) {
        Optional<Targets.Refusal> bad = targets.firstRefused(datanodes(granted));
        if (bad.isEmpty()) {
          refusals.accepted(granted, targets.need());
          patched.ifPresentOrElse(
              binding -> binding.accepted(wait.ticket()), () -> watcher.placed(wait.ticket()));
          return true;
        }
        String host = granted.get(bad.get().index());
        refusals.note(host, bad.get().scope(), targets.need(), clock.millis());
        wait.refuse(host, refusals.of(targets.need(), clock.millis()));
      } else {
        wait.want(request); // Its file's replication was changed while the call was parked.
      }
      coordinator.replan(wait.ticket(), wait.wanted(), wait::accept);
    }
    coordinator.fallBack(
        wait.ticket(), FallbackReason.INVALID_TARGETS, "HDFS refused " + wait.wanted().excluded());
    return false;
  }

  private void submit(ChunkRequest request, Wait wait) {
    long start = System.nanoTime();
    wait.ticket(
        patched.isPresent()
            ? patched.get().submit(request, wait)
            : coordinator.submit(request, wait::accept));
    lastInstances.asked(request.origin(), request.path());
    metrics.planned(System.nanoTime() - start);
  }

  private List<DatanodeInfo> datanodes(List<String> names) {
    ClusterView view = topology.view();
    List<DatanodeInfo> nodes = new ArrayList<>(names.size());
    names.forEach(name -> nodes.add(view.nodes().get(name)));
    return nodes;
  }

  private Outcome await(Wait wait) {
    Outcome outcome = wait.now();
    if (outcome != null) {
      return outcome;
    }
    boolean mayWait = hasRoom(wait);
    if (mayWait && patched.isPresent() && patched.get().canPark()) {
      throw patched.get().park(wait);
    }
    if (namesystem.hasReadLock()) {
      // Waiting here would stop the whole NameNode; HDFS itself never calls so.
      coordinator.giveUpWaiting(
          wait.ticket(), FallbackReason.ERROR, "called under the namesystem's lock");
    } else if (mayWait && Server.getCurCall().get() != null) {
      hold.enter(wait, coordinator);
    }
    try {
      outcome = wait.within(longestWaitMillis);
      if (outcome == null) {
        coordinator.giveUpWaiting(wait.ticket(), FallbackReason.DEFERRAL_MAX, "nobody ended it");
        outcome = wait.within(SLACK_MILLIS);
      }
      return outcome == null ? new Outcome.Fallback(FallbackReason.ERROR, "no outcome") : outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      coordinator.release(wait.ticket(), "interrupted", true);
      return new Outcome.AskAgain(); // The RPC server stops: a block allocated now would be lost.
    } finally {
      wait.leave();
      hold.leave(wait);
    }
  }

  /** Whether a chunk may wait. If not, its wait ends, and the stock policy is to place it. */
  private boolean hasRoom(Wait wait) {
    WaitingRoom.Entry entry = room.enter(wait.ticket(), wait.wanted().origin().user().orElse(""));
    if (entry instanceof WaitingRoom.Crowded crowded) {
      coordinator.giveUpWaiting(wait.ticket(), FallbackReason.CROWDED, crowded.detail());
      return false;
    }
    wait.take((WaitingRoom.Place) entry);
    return true;
  }

  /**
   * The answer to the current call, which will be an exception, leaves when the hold says so. An
   * RPC call is answered when everyone who postponed it has agreed; its handler goes on at once.
   */
  private void delayAnswer(Ticket ticket) {
    Server.Call call = Server.getCurCall().get();
    if (call == null) {
      return;
    }
    call.postponeResponse();
    boolean isDelayed = false;
    try {
      isDelayed = hold.delay(ticket, () -> answer(call));
    } finally {
      if (!isDelayed) {
        answer(call);
      }
    }
  }

  private void answer(Server.Call call) {
    try {
      call.sendResponse();
    } catch (IOException e) {
      LOG.debug("the client of {} is gone", call, e);
    } catch (RuntimeException | Error e) {
      faults.note("answer a call", e); // There are others to be answered.
    }
  }

  /** Throws a checked exception through an interface of HDFS that does not declare it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // An erased cast: the point.
  static <E extends Throwable> E unchecked(Throwable e) throws E {
    throw (E) e;
  }

  /** Whether this is no failure, but how a patched NameNode is told to park the call. */
  public static boolean isParking(Throwable thrown) {
    return thrown instanceof PatchedBinding.Parked;
  }

  /**
   * Peace itself failed on a chunk: the error is logged and counted, the stock policy places it.
   */
  public void failed(String path, Throwable error) {
    faults.guard(
        "count a failure",
        () -> {
          faults.note(
              "schedule a chunk",
              " of '%s'; the stock policy places it".formatted(LogText.of(path)),
              error);
          metrics.failed();
        });
  }

  /** Plans a chunk and lets go of the plan: what Peace would have done. */
  private void rehearse(ChunkRequest request) {
    long start = System.nanoTime();
    Ticket ticket = coordinator.submit(request, outcome -> {});
    try {
      metrics.planned(System.nanoTime() - start);
    } finally {
      coordinator.release(ticket, "shadow", false);
    }
  }

  /** The stock policy placed a chunk on these datanodes: load until it ends. */
  public void observe(ChunkRequest request, List<? extends DatanodeInfo> nodes) {
    catchUp();
    ClusterView view = topology.view();
    metrics.placedByStock();
    Ticket ticket =
        coordinator.observe(
            request,
            nodes.stream()
                .map(n -> view.names().getOrDefault(n.getDatanodeUuid(), n.getHostName()))
                .toList());
    lastInstances.asked(request.origin(), request.path());
    try {
      patched.ifPresentOrElse(
          binding -> binding.placed(request, ticket), () -> watcher.placed(ticket));
    } catch (RuntimeException | Error e) {
      // Nobody would tell of its end.
      faults.guard("give capacity back", () -> coordinator.release(ticket, FAILED, false));
      throw e;
    }
  }

  /** What the coordinator is doing, for tests and tools. */
  public Coordinator.Status status() {
    return coordinator.status();
  }

  /** Where chunks wait, for tests. */
  WaitingRoom room() {
    return room;
  }

  /** How many chunks are counted as waiting, for tests. */
  public int countedAsWaiting() {
    return room.size();
  }

  /** How many streams each link carries now, by its name, without those with none; for tests. */
  public Map<String, Integer> load() {
    ResidualNetwork residual = coordinator.residual();
    NetworkModel model = residual.model();
    Map<String, Integer> load = new TreeMap<>();
    for (int edge = 0; edge < model.edges(); edge++) {
      double share = (double) residual.used(edge) / residual.capacity(edge);
      int streams = (int) Math.round(share * model.streams(edge));
      if (streams != 0) {
        load.put(model.edgeName(edge), streams);
      }
    }
    return load;
  }

  /** Whether the coordinator's accounts balance, for tests. */
  public boolean balances() {
    return coordinator.balances();
  }

  private TopologyRefresh refreshFor(FSNamesystem of) {
    return new TopologyRefresh(
        () -> PeaceAccess.checkSuperuser(of, "refreshPeace"),
        new TopologyRefresh.Topologies() {
          @Override
          public String reload() throws TopologyException {
            return topology.reload(coordinator);
          }

          @Override
          public String loadedAt() {
            return topology.loadedAt();
          }
        });
  }

  /**
   * Ends all waits, for the clients to ask another NameNode; the stock policy places from now on.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (refresh != null) {
      RefreshRegistry.defaultRegistry().unregister(REFRESH_KEY, refresh);
    }
    if (watching != null) {
      LockSupport.unpark(watching);
    }
    // Not to the stock policy: the namespace is closing, and a block of it would be lost.
    coordinator.dismissAll("stopped");
    coordinator.stop();
    hold.callAll();
    patched.ifPresent(PatchedBinding::close);
    metrics.close();
    trace.ifPresent(TraceFile::close);
    faults.write();
  }
}
