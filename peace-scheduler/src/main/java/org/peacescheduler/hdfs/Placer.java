package org.peacescheduler.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.ipc.PeaceCall;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.apache.hadoop.ipc.Server;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.binding.Ask;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.KnownFiles;
import org.peacescheduler.hdfs.placement.KnownFiles.KnownFile;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.hdfs.placement.PolicyCall;
import org.peacescheduler.hdfs.placement.Refusals;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.turns.CoordinatorRoom;
import org.peacescheduler.hdfs.waiting.CallParked;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.turns.TurnQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a call of the placement policy through Peace.
 *
 * <p>Goals, in order: a call that stock HDFS would answer is answered, whatever goes wrong in
 * Peace; no capacity is lost by it; the chunk goes where the coordinator says.
 *
 * <p>Example: the call asks for three datanodes; the coordinator has it wait, so it is parked; the
 * coordinator grants s1, s2, s3, and the call runs again; HDFS refuses s2, which is full; the
 * coordinator grants s1, s4, s3, and HDFS accepts them.
 *
 * <p>Nothing that a client says counts without a bound: the file is the one that HDFS knows ({@link
 * KnownFiles}); a call takes the more places of the {@link WaitingRoom} the longer its request is;
 * block size, replication, excluded nodes and names have their bounds where they are used.
 *
 * <p>Thread-safe.
 */
final class Placer {
  private static final Logger LOG = LoggerFactory.getLogger(PeaceNode.class);
  private static final int MAX_REFUSED = 10;
  static final long SLACK_MILLIS = 10_000;

  /** Why capacity comes back, in the trace. */
  private static final String FAILED = "error";

  /** What a call asks with that is no client's. */
  private static final Asked NOTHING = new Asked(0, "", 0);

  private final Parts parts;
  private final Coordinator coordinator;
  private final Binding binding;
  private final FaultLog faults;
  private final Supplier<PeaceConfig> config;
  private final Origins origins;
  private final Refusals refusals = new Refusals();
  private FSNamesystem namesystem;
  private KnownFiles files;
  private volatile boolean stopped;

  /**
   * A call, and what it asks for.
   *
   * @param asked what its client asks with
   * @param turn in whose turn the file is written, if it is in one's
   */
  private record Asking(
      Asked asked, KnownFile file, Optional<TurnQueue.Writer> turn, ChunkRequest request) {}

  /** Places nothing before it is {@linkplain #attach attached}. */
  Placer(Parts parts, Supplier<PeaceConfig> config) {
    this.parts = parts;
    this.config = config;
    coordinator = parts.coordinator();
    binding = parts.binding();
    faults = parts.faults();
    origins =
        new Origins(parts.clock(), parts.metrics()::hintIgnored, line -> LOG.warn("{}", line));
  }

  /** Calls come from now on. */
  void attach(FSNamesystem to) {
    namesystem = to;
    files = new KnownFiles(to);
  }

  /** The NameNode stops: a block allocated from now on would be lost. */
  void stop() {
    stopped = true;
  }

  /** See {@link PeaceNode#place}. */
  void place(PolicyCall call) {
    Optional<Asking> asking = Optional.empty();
    Optional<Exemption> exempt = Optional.empty();
    try {
      asking = asking(call);
      exempt = asking.flatMap(chunk -> exemption(chunk, call));
      if (asking.isPresent() && isPlanned(exempt) && schedule(asking.get(), call)) {
        return;
      }
    } catch (CallParked parked) {
      throw parked;
    } catch (RuntimeException | Error e) {
      failed(call.path(), e);
    }
    List<? extends DatanodeInfo> nodes = placeByStock(call, asking);
    try {
      if (asking.isPresent()) {
        observe(asking.get(), nodes, exempt);
      }
    } catch (RuntimeException | Error e) {
      failed(call.path(), e);
    }
  }

  /** An ordinary chunk may have waited for this one, and holds its capacity until it is placed. */
  private List<? extends DatanodeInfo> placeByStock(PolicyCall call, Optional<Asking> asking) {
    try {
      return call.placeByStock();
    } catch (RuntimeException | Error e) {
      asking.ifPresent(
          chunk -> faults.guard("give capacity back", () -> giveBackTurn(chunk.request())));
      throw e;
    }
  }

  private void giveBackTurn(ChunkRequest request) {
    coordinator.release(coordinator.observe(request, List.of()), FAILED, false);
  }

  /** Why the stock policy is to place it, whatever Peace would do. */
  private Optional<Exemption> exemption(Asking asking, PolicyCall call) {
    if (call.isFavored() && isSuperusers()) {
      return Optional.of(Exemption.FAVORED_NODES);
    }
    if (!asking.file().isScheduled()) {
      return Optional.of(Exemption.EXCLUDED_PATH);
    }
    return config.get().mode() == PeaceConfig.Mode.SHADOW
        ? Optional.of(Exemption.SHADOW)
        : Optional.empty();
  }

  /** Whether the call is a superuser's. */
  private boolean isSuperusers() {
    try {
      return PeaceAccess.isSuperuser(namesystem);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In shadow mode chunks are planned, too. */
  private static boolean isPlanned(Optional<Exemption> exempt) {
    return exempt.isEmpty() || exempt.get() == Exemption.SHADOW;
  }

  /** Empty if HDFS will make no block of it: the file is gone, or somebody else's. */
  private Optional<Asking> asking(PolicyCall call) {
    if (parts.topology().isOutdated()) {
      parts.topology().sync(coordinator);
    }
    Asked asked = binding.asked().orElse(NOTHING);
    Optional<String> user = Origins.user();
    return files
        .of(asked, call.path(), user, config.get())
        .filter(file -> file.user().equals(user))
        .map(file -> asking(call, asked, file));
  }

  private Asking asking(PolicyCall call, Asked asked, KnownFile file) {
    Optional<TurnQueue.Writer> turn =
        file.user().flatMap(user -> parts.turns().writer(user, file.path(), file.key()));
    return new Asking(asked, file, turn, request(call, asked, file, turn));
  }

  private ChunkRequest request(
      PolicyCall call, Asked asked, KnownFile file, Optional<TurnQueue.Writer> turn) {
    Optional<String> leaseHolder = Optional.of(asked.clientName()).filter(name -> !name.isEmpty());
    return call.request(file.path(), parts.topology().view(), config.get().preferLocal())
        .file(file.key())
        .favored(call.isFavored())
        .origin(
            CoordinatorRoom.inTurn(
                turn, origins.ofCall(file, call.address(), leaseHolder), config.get()))
        .build();
  }

  /**
   * Schedules a chunk: waits for its grant, without its handler if it is a client's call.
   *
   * @return whether the call has its datanodes; otherwise the stock policy is to place it, and
   *     {@link #observe} to be told
   */
  private boolean schedule(Asking asking, PolicyCall call) {
    binding.catchUp();
    if (config.get().mode() == PeaceConfig.Mode.SHADOW) {
      rehearse(asking.request());
      return false;
    }
    Optional<Wait> resumed = parts.calls().resumed();
    ChunkRequest careful =
        asking.request().avoiding(refusals.of(call.need(), parts.clock().millis()));
    Ask ask = new Ask(asking.asked(), resumed.orElseGet(() -> new Wait(careful)));
    try {
      binding.begins(ask);
      if (resumed.isEmpty()) {
        submit(ask, careful);
        // Only now: what was held for the turn goes to those that are first in the order.
        asking.turn().ifPresent(turn -> turn.place().begun());
      }
      boolean isPlaced = schedule(ask, careful, call);
      if (!isPlaced) {
        parts.asks().leave(ask);
      }
      return isPlaced;
    } catch (CallParked parked) {
      throw parked;
    } catch (RuntimeException | Error e) {
      giveBack(ask);
      throw e;
    }
  }

  /** Peace has failed on a chunk: it waits no more, and has no capacity. */
  private void giveBack(Ask ask) {
    ask.held().leave();
    parts.asks().leave(ask);
    Ticket ticket = ask.held().ticket();
    if (ticket != null) { // Else the stock policy's chunk of the same file takes its place.
      faults.guard("give capacity back", () -> coordinator.release(ticket, FAILED, false));
    }
  }

  private boolean schedule(Ask ask, ChunkRequest request, PolicyCall call) {
    Wait wait = ask.held();
    while (wait.refused() < MAX_REFUSED) {
      Outcome outcome = await(ask);
      if (outcome instanceof Outcome.Fallback) {
        return false;
      }
      if (outcome instanceof Outcome.Superseded || stopped) {
        // Its client has asked once more and waits for that answer, or for another NameNode.
        throw Unchecked.<RuntimeException>thrown(
            new NotReplicatedYetException(
                "Peace: another call asks for the same block of " + LogText.of(request.path())));
      }
      if (outcome instanceof Outcome.Withdrawn) {
        return false;
      }
      List<String> granted = ((Outcome.Granted) outcome).nodes();
      if (granted.size() == request.replication()) {
        Optional<PolicyCall.Refusal> bad = call.firstRefused(datanodes(granted));
        if (bad.isEmpty()) {
          refusals.accepted(granted, call.need());
          binding.accepted(ask);
          return true;
        }
        String host = granted.get(bad.get().index());
        refusals.note(host, bad.get().scope(), call.need(), parts.clock().millis());
        wait.refuse(host, refusals.of(call.need(), parts.clock().millis()));
      } else {
        wait.want(request); // Its file's replication was changed while the call was parked.
      }
      coordinator.replan(wait.ticket(), wait.wanted(), wait::accept);
    }
    coordinator.fallBack(
        wait.ticket(), FallbackReason.INVALID_TARGETS, "HDFS refused " + wait.wanted().excluded());
    return false;
  }

  private void submit(Ask ask, ChunkRequest request) {
    long start = System.nanoTime();
    parts.asks().submit(ask, request);
    parts.lastInstances().asked(request.origin(), request.path());
    parts.metrics().planned(System.nanoTime() - start);
  }

  private List<DatanodeInfo> datanodes(List<String> names) {
    ClusterView view = parts.topology().view();
    List<DatanodeInfo> nodes = new ArrayList<>(names.size());
    names.forEach(name -> nodes.add(view.nodes().get(name)));
    return nodes;
  }

  private Outcome await(Ask ask) {
    Wait wait = ask.held();
    Outcome outcome = wait.now();
    if (outcome != null) {
      return outcome;
    }
    Optional<PeaceCall> call = PeaceCall.ofThread();
    if (hasRoom(wait, call.map(PeaceCall::bytes).orElse(0)) && parts.calls().canPark(call)) {
      binding.parked(ask);
      throw parts.calls().park(call.get(), ask.file(), wait);
    }
    if (Server.getCurCall().get() != null) {
      coordinator.giveUpWaiting(
          wait.ticket(), FallbackReason.NO_HANDLER, "its call cannot wait without a handler");
    } else if (namesystem.hasReadLock()) {
      // Waiting here would stop the whole NameNode; HDFS itself never calls so.
      coordinator.giveUpWaiting(
          wait.ticket(), FallbackReason.ERROR, "called under the namesystem's lock");
    }
    return awaitOnThisThread(wait);
  }

  /** A call inside the process, as of a test, waits on the thread of its caller. */
  private Outcome awaitOnThisThread(Wait wait) {
    try {
      Outcome outcome = wait.within(parts.longestWaitMillis());
      if (outcome == null) {
        coordinator.giveUpWaiting(wait.ticket(), FallbackReason.DEFERRAL_MAX, "nobody ended it");
        outcome = wait.within(SLACK_MILLIS);
      }
      return outcome == null ? new Outcome.Fallback(FallbackReason.ERROR, "no outcome") : outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      coordinator.release(wait.ticket(), "interrupted", true);
      return new Outcome.Superseded();
    } finally {
      wait.leave();
    }
  }

  /**
   * Whether a chunk may wait. If not, its wait ends, and the stock policy is to place it.
   *
   * @param bytes of its call, on any kind of NameNode; 0 if it is no client's
   */
  private boolean hasRoom(Wait wait, int bytes) {
    if (wait.hasPlace()) {
      return true;
    }
    String user = wait.wanted().origin().userName();
    WaitingRoom.Entry entry = parts.room().enter(wait.ticket(), user, bytes);
    if (entry instanceof WaitingRoom.Crowded crowded) {
      coordinator.giveUpWaiting(wait.ticket(), FallbackReason.CROWDED, crowded.detail());
      return false;
    }
    wait.take((WaitingRoom.Place) entry);
    return true;
  }

  /**
   * A call that was parked does not come back: its client is gone, or HDFS answers it otherwise.
   *
   * @param file its file's id
   */
  void abandoned(long file, Wait wait, String reason) {
    wait.leave();
    if (parts.asks().leave(file, wait)) {
      coordinator.release(wait.ticket(), reason, false);
    }
  }

  /** Wakes parked calls that should run already; nobody but Peace would answer them. */
  void wakeOverdue() {
    for (Wait wait : parts.calls().waits()) {
      if (!wait.isOver() && wait.ageMillis() >= parts.longestWaitMillis()) {
        faults.guard(
            "end a wait",
            () ->
                coordinator.giveUpWaiting(
                    wait.ticket(), FallbackReason.DEFERRAL_MAX, "nobody ended it"));
        if (!wait.isOver()) {
          wait.accept(new Outcome.Fallback(FallbackReason.ERROR, "no outcome"));
        }
      }
      wait.wakeIfOver();
    }
    parts.calls().lookAfter();
  }

  /**
   * Peace itself failed on a chunk: the error is logged and counted, the stock policy places it.
   */
  private void failed(String path, Throwable error) {
    faults.guard(
        "count a failure",
        () -> {
          faults.note(
              "schedule a chunk",
              " of '%s'; the stock policy places it".formatted(LogText.of(KnownFiles.cut(path))),
              error);
          parts.metrics().failed();
        });
  }

  /** Plans a chunk and lets go of the plan: what Peace would have done. */
  private void rehearse(ChunkRequest request) {
    long start = System.nanoTime();
    Ticket ticket = coordinator.submit(request, outcome -> {});
    try {
      parts.metrics().planned(System.nanoTime() - start);
    } finally {
      coordinator.release(ticket, "shadow", false);
    }
  }

  /** The stock policy placed a chunk on these datanodes: load until it ends. */
  private void observe(
      Asking asking, List<? extends DatanodeInfo> nodes, Optional<Exemption> exempt) {
    ChunkRequest request = asking.request();
    binding.catchUp();
    ClusterView view = parts.topology().view();
    parts.metrics().placedByStock();
    Ticket ticket = coordinator.observe(request, nodes.stream().map(view::name).toList(), exempt);
    parts.lastInstances().asked(request.origin(), request.path());
    try {
      Wait wait = new Wait(request);
      wait.ticket(ticket);
      binding.placed(new Ask(asking.asked(), wait));
    } catch (RuntimeException | Error e) {
      // Nobody would tell of its end.
      faults.guard("give capacity back", () -> coordinator.release(ticket, FAILED, false));
      throw e;
    }
  }
}
