package org.peacescheduler.hdfs.patched;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockListener;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.apache.hadoop.hdfs.server.blockmanagement.PlacementDeferral;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Copy;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.schedule.PlacementTemplate;
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

  /**
   * After a failover there may be a hundred thousand open files, and the NameNode waits for the
   * lock meanwhile; but each time that it is let go of, whoever asks for a block waits longer.
   */
  private static final int FILES_PER_LOCK = 5000;

  private final Coordinator coordinator;
  private final Supplier<ClusterView> cluster;
  private final Supplier<PeaceConfig> config;

  /** The latest call of each file that asks for a block and has none yet. */
  private final Map<Long, Call> asking = new ConcurrentHashMap<>();

  private final Map<Long, Placed> placedBlocks = new ConcurrentHashMap<>();
  private final Map<Long, Placed> placedOfFile = new ConcurrentHashMap<>();
  private final Map<Long, Set<Copy>> copiesOfBlock = new ConcurrentHashMap<>();

  /** Blocks that were under way before; datanodes tell their pipelines bit by bit. */
  private final Set<Long> found = ConcurrentHashMap.newKeySet();

  private final Set<Call> parked = ConcurrentHashMap.newKeySet();
  private final FaultLog faults;
  private final Events events;
  private volatile FSNamesystem namesystem;

  /** Whether what is under way is found, now or as soon as datanodes report it. */
  private volatile boolean rebuilt;

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

  /**
   * A block that counts as load. Its ticket is for entries of {@link Events} only: that of a block
   * of which nobody has asked Peace is drawn by one.
   */
  private static final class Placed {
    private Optional<Ticket> ticket;

    Placed(Optional<Ticket> ticket) {
      this.ticket = ticket;
    }
  }

  PatchedNameNode(
      Coordinator coordinator,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      FaultLog faults) {
    this.coordinator = coordinator;
    this.cluster = cluster;
    this.config = config;
    this.faults = faults;
    events = new Events(() -> parked() > 0, coordinator::together, faults);
  }

  @Override
  public void attach(FSNamesystem to) {
    namesystem = to;
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
        : Optional.of(file(request.getFileId()));
  }

  @Override
  public Optional<String> leaseHolder() {
    return Optional.ofNullable(NewBlockRequest.current()).map(NewBlockRequest::getClientName);
  }

  private static String file(long inode) {
    return "inode " + inode;
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
      place(block, new Placed(Optional.of(call.held().ticket())));
    }
  }

  private void place(BlockInfo block, Placed placed) {
    placedBlocks.put(block.getBlockId(), placed);
    placedOfFile.put(block.getBlockCollectionId(), placed);
  }

  /** Tells the coordinator about a block that counts, in turn. */
  private void say(Placed placed, Consumer<Ticket> what) {
    events.say(() -> placed.ticket.ifPresent(what));
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
    if (!rebuilt || isFollowed(block)) {
      return;
    }
    FSNamesystem in = namesystem;
    INodeFile file = in.getBlockCollection(block.getBlockCollectionId());
    if (file != null && file.isUnderConstruction() && block.equals(file.getLastBlock())) {
      find(in, file);
    }
  }

  /** Whether a block counts that was not merely found: all that becomes of it is told. */
  private boolean isFollowed(BlockInfo block) {
    long id = block.getBlockId();
    return placedBlocks.containsKey(id) && !found.contains(id);
  }

  @Override
  public void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
    Placed placed = placedBlocks.get(block.getBlockId());
    if (placed == null && !copiesOfBlock.containsKey(block.getBlockId())) {
      return;
    }
    String node = name(storage.getDatanodeDescriptor());
    if (placed != null) {
      say(placed, ticket -> coordinator.replicaDone(ticket, node));
    }
    endCopies(block, copy -> copy.to().equals(node));
  }

  @Override
  public void blockCompleted(BlockInfo block) {
    found.remove(block.getBlockId());
    Placed placed = placedBlocks.remove(block.getBlockId());
    if (placed != null) {
      long bytes = block.getNumBytes();
      say(placed, ticket -> coordinator.done(ticket, false, bytes));
    }
  }

  @Override
  public void blockAbandoned(BlockInfo block) {
    release(block, "abandoned");
  }

  @Override
  public void blockRemoved(BlockInfo block) {
    release(block, "block-gone");
    endCopies(block, copy -> true);
  }

  private void release(BlockInfo block, String reason) {
    found.remove(block.getBlockId());
    Placed placed = placedBlocks.remove(block.getBlockId());
    if (placed != null) {
      say(placed, ticket -> coordinator.release(ticket, reason, false));
    }
  }

  @Override
  public void pipelineUpdated(BlockInfo block, DatanodeStorageInfo[] targets) {
    Placed placed = placedBlocks.get(block.getBlockId());
    if (placed == null && block.isStriped()) {
      return; // Its replicas get different data, side by side: no pipeline.
    }
    found.remove(block.getBlockId());
    List<String> nodes = names(targets);
    if (placed != null) {
      say(placed, ticket -> coordinator.reroute(ticket, nodes));
      return;
    }
    FSNamesystem in = namesystem;
    INodeFile file = in == null ? null : in.getBlockCollection(block.getBlockCollectionId());
    if (file != null && file.isUnderConstruction() && !nodes.isEmpty()) {
      observe(in, file, block, nodes, coordinator::observe);
    }
  }

  @Override
  public void fileEnded(long fileId) {
    Placed placed = placedOfFile.remove(fileId);
    if (placed != null) {
      say(placed, ticket -> coordinator.release(ticket, "file-gone", true));
    }
  }

  /**
   * Replicas are copied from datanode to datanode, as in a pipeline; internal blocks of a striped
   * one are rebuilt by the first target, which gathers what it needs and spreads what it makes.
   */
  @Override
  public void copiesOrdered(
      BlockInfo block, DatanodeDescriptor[] sources, DatanodeStorageInfo[] targets) {
    long id = block.getBlockId();
    List<String> to = names(targets);
    Set<Copy> ordered = new LinkedHashSet<>();
    for (DatanodeDescriptor source : sources) {
      ordered.add(new Copy(id, name(source), to.get(0)));
    }
    for (int i = 1; i < to.size(); i++) {
      ordered.add(new Copy(id, to.get(block.isStriped() ? 0 : i - 1), to.get(i)));
    }
    copiesOfBlock.merge(
        id,
        ordered,
        (before, more) -> {
          Set<Copy> all = new LinkedHashSet<>(before);
          all.addAll(more);
          return all;
        });
    ordered.forEach(copy -> events.say(() -> coordinator.copyOrdered(copy)));
  }

  @Override
  public void copiesGivenUp(BlockInfo block) {
    endCopies(block, copy -> true);
  }

  private void endCopies(BlockInfo block, Predicate<Copy> which) {
    copiesOfBlock.computeIfPresent(
        block.getBlockId(),
        (id, copies) -> {
          Set<Copy> left = new LinkedHashSet<>(copies);
          copies.stream()
              .filter(which)
              .forEach(
                  copy -> {
                    left.remove(copy);
                    events.say(() -> coordinator.copyEnded(copy));
                  });
          return left.isEmpty() ? null : left;
        });
  }

  /**
   * A block is written of which nobody has asked Peace: an append, or one begun elsewhere.
   *
   * @param count how the coordinator is to count it
   */
  private void observe(
      FSNamesystem in,
      INodeFile file,
      BlockInfo block,
      List<String> nodes,
      BiFunction<ChunkRequest, List<String>, Ticket> count) {
    long fileId = file.getId();
    String machine = file.getFileUnderConstructionFeature().getClientMachine();
    String client = file.getFileUnderConstructionFeature().getClientName();
    String path = file.getFullPathName();
    String owner = file.getUserName();
    long fullBytes = file.getPreferredBlockSize();
    DatanodeInfo host = in.getBlockManager().getDatanodeManager().getDatanodeByHost(machine);
    Supplier<ChunkRequest> request =
        () ->
            new ChunkRequest(
                file(fileId),
                path,
                Optional.ofNullable(host == null ? machine : name(host)),
                Optional.ofNullable(host).map(DatanodeInfo::getNetworkLocation),
                nodes.size(),
                PlacementTemplate.likeStock(false),
                Set.of(),
                Optional.empty(),
                fullBytes,
                Integer.MAX_VALUE,
                Origins.ofFile(path, owner, machine, client, config.get()));
    Placed placed = new Placed(Optional.empty());
    place(block, placed);
    long id = block.getBlockId();
    events.say(
        () -> {
          // Else it has ended already, or is forgotten, or its writer is at the next one.
          if (placedBlocks.get(id) == placed
              && placedOfFile.get(fileId) == placed
              && !asking.containsKey(fileId)) {
            placed.ticket = Optional.of(count.apply(request.get(), nodes));
          }
        });
  }

  private String name(DatanodeInfo node) {
    return cluster.get().names().getOrDefault(node.getDatanodeUuid(), node.getHostName());
  }

  private List<String> names(DatanodeStorageInfo[] storages) {
    return Arrays.stream(storages).map(s -> name(s.getDatanodeDescriptor())).toList();
  }

  // The whole of it.

  @Override
  public void rebuild() {
    FSNamesystem of = namesystem;
    List<Long> open;
    of.readLock();
    try {
      forget();
      open = of.getIdsOfOpenFiles();
      rebuilt = true;
    } finally {
      of.readUnlock("peaceRebuild");
    }
    for (int from = 0; from < open.size(); from += FILES_PER_LOCK) {
      List<Long> some = open.subList(from, Math.min(from + FILES_PER_LOCK, open.size()));
      of.readLock();
      try {
        some.forEach(id -> findUnlessFollowed(of, id));
      } finally {
        of.readUnlock("peaceRebuild");
      }
    }
    events.takeIn();
    LOG.info("Peace found {} open files and {} blocks in flight", open.size(), placedBlocks.size());
  }

  private void findUnlessFollowed(FSNamesystem of, long id) {
    INode inode = of.getFSDirectory().getInode(id);
    INodeFile file = inode != null && inode.isFile() ? inode.asFile() : null;
    if (file == null || !file.isUnderConstruction()) {
      return;
    }
    BlockInfo last = file.getLastBlock();
    if (last != null && !isFollowed(last)) {
      find(of, file);
    }
  }

  /** Counts what is under way of a file that was begun before, as far as datanodes report it. */
  private void find(FSNamesystem of, INodeFile file) {
    BlockInfo last = file.getLastBlock();
    if (last == null
        || last.isStriped()
        || last.getBlockUCState() != BlockUCState.UNDER_CONSTRUCTION) {
      return; // There is none, or its client is done with it or gone.
    }
    List<String> nodes = names(last.getUnderConstructionFeature().getExpectedStorageLocations());
    if (nodes.isEmpty()) {
      return; // Nobody writes it, or its datanodes are still to report.
    }
    if (found.add(last.getBlockId())) {
      observe(of, file, last, nodes, coordinator::find);
    }
    Placed placed = placedBlocks.get(last.getBlockId());
    if (placed == null) {
      return; // All is forgotten, in this moment.
    }
    say(placed, ticket -> coordinator.reroute(ticket, nodes));
    Iterator<DatanodeStorageInfo> storages = last.getStorageInfos();
    while (storages.hasNext()) {
      DatanodeStorageInfo storage = storages.next();
      if (storage != null) {
        String node = name(storage.getDatanodeDescriptor());
        say(placed, ticket -> coordinator.replicaDone(ticket, node));
      }
    }
  }

  @Override
  public void takeIn() {
    events.takeIn();
  }

  @Override
  public void forget() {
    rebuilt = false;
    events.drop(
        () -> {
          asking.clear();
          parked.clear();
          found.clear();
          placedBlocks.clear();
          placedOfFile.clear();
          copiesOfBlock.clear();
          coordinator.forgetAll("namenode-changed");
        });
    // Orders that are told in this moment are of the past, too.
    events.say(coordinator::forgetCopies);
  }

  @Override
  public void close() {
    events.close();
  }
}
