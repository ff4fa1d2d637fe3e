package org.peacescheduler.hdfs.patched;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Copy;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.binding.Ask;
import org.peacescheduler.hdfs.binding.Asks;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.waiting.ParkedCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The binding to a patched NameNode: which block a chunk became, and how that block fares.
 *
 * <p>Goals, in order: no capacity lost and none given back twice, whatever the end of a block; the
 * NameNode's locks held no longer for it.
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
 * <p>Bound: all that it hears is the NameNode's word, after HDFS's own checks; it keeps what {@link
 * BlockTracker} does, and a call's chunk until its block is allocated.
 *
 * <p>Cost: a hash look-up for each replica, block and file that changes. Thread-safe.
 */
final class PatchedNameNode implements Binding, NewBlockListener {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.PatchedNameNode");

  /** HDFS asks for targets with no client behind: no block comes of it of which Peace is told. */
  private static final String NOBODYS = "nobody-asked";

  private final Coordinator coordinator;
  private final Asks asks;
  private final ParkedCalls calls;
  private final Supplier<ClusterView> cluster;
  private final FaultLog faults;
  private final Events events;
  private final BlockTracker blocks;
  private final OpenFiles openFiles;
  private final Object catchingUp = new Object();

  /** Whether all that is in flight has been told, or found. */
  private volatile boolean caughtUp;

  PatchedNameNode(
      Coordinator coordinator,
      Asks asks,
      ParkedCalls calls,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      FaultLog faults) {
    this.coordinator = coordinator;
    this.asks = asks;
    this.calls = calls;
    this.cluster = cluster;
    this.faults = faults;
    events = new Events(() -> calls.size() > 0, coordinator::together, faults);
    blocks = new BlockTracker(coordinator, events, asks::isAsking);
    openFiles = new OpenFiles(coordinator, blocks, cluster, config, faults);
  }

  @Override
  public boolean isPatched() {
    return true;
  }

  @Override
  public void attach(NameNode nameNode) {
    FSNamesystem namesystem = nameNode.getNamesystem();
    openFiles.attach(namesystem);
    events.start();
    listenThrough(namesystem.getBlockManager().getBlockPlacementPolicy());
  }

  @Override
  public void listenThrough(BlockPlacementPolicy policy) {
    policy.setNewBlockListener(new CarefulListener(this, faults));
  }

  // The way to a block.

  @Override
  public Optional<Asked> asked() {
    NewBlockRequest request = NewBlockRequest.current();
    return request == null
        ? Optional.empty()
        : Optional.of(
            new Asked(
                request.getFileId(),
                request.getClientName(),
                request.getPrevious() == null ? 0 : request.getPrevious().getBlockId()));
  }

  @Override
  public void begins(Ask ask) {
    events.takeInUnlessAwaited();
    asks.goesOn(ask);
    NewBlockRequest request = NewBlockRequest.current();
    if (request != null) {
      request.attach(ask);
    }
  }

  @Override
  public void parked(Ask ask) {
    ask.park();
    events.wake();
  }

  @Override
  public void accepted(Ask ask) {
    if (NewBlockRequest.current() == null) {
      asks.leave(ask);
      coordinator.release(ask.ticket(), NOBODYS, false);
    }
  }

  @Override
  public void placed(Ask ask) {
    NewBlockRequest asked = NewBlockRequest.current();
    if (asked == null) {
      asks.leave(ask);
      coordinator.release(ask.ticket(), NOBODYS, false);
    } else {
      asked.attach(ask);
      asks.begin(ask);
    }
  }

  @Override
  public void blockAllocated(
      NewBlockRequest request, BlockInfo block, DatanodeStorageInfo[] targets) {
    if (request.getAttachment() instanceof Ask ask && asks.leave(ask)) {
      blocks.allocated(block.getBlockId(), block.getBlockCollectionId(), ask.ticket());
    }
  }

  @Override
  public void allocationFailed(NewBlockRequest request) {
    if (request.getAttachment() instanceof Ask ask && !ask.isParked() && asks.leave(ask)) {
      Ticket ticket = ask.ticket();
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
    calls.resume(fileId);
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
          asks.clear();
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
  public void look(long now) {
    // All is told.
  }

  @Override
  public void lookAtWaiting() {
    // As above.
  }

  @Override
  public void close() {
    events.close();
  }
}
