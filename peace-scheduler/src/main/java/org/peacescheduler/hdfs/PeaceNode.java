package org.peacescheduler.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.ipc.PeaceCall;
import org.apache.hadoop.ipc.RefreshRegistry;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.hdfs.binding.Asks;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.hdfs.patched.Overlay;
import org.peacescheduler.hdfs.placement.Datanodes;
import org.peacescheduler.hdfs.placement.LastInstances;
import org.peacescheduler.hdfs.placement.PolicyCall;
import org.peacescheduler.hdfs.placement.TopologyKeeper;
import org.peacescheduler.hdfs.placement.TopologyRefresh;
import org.peacescheduler.hdfs.placement.TopologySource;
import org.peacescheduler.hdfs.stock.StockNameNode;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.telemetry.PeaceMetrics;
import org.peacescheduler.hdfs.telemetry.Telemetry;
import org.peacescheduler.hdfs.turns.CoordinatorRoom;
import org.peacescheduler.hdfs.turns.TurnServer;
import org.peacescheduler.hdfs.waiting.CallParked;
import org.peacescheduler.hdfs.waiting.ParkedCalls;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.hdfs.web.PeaceServlet;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.turns.TurnQueue;
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
 * <p>Example of a write: the policy asks {@link #place}; the coordinator grants svr1.2, svr2.2;
 * HDFS accepts both; the file's next request says that the chunk is written.
 *
 * <p>Calls wait without a handler ({@link ParkedCalls}). On a patched NameNode ends are told; on a
 * stock one they are looked for ({@link Binding}).
 *
 * <p>Thread-safe.
 */
public final class PeaceNode implements AutoCloseable {
  /** What {@code dfsadmin -refresh HOST:PORT KEY} takes to reload the topology. */
  public static final String REFRESH_KEY = "peace";

  private static final Logger LOG = LoggerFactory.getLogger(PeaceNode.class);

  private final Parts parts;
  private final Placer placer;

  private volatile PeaceConfig config;

  /** The mode of the configuration, which an operator may have overruled since. */
  private volatile PeaceConfig.Mode configured;

  private volatile FSNamesystem namesystem;
  private volatile boolean closed;
  private TopologyRefresh refresh;
  private Watch watch;
  private Optional<HttpServer2> webServer = Optional.empty();

  /**
   * By which a NameNode's own keys are told from those of others; it knows them since its start.
   */
  private volatile Map<String, String> ids = Map.of();

  private volatile Optional<TurnServer> turnServer = Optional.empty();
  private Runnable whenClosed = () -> {};

  /** Where tests have something go wrong: what they stand in front of what is there. */
  interface Seams {
    /** Nothing goes wrong. */
    Seams NONE = new Seams() {};

    /** Whether the NameNode is a patched one. */
    default boolean isPatched() {
      return Overlay.isPresent();
    }

    /** The coordinator that is asked. */
    default Coordinator coordinator(Coordinator real) {
      return real;
    }

    /** The binding that is asked. */
    default Binding binding(Binding real) {
      return real;
    }
  }

  private PeaceNode(PeaceConfig config, TopologyKeeper topology, InstantSource clock, Seams seams)
      throws IOException {
    this.config = config;
    this.configured = config.mode();
    Telemetry telemetry =
        new Telemetry(
            config.traceFile(),
            config.journalFile(),
            config.traceLimits(),
            config.historyBytes(),
            clock,
            line -> LOG.warn("{}", line));
    Ends ends = seams.isPatched() ? Ends.TOLD : Ends.FOUND_OUT;
    AtomicReference<CoordinatorRoom> forTurns = new AtomicReference<>();
    Coordinator coordinator =
        seams.coordinator(
            new Coordinator(
                topology.model(),
                config.scheduler(),
                ends,
                clock,
                event -> {
                  telemetry.accept(event);
                  forTurns.get().accept(event);
                },
                telemetry.journal()));
    forTurns.set(
        new CoordinatorRoom(coordinator, topology::view, () -> this.config, this::serverOn));
    coordinator.setPresent(topology.available());
    Asks asks = new Asks(coordinator);
    ParkedCalls calls = new ParkedCalls(telemetry.faults());
    Binding binding =
        seams.isPatched()
            ? Overlay.bind(
                coordinator, asks, calls, topology::view, () -> this.config, telemetry.faults())
            : new StockNameNode(
                coordinator,
                asks,
                calls,
                node -> topology.view().names().get(node.getDatanodeUuid()),
                clock,
                telemetry.faults());
    parts =
        new Parts(
            coordinator,
            topology,
            asks,
            calls,
            new WaitingRoom(config.waiting()),
            new TurnQueue(
                forTurns.get(), clock, config.waiting().places(), config.waiting().placesOfUser()),
            seams.binding(binding),
            new LastInstances(coordinator),
            telemetry,
            clock,
            () -> this.config.scheduler().deferralMax().toMillis() + Placer.SLACK_MILLIS);
    placer = new Placer(parts, () -> this.config);
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
              new TopologySource(config.topologyFile(), config.lastGoodTopology()),
              datanodes,
              TopologyKeeper.parts(conf, config),
              clock);
      PeaceNode node = new PeaceNode(config, topology, clock, seams);
      node.ids = idsOf(conf);
      node.describe();
      return node;
    } catch (TopologyException e) {
      throw new IllegalArgumentException("Peace does not start:\n" + e.getMessage(), e);
    } catch (IOException e) {
      String key = isOf(config.journalFile(), e) ? PeaceKeys.JOURNAL_FILE : PeaceKeys.TRACE_FILE;
      throw new IllegalArgumentException(
          "%s = '%s' cannot be written: %s\nMaybe create its directory for the NameNode's user."
              .formatted(key, conf.getTrimmed(key), e),
          e);
    }
  }

  private static boolean isOf(Optional<Path> file, IOException problem) {
    return problem instanceof FileSystemException of
        && file.filter(path -> path.toString().equals(of.getFile())).isPresent();
  }

  private void describe() {
    LOG.info(
        "Peace: mode {}, binding to a {}, topology from {}, completion fraction {}, longest"
            + " deferral {}, seed {}",
        config.mode(),
        parts.binding().isPatched()
            ? "patched NameNode (ends of chunks are told)"
            : "stock NameNode (ends of chunks are looked for)",
        parts.topology().view().topology().source(),
        config.scheduler().completionFraction(),
        config.scheduler().deferralMax(),
        config.scheduler().seed());
  }

  /**
   * Takes what can be changed while the NameNode runs from a configuration: mode, paths, groups,
   * order, shares, the longest deferral, and how many chunks may wait.
   *
   * @param policy the policy that is made with it
   * @throws IllegalArgumentException with every problem of the configuration; nothing is changed
   */
  public void reconfigure(Configuration conf, BlockPlacementPolicy policy) {
    PeaceConfig changed = changed(conf);
    if (namesystem != null) { // Else nobody takes in what it hears.
      parts.binding().listenThrough(policy);
    }
    take(changed);
  }

  private PeaceConfig changed(Configuration conf) {
    long seed = config.scheduler().seed();
    return PeaceConfig.of(conf, () -> seed);
  }

  /** Takes what can be taken while the NameNode runs; returns the keys that cannot. */
  private List<String> take(PeaceConfig changed) {
    List<String> waiting = config.waitingForRestart(changed);
    for (String key : waiting) {
      LOG.warn("{} has changed; that takes effect when the NameNode starts again", key);
    }
    configured = changed.mode();
    adopt(config.adopting(changed));
    return waiting;
  }

  private void adopt(PeaceConfig changed) {
    boolean isScheduledAlike = config.schedulesLike(changed);
    config = changed;
    parts.room().setLimits(changed.waiting());
    if (!isScheduledAlike) {
      parts.coordinator().change(changed.scheduler());
    }
    describe();
    // Another policy may have been in between, and what happened then nobody was told.
    if (config.mode() == PeaceConfig.Mode.OFF) {
      parts.binding().forget();
    } else {
      parts.binding().catchUpAgain();
    }
  }

  /** The time of day, but for what is set after now: no wait gets longer or shorter by that. */
  private static InstantSource steadyClock() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanos);
  }

  /** Has something done when this is closed. */
  public synchronized void whenClosed(Runnable action) {
    whenClosed = action;
  }

  /** The NameNode has started: scheduling begins. */
  synchronized void attach(NameNode of) {
    if (closed || watch != null) {
      return;
    }
    // Only now: NameNode commands such as -format make a policy too, but never attach.
    startTelemetry();
    parts.topology().keepLastGood();
    FSNamesystem attached = of.getNamesystem();
    if (!PeaceCall.isPossible()) {
      LOG.warn(
          "Peace cannot let calls of this release of Hadoop wait; the stock policy places what finds"
              + " no room. Maybe use a release that docs/install.md names.");
    }
    parts.binding().attach(of);
    parts
        .calls()
        .attach(
            new AddBlock((NameNodeRpcServer) of.getRpcServer()),
            file -> isOpen(attached, file),
            (file, wait, reason) ->
                // Each that finds a standby makes room for the next one, all before the next tick.
                placer.abandoned(file, wait, of.isActiveState() ? reason : Watch.STANDBY));
    refresh = refreshFor(attached);
    RefreshRegistry.defaultRegistry().register(REFRESH_KEY, refresh);
    placer.attach(attached);
    namesystem = attached;
    watch = new Watch(parts, placer, of, this::isActive);
    watch.start();
    show(of);
    config.rpcAddress().ifPresent(address -> startTurns(address, of));
    LOG.info("Peace is attached to this NameNode");
  }

  /** Writes go on if the web server cannot show Peace. */
  private void show(NameNode of) {
    parts
        .faults()
        .guard(
            "show its status on the web server",
            () -> {
              HttpServer2 server = of.getHttpServer();
              PeaceServlet.showOn(server, new NodeStatus(parts, () -> this.config, of));
              webServer = Optional.of(server);
            });
  }

  /** What a call of addBlock does, from its beginning. */
  private record AddBlock(ClientNamenodeProtocolServerSideTranslatorPB server)
      implements PeaceCall.Method {
    AddBlock(NameNodeRpcServer of) {
      this(translator(of));
    }

    private static ClientNamenodeProtocolServerSideTranslatorPB translator(NameNodeRpcServer of) {
      try {
        return new ClientNamenodeProtocolServerSideTranslatorPB(of);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Message call(AddBlockRequestProto request) throws ServiceException {
      return server.addBlock(null, request);
    }
  }

  private static boolean isOpen(FSNamesystem in, long file) {
    in.readLock();
    try {
      INode inode = file == 0 ? null : in.getFSDirectory().getInode(file);
      return file == 0 || (inode != null && inode.asFile().isUnderConstruction());
    } finally {
      in.readUnlock("peaceParkedCalls");
    }
  }

  private static Map<String, String> idsOf(Configuration conf) {
    return Stream.of(DFSConfigKeys.DFS_NAMESERVICE_ID, DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY)
        .filter(key -> conf.get(key) != null)
        .collect(Collectors.toMap(key -> key, conf::get));
  }

  private void startTurns(InetSocketAddress address, NameNode of) {
    parts.turns().begin();
    try {
      turnServer =
          Optional.of(TurnServer.start(address, parts.turns(), of.getNamesystem(), of.getConf()));
    } catch (IOException e) {
      LOG.error(
          "{} = '{}' cannot be listened at; no requests for turns are taken. Maybe use a port that"
              + " is free.",
          PeaceKeys.RPC_ADDRESS,
          address,
          e);
    }
  }

  /** The name of the server on a host; the host's own name if there is none. */
  private String serverOn(String host) {
    FSNamesystem in = namesystem;
    DatanodeInfo node =
        in == null ? null : in.getBlockManager().getDatanodeManager().getDatanodeByHost(host);
    return node == null
        ? host
        : parts.topology().view().names().getOrDefault(node.getDatanodeUuid(), host);
  }

  private void startTelemetry() {
    try {
      parts
          .telemetry()
          .start(
              parts.coordinator(),
              () -> new PeaceMetrics.Calls(parts.calls().size(), parts.binding().isPatched()));
    } catch (IOException e) {
      LOG.error(
          "{} or {} cannot be written any more", PeaceKeys.TRACE_FILE, PeaceKeys.JOURNAL_FILE, e);
    }
  }

  /**
   * Places a new block, whatever may go wrong in Peace: where and when the coordinator says, or as
   * stock HDFS does, and then the chunk counts as load. A client's call that has to wait ends with
   * {@link CallParked}, and is made again for the same chunk.
   */
  public void place(PolicyCall call) {
    if (isActive()) {
      placer.place(call);
    } else {
      call.placeByStock();
    }
  }

  /** Whether chunks count as load, whoever places them, and Peace may have a say. */
  private boolean isActive() {
    return namesystem != null && !closed && config.mode() != PeaceConfig.Mode.OFF;
  }

  /** What the coordinator is doing, for tests and tools. */
  public Coordinator.Status status() {
    return parts.coordinator().status();
  }

  /** The chunks in flight, for tests. */
  public List<Coordinator.InFlight> inFlight() {
    return parts.coordinator().inFlight();
  }

  /** Where chunks wait, for tests. */
  WaitingRoom room() {
    return parts.room();
  }

  /** How many chunks are counted as waiting, for tests. */
  public int countedAsWaiting() {
    return parts.room().size();
  }

  /** How many requests for turns are not over, for tests. */
  public int turns() {
    return parts.turns().size();
  }

  /** How many streams each link carries now, by its name, without those with none; for tests. */
  public Map<String, Integer> load() {
    ResidualNetwork residual = parts.coordinator().residual();
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

  /** Who schedules its chunks, for tests. */
  public Coordinator coordinator() {
    return parts.coordinator();
  }

  private TopologyRefresh refreshFor(FSNamesystem of) {
    return new TopologyRefresh(
        () -> PeaceAccess.checkSuperuser(of, "refreshPeace"), topologies(), this::say);
  }

  private TopologyRefresh.Topologies topologies() {
    return new TopologyRefresh.Topologies() {
      @Override
      public String reload() throws TopologyException {
        return parts.topology().reload(parts.coordinator());
      }

      @Override
      public String loadedAt() {
        return parts.topology().loadedAt();
      }

      @Override
      public String nextStart() {
        return parts.topology().nextStart();
      }
    };
  }

  /** What {@code dfsadmin -refresh HOST:PORT peace WORD} does. */
  private String say(String word) {
    return switch (word) {
      case "off" -> {
        adopt(config.in(PeaceConfig.Mode.OFF));
        parts.coordinator().dismissAll("off");
        yield "mode off: the stock policy places everything, also what waited, until 'on' or a"
            + " restart";
      }
      case "on" -> {
        adopt(config.in(configured));
        yield "mode " + configured.name().toLowerCase(Locale.ROOT);
      }
      case "keys" -> {
        List<String> waiting = take(changed(asNow()));
        turnServer.ifPresent(TurnServer::loadAcl);
        yield ("mode %s, and order, shares, paths, groups, deferral and waiting as the configuration"
                + " has them now%s")
            .formatted(
                configured.name().toLowerCase(Locale.ROOT),
                waiting.isEmpty() ? "" : "; a restart is needed for " + waiting);
      }
      default ->
          throw new IllegalArgumentException(
              "'%s' is nothing that Peace can do. Maybe use 'off', 'on', 'keys', or nothing, which"
                      .formatted(LogText.of(word))
                  + " loads the topology file.");
    };
  }

  /** The configuration's files as they are now, read as this NameNode and no other one does. */
  private Configuration asNow() {
    Configuration now = new HdfsConfiguration();
    ids.forEach(now::set);
    return now;
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
    whenClosed.run();
    if (refresh != null) {
      RefreshRegistry.defaultRegistry().unregister(REFRESH_KEY, refresh);
    }
    if (watch != null) {
      watch.end();
    }
    webServer.ifPresent(PeaceServlet::hideFrom);
    parts.turns().dismissAll("stopped");
    turnServer.ifPresent(TurnServer::close);
    // Not to the stock policy: the namespace is closing, and a block of it would be lost.
    placer.stop();
    parts.coordinator().dismissAll("stopped");
    parts.coordinator().stop();
    parts.calls().close();
    parts.binding().close();
    parts.telemetry().close();
  }
}
