package org.peacescheduler.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.ipc.Server;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.patched.PatchedBinding;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.hdfs.placement.PolicyCall;
import org.peacescheduler.hdfs.placement.Refusals;
import org.peacescheduler.hdfs.stock.NamespaceWatcher;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a call of the placement policy through Peace.
 *
 * <p>Goals, in order: a call that stock HDFS would answer is answered, whatever goes wrong in
 * Peace; no capacity is lost by it; the chunk goes where the coordinator says.
 *
 * <p>Example: the call asks for three datanodes; the coordinator has it wait, then grants s1, s2,
 * s3; HDFS refuses s2, which is full; the coordinator grants s1, s4, s3, and HDFS accepts them.
 *
 * <p>Thread-safe.
 */
final class Placer {
  private static final Logger LOG = LoggerFactory.getLogger(PeaceNode.class);
  private static final int MAX_REFUSED = 10;
  static final long SLACK_MILLIS = 10_000;

  /** Why capacity comes back, in the trace. */
  private static final String FAILED = "error";

  private final Parts parts;
  private final Coordinator coordinator;
  private final FaultLog faults;
  private final Supplier<PeaceConfig> config;
  private final Origins origins;
  private final Refusals refusals = new Refusals();
  private FSNamesystem namesystem;
  private NamespaceWatcher watcher;

  /** Places nothing before it is {@linkplain #attach attached}. */
  Placer(Parts parts, Supplier<PeaceConfig> config) {
    this.parts = parts;
    this.config = config;
    coordinator = parts.coordinator();
    faults = parts.faults();
    origins =
        new Origins(parts.clock(), parts.metrics()::hintIgnored, line -> LOG.warn("{}", line));
  }

  /** Calls come from now on. */
  void attach(FSNamesystem to, NamespaceWatcher with) {
    namesystem = to;
    watcher = with;
  }

  /** See {@link PeaceNode#place}. */
  void place(PolicyCall call) {
    Optional<ChunkRequest> request = Optional.empty();
    try {
      request = Optional.of(request(call));
      if (!call.isFavored()
          && config.get().paths().matches(call.path())
          && schedule(request.get(), call)) {
        return;
      }
    } catch (RuntimeException | Error e) {
      if (isParking(e)) {
        throw e;
      }
      failed(call.path(), e);
    }
    List<? extends DatanodeInfo> nodes = call.placeByStock();
    try {
      request.ifPresent(chunk -> observe(chunk, nodes));
    } catch (RuntimeException | Error e) {
      failed(call.path(), e);
    }
  }

  private ChunkRequest request(PolicyCall call) {
    if (parts.topology().isOutdated()) {
      parts.topology().sync(coordinator);
    }
    ChunkRequest.Builder request =
        call.request(parts.topology().view(), config.get().preferLocal());
    Optional<String> address = call.address();
    return request
        .file(file(call.path(), address))
        .origin(
            origins.ofCall(
                call.path(),
                address,
                parts.patched().flatMap(PatchedBinding::leaseHolder),
                config.get()))
        .build();
  }

  /**
   * Which file the call of this thread is for. The path that HDFS tells is the one that the client
   * knows. Since then the file may have been renamed, and another one created there, mostly by
   * another writer.
   */
  private String file(String path, Optional<String> address) {
    return parts
        .patched()
        .flatMap(PatchedBinding::file)
        .orElseGet(() -> address.orElse("") + ":" + path);
  }

  /**
   * Schedules a chunk: waits for its grant; on a stock NameNode as long as a handler can be held
   * for it.
   *
   * @return whether the call has its datanodes; otherwise the stock policy is to place it, and
   *     {@link #observe} to be told
   */
  private boolean schedule(ChunkRequest request, PolicyCall call) {
    parts.patched().ifPresent(PatchedBinding::catchUp);
    if (config.get().mode() == PeaceConfig.Mode.SHADOW) {
      rehearse(request);
      return false;
    }
    Optional<Wait> resumed = parts.patched().flatMap(PatchedBinding::resumed);
    ChunkRequest careful = request.avoiding(refusals.of(call.need(), parts.clock().millis()));
    Wait wait = resumed.orElseGet(() -> new Wait(careful));
    try {
      if (resumed.isEmpty()) {
        submit(careful, wait);
      }
      return schedule(wait, careful, call);
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
      faults.guard("forget a client", () -> parts.hold().forget(ticket));
    }
  }

  private boolean schedule(Wait wait, ChunkRequest request, PolicyCall call) {
    while (wait.refused() < MAX_REFUSED) {
      Outcome outcome = await(wait);
      if (outcome instanceof Outcome.Fallback) {
        parts.hold().forget(wait.ticket());
        return false;
      }
      if (outcome instanceof Outcome.AskAgain) {
        parts.metrics().askedAgain();
        delayAnswer(wait);
        throw Unchecked.<RuntimeException>thrown(
            new NotReplicatedYetException(
                "Peace: " + LogText.of(request.path()) + " waits for a link with room; ask again"));
      }
      parts.hold().forget(wait.ticket());
      List<String> granted = ((Outcome.Granted) outcome).nodes();
      if (granted.size() == request.replication()) {
        Optional<PolicyCall.Refusal> bad = call.firstRefused(datanodes(granted));
        if (bad.isEmpty()) {
          refusals.accepted(granted, call.need());
          parts
              .patched()
              .ifPresentOrElse(
                  binding -> binding.accepted(wait.ticket()), () -> watcher.placed(wait.ticket()));
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

  private void submit(ChunkRequest request, Wait wait) {
    long start = System.nanoTime();
    wait.ticket(
        parts.patched().isPresent()
            ? parts.patched().get().submit(request, wait)
            : coordinator.submit(request, wait::accept));
    parts.lastInstances().asked(request.origin(), request.path());
    parts.metrics().planned(System.nanoTime() - start);
  }

  private List<DatanodeInfo> datanodes(List<String> names) {
    ClusterView view = parts.topology().view();
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
    if (mayWait && parts.patched().isPresent() && parts.patched().get().canPark()) {
      throw parts.patched().get().park(wait);
    }
    if (namesystem.hasReadLock()) {
      // Waiting here would stop the whole NameNode; HDFS itself never calls so.
      coordinator.giveUpWaiting(
          wait.ticket(), FallbackReason.ERROR, "called under the namesystem's lock");
    } else if (mayWait && Server.getCurCall().get() != null) {
      faults.guard("note a file", () -> watcher.waits(wait.ticket()));
      parts.hold().enter(wait, coordinator);
    }
    try {
      outcome = wait.within(parts.longestWaitMillis());
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
      parts.hold().leave(wait);
    }
  }

  /** Whether a chunk may wait. If not, its wait ends, and the stock policy is to place it. */
  private boolean hasRoom(Wait wait) {
    WaitingRoom.Entry entry =
        parts.room().enter(wait.ticket(), wait.wanted().origin().user().orElse(""));
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
  private void delayAnswer(Wait wait) {
    Server.Call call = Server.getCurCall().get();
    if (call == null) {
      return;
    }
    call.postponeResponse();
    boolean isDelayed = false;
    try {
      isDelayed = parts.hold().delay(wait, () -> answer(call));
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

  /** Whether this is no failure, but how a patched NameNode is told to park the call. */
  private static boolean isParking(Throwable thrown) {
    return thrown instanceof PatchedBinding.Parked;
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
              " of '%s'; the stock policy places it".formatted(LogText.of(path)),
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
  private void observe(ChunkRequest request, List<? extends DatanodeInfo> nodes) {
    parts.patched().ifPresent(PatchedBinding::catchUp);
    ClusterView view = parts.topology().view();
    parts.metrics().placedByStock();
    Ticket ticket = coordinator.observe(request, nodes.stream().map(view::name).toList());
    parts.lastInstances().asked(request.origin(), request.path());
    try {
      parts
          .patched()
          .ifPresentOrElse(
              binding -> binding.placed(request, ticket), () -> watcher.placed(ticket));
    } catch (RuntimeException | Error e) {
      // Nobody would tell of its end.
      faults.guard("give capacity back", () -> coordinator.release(ticket, FAILED, false));
      throw e;
    }
  }
}
