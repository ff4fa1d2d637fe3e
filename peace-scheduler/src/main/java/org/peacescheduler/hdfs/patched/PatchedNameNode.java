package org.peacescheduler.hdfs.patched;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.apache.hadoop.hdfs.server.blockmanagement.PlacementDeferral;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Copy;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.waiting.Wait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The binding to a patched NameNode: which block a chunk became, and how that block fares.
 *
 * <p>Goals, in order: no capacity lost and none given back twice, whatever the end of a block; the
 * NameNode's locks held no longer for it; a call that waits costs no thread.
 *
 * <p>A chunk is known by its call until its block is allocated, then by its block and its file.
 * Each of the NameNode's words is looked up at once, under the NameNode's lock, and passed on to
 * the coordinator later, in order ({@link Events}). So nobody plans, or waits for who does, under
 * the NameNode's lock.
 *
 * <p>Example: addBlock of file 7 is parked, granted, run again: block 41, ticket 3. Datanode a
 * reports 41: its hop is free. The client asks for the next block: 41 is complete, ticket 3 done.
 *
 * <p>Copies that HDFS orders are load from the order to the report of the replica, or until the
 * NameNode gives them up.
 *
 * <p>Cost: a hash look-up for each replica, block and file that changes. Thread-safe.
 */
final class PatchedNameNode implements PatchedBinding, NewBlockListener {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.PatchedNameNode");

  /** HDFS asks for targets with no client behind: no block comes of it of which Peace is told. */
  private static final String NOBODYS = "nobody-asked";

  private final Coordinator coordinator;
  private final Supplier<ClusterView> cluster;

  /** The latest call of each file that asks for a block and has none yet. */
  private final Map<Long, Call> asking = new ConcurrentHashMap<>();

  private final Set<Call> parked = ConcurrentHashMap.newKeySet();
  private final FaultLog faults;
  private final Events events;
  private final BlockTracker blocks;
  private final OpenFiles openFiles;
  private final Object catchingUp = new Object();

  /** Whether all that is in flight has been told, or found. */
  private volatile boolean caughtUp;

  /** One call of addBlock; what the request has attached. */
  private record Call(NewBlockRequest request, Wait held) {
    long file() {
      return request.getFileId();
    }

    /** Waits while it is submitted. */
    synchronized Ticket ticket() {
      return held.ticket();
    }

    boolean isFor(NewBlockRequest other) {
      return ticket() != null
          && Objects.equals(request.getPrevious(), other.getPrevious())
          && request.getClientName().equals(other.getClientName());
    }
  }

  PatchedNameNode(
      Coordinator coordinator,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      FaultLog faults) {
    this.coordinator = coordinator;
    this.cluster = cluster;
    this.faults = faults;
    events = new Events(() -> parked() > 0, coordinator::together, faults);
    blocks = new BlockTracker(coordinator, events, asking::containsKey);
    openFiles = new OpenFiles(coordinator, blocks, cluster, config, faults);
  }

  @Override
  public void attach(FSNamesystem to) {
    openFiles.attach(to);
    events.start();
  }

  @Override
  public void listenThrough(BlockPlacementPolicy policy) {
    policy.setNewBlockListener(new CarefulListener(this, faults));
  }

  // The way to a block.

  @Override
  public Optional<String> file() {
    NewBlockRequest request = NewBlockRequest.current();
    return request == null || request.getFileId() == HdfsConstants.GRANDFATHER_INODE_ID
        ? Optional.empty()
        : Optional.of(OpenFiles.name(request.getFileId()));
  }

  @Override
  public Optional<String> leaseHolder() {
    return Optional.ofNullable(NewBlockRequest.current()).map(NewBlockRequest::getClientName);
  }

  @Override
  public Optional<Wait> resumed() {
    NewBlockRequest request = NewBlockRequest.current();
    if (request == null || !(request.getAttachment() instanceof Call call)) {
      return Optional.empty();
    }
    parked.remove(call);
    return Optional.of(call.held());
  }

  @Override
  public Ticket submit(ChunkRequest request, Wait wait) {
    events.takeInUnlessAwaited();
    NewBlockRequest asked = NewBlockRequest.current();
    if (asked == null) {
      return coordinator.submit(request, wait::accept);
    }
    Call call = new Call(asked, wait);
    asked.attach(call);
    if (asked.getFileId() == HdfsConstants.GRANDFATHER_INODE_ID) {
      Ticket ticket = coordinator.submit(request, wait::accept);
      wait.ticket(ticket);
      return ticket;
    }
    // The later of two calls for a file waits until the earlier one has its ticket.
    synchronized (call) {
      Call before = asking.put(asked.getFileId(), call);
      try {
        wait.ticket(
            before != null && before.isFor(asked)
                ? coordinator.resubmit(before.ticket(), request, wait::accept)
                : coordinator.submit(request, wait::accept));
      } catch (RuntimeException | Error e) {
        asking.remove(asked.getFileId(), call);
        throw e;
      }
    }
    return wait.ticket();
  }

  @Override
  public void placed(ChunkRequest request, Ticket ticket) {
    NewBlockRequest asked = NewBlockRequest.current();
    if (asked == null) {
      coordinator.release(ticket, NOBODYS, false);
      return;
    }
    if (asked.getAttachment() instanceof Call before) {
      parked.remove(before);
    }
    Wait wait = new Wait(request);
    wait.ticket(ticket);
    Call call = new Call(asked, wait);
    asked.attach(call);
    if (asked.getFileId() != HdfsConstants.GRANDFATHER_INODE_ID) {
      asking.put(asked.getFileId(), call);
    }
  }

  @Override
  public void accepted(Ticket ticket) {
    if (NewBlockRequest.current() == null) {
      coordinator.release(ticket, NOBODYS, false);
    }
  }

  @Override
  public boolean canPark() {
    NewBlockRequest request = NewBlockRequest.current();
    return request != null && request.isDeferrable();
  }

  @Override
  public RuntimeException park(Wait wait) {
    return new Deferral(wait);
  }

  @Override
  public int parked() {
    return parked.size();
  }

  /** Thrown through HDFS to park a call. */
  private final class Deferral extends PlacementDeferral implements Parked {
    private static final long serialVersionUID = 1L;
    private final transient Wait wait;

    Deferral(Wait wait) {
      super("Peace: " + LogText.of(wait.wanted().path()) + " waits for a link with room");
      this.wait = wait;
      Call call = (Call) getRequest().getAttachment();
      boolean done = false;
      try {
        parked.add(call);
        events.wake();
        wait.whenThere(this::wake);
        done = true;
      } finally {
        if (!done) {
          parked.remove(call);
        }
      }
    }

    /** Whoever brings the outcome has others to tell; what fails is tried again. */
    private void wake() {
      faults.guard("wake a parked call", this::resume);
    }

    @Override
    public void abandoned(String reason) {
      wait.leave();
      if (getRequest().getAttachment() instanceof Call call && leave(call)) {
        coordinator.release(wait.ticket(), reason, false);
      }
    }
  }

  @Override
  public void wakeOverdue(long longestMillis) {
    for (Call call : parked) {
      Wait wait = call.held();
      if (!wait.isOver() && wait.ageMillis() >= longestMillis) {
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
  }

  /** Whether the call was the latest of its file, and so the one that its ticket is for. */
  private boolean leave(Call call) {
    parked.remove(call);
    return call.file() == HdfsConstants.GRANDFATHER_INODE_ID || asking.remove(call.file(), call);
  }

  @Override
  public void blockAllocated(
      NewBlockRequest request, BlockInfo block, DatanodeStorageInfo[] targets) {
    if (request.getAttachment() instanceof Call call && leave(call)) {
      blocks.allocated(block.getBlockId(), block.getBlockCollectionId(), call.held().ticket());
    }
  }

  @Override
  public void allocationFailed(NewBlockRequest request) {
    if (request.getAttachment() instanceof Call call && leave(call)) {
      Ticket ticket = call.held().ticket();
      events.say(() -> coordinator.release(ticket, "not-allocated", false));
    }
  }

  // The life of a block. The NameNode holds its lock: look up and go.

  @Override
  public void replicaBegun(BlockInfo block, DatanodeStorageInfo storage) {
    openFiles.begun(block);
  }

  @Override
  public void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
    if (blocks.isKnown(block.getBlockId())) {
      blocks.received(block.getBlockId(), cluster.get().name(storage.getDatanodeDescriptor()));
    }
  }

  @Override
  public void blockCompleted(BlockInfo block) {
    blocks.completed(block.getBlockId(), block.getNumBytes());
  }

  @Override
  public void blockFlushed(BlockInfo block) {
    blocks.flushed(block.getBlockId());
  }

  @Override
  public void blockAbandoned(BlockInfo block) {
    blocks.released(block.getBlockId(), "abandoned");
  }

  @Override
  public void blockRemoved(BlockInfo block) {
    blocks.released(block.getBlockId(), "block-gone");
    blocks.copiesGivenUp(block.getBlockId());
  }

  @Override
  public void pipelineUpdated(BlockInfo block, DatanodeStorageInfo[] targets) {
    List<String> nodes = OpenFiles.names(cluster.get(), targets);
    // The replicas of a striped one get different data, side by side: no pipeline.
    if (!blocks.rerouted(block.getBlockId(), nodes) && !block.isStriped()) {
      openFiles.rerouted(block, nodes);
    }
  }

  @Override
  public void fileEnded(long fileId) {
    blocks.fileEnded(fileId);
  }

  /**
   * Replicas are copied from datanode to datanode, as in a pipeline; internal blocks of a striped
   * one are rebuilt by the first target, which gathers what it needs and spreads what it makes.
   */
  @Override
  public void copiesOrdered(
      BlockInfo block, DatanodeDescriptor[] sources, DatanodeStorageInfo[] targets) {
    if (!openFiles.isLooking()) {
      return;
    }
    long id = block.getBlockId();
    ClusterView view = cluster.get();
    List<String> to = OpenFiles.names(view, targets);
    Set<Copy> ordered = new LinkedHashSet<>();
    for (DatanodeDescriptor source : sources) {
      ordered.add(new Copy(id, view.name(source), to.get(0)));
    }
    for (int i = 1; i < to.size(); i++) {
      ordered.add(new Copy(id, to.get(block.isStriped() ? 0 : i - 1), to.get(i)));
    }
    blocks.copiesOrdered(id, ordered);
  }

  @Override
  public void copiesGivenUp(BlockInfo block) {
    blocks.copiesGivenUp(block.getBlockId());
  }

  // The whole of it.

  @Override
  public void catchUp() {
    if (caughtUp) {
      return;
    }
    synchronized (catchingUp) {
      if (!caughtUp) {
        int open = openFiles.find(this::forgetAll);
        events.takeIn();
        LOG.info("Peace found {} open files and {} blocks in flight", open, blocks.size());
        caughtUp = true;
      }
    }
  }

  @Override
  public boolean isCaughtUp() {
    return caughtUp;
  }

  @Override
  public void catchUpAgain() {
    synchronized (catchingUp) {
      caughtUp = false;
    }
  }

  @Override
  public void forget() {
    synchronized (catchingUp) {
      caughtUp = false;
      forgetAll();
    }
  }

  private void forgetAll() {
    openFiles.stopLooking();
    events.drop(
        () -> {
          asking.clear();
          parked.clear();
          blocks.clear();
          coordinator.forgetAll("namenode-changed");
        });
    // Orders that are told in this moment are of the past, too.
    events.say(coordinator::forgetCopies);
  }

  @Override
  public void takeIn() {
    events.takeIn();
  }

  @Override
  public void close() {
    events.close();
  }
}
