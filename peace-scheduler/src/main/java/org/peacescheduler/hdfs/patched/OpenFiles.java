package org.peacescheduler.hdfs.patched;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.placement.KnownFiles;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * Blocks that are written without Peace having been asked: what was under way before the NameNode
 * told Peace of anything, from its block map, and appends.
 *
 * <p>Example: a standby becomes active with file 7 open, whose block 41 two of three datanodes have
 * reported. It counts as load on these two; a moment later the third reports, and it counts there.
 *
 * <p>Bound: one block of each open file, as the namespace has it; what a client has said of it does
 * not count.
 *
 * <p>Cost: {@link #find} looks at each open file, with the read lock held for some thousands of
 * them. Thread-safe.
 */
final class OpenFiles {
  /**
   * After a failover there may be a hundred thousand open files, and the NameNode waits for the
   * lock meanwhile; but each time that it is let go of, whoever asks for a block waits longer.
   */
  private static final int FILES_PER_LOCK = 5000;

  private final Coordinator coordinator;
  private final BlockTracker blocks;
  private final Supplier<ClusterView> cluster;
  private final Supplier<PeaceConfig> config;
  private final FaultLog faults;
  private volatile FSNamesystem namesystem;

  /** Whether what is under way is found, now or as soon as datanodes report it. */
  private volatile boolean isLooking;

  /** Looks at nothing yet. */
  OpenFiles(
      Coordinator coordinator,
      BlockTracker blocks,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      FaultLog faults) {
    this.coordinator = coordinator;
    this.blocks = blocks;
    this.cluster = cluster;
    this.config = config;
    this.faults = faults;
  }

  void attach(FSNamesystem to) {
    namesystem = to;
  }

  /** Finds nothing any more until it is told to. */
  void stopLooking() {
    isLooking = false;
  }

  /** Whether what is under way counts; in mode off, or on a standby, it does not. */
  boolean isLooking() {
    return isLooking;
  }

  /**
   * Finds what is under way.
   *
   * @param first run before anything is found, while the namespace stands still
   * @return how many files are open
   */
  int find(Runnable first) {
    FSNamesystem of = namesystem;
    List<Long> open;
    of.readLock();
    try {
      first.run();
      open = of.getIdsOfOpenFiles();
      isLooking = true;
    } finally {
      of.readUnlock("peaceRebuild");
    }
    for (int from = 0; from < open.size(); from += FILES_PER_LOCK) {
      List<Long> some = open.subList(from, Math.min(from + FILES_PER_LOCK, open.size()));
      of.readLock();
      try {
        // One that cannot be looked at shall not hide the others.
        some.forEach(id -> faults.guard("find an open file", () -> findUnlessFollowed(of, id)));
      } finally {
        of.readUnlock("peaceRebuild");
      }
    }
    return open.size();
  }

  private void findUnlessFollowed(FSNamesystem of, long id) {
    INode inode = of.getFSDirectory().getInode(id);
    INodeFile file = inode != null && inode.isFile() ? inode.asFile() : null;
    if (file == null || !file.isUnderConstruction()) {
      return;
    }
    BlockInfo last = file.getLastBlock();
    if (last != null && !blocks.isFollowed(last.getBlockId())) {
      find(of, file);
    }
  }

  /** A datanode has begun to write a replica. The NameNode holds its lock. */
  void begun(BlockInfo block) {
    if (!isLooking || blocks.isFollowed(block.getBlockId())) {
      return;
    }
    FSNamesystem in = namesystem;
    INodeFile file = openFile(in, block);
    if (file != null && block.equals(file.getLastBlock())) {
      find(in, file);
    }
  }

  /** A block that does not count has these datanodes now. The NameNode holds its lock. */
  void rerouted(BlockInfo block, List<String> nodes) {
    if (!isLooking) {
      return;
    }
    FSNamesystem in = namesystem;
    INodeFile file = openFile(in, block);
    if (file != null && !nodes.isEmpty()) {
      blocks.appeared(
          block.getBlockId(), file.getId(), counting(in, file, nodes, coordinator::resume));
    }
  }

  private static INodeFile openFile(FSNamesystem in, BlockInfo block) {
    INodeFile file = in.getBlockCollection(block.getBlockCollectionId());
    return file != null && file.isUnderConstruction() ? file : null;
  }

  /** Counts what is under way of a file that was begun before, as far as datanodes report it. */
  private void find(FSNamesystem of, INodeFile file) {
    BlockInfo last = file.getLastBlock();
    if (last == null
        || last.isStriped()
        || last.getBlockUCState() != BlockUCState.UNDER_CONSTRUCTION) {
      return; // There is none, or its client is done with it or gone.
    }
    ClusterView now = cluster.get();
    List<String> nodes =
        names(now, last.getUnderConstructionFeature().getExpectedStorageLocations());
    if (nodes.isEmpty()) {
      return; // Nobody writes it, or its datanodes are still to report.
    }
    List<String> there = new ArrayList<>();
    Iterator<DatanodeStorageInfo> storages = last.getStorageInfos();
    while (storages.hasNext()) {
      DatanodeStorageInfo storage = storages.next();
      if (storage != null) {
        there.add(now.name(storage.getDatanodeDescriptor()));
      }
    }
    if (blocks.found(last.getBlockId())) {
      blocks.appeared(
          last.getBlockId(), file.getId(), counting(of, file, nodes, coordinator::find));
    }
    blocks.seen(last.getBlockId(), nodes, there);
  }

  /**
   * What counts a file's block, some time later.
   *
   * @param count how the coordinator is to count it
   */
  private Supplier<Ticket> counting(
      FSNamesystem in,
      INodeFile file,
      List<String> nodes,
      BiFunction<ChunkRequest, List<String>, Ticket> count) {
    long fileId = file.getId();
    String machine = file.getFileUnderConstructionFeature().getClientMachine();
    String client = file.getFileUnderConstructionFeature().getClientName();
    String path = file.getFullPathName();
    String owner = file.getUserName();
    long fullBytes = file.getPreferredBlockSize();
    Optional<DatanodeInfo> host =
        Optional.ofNullable(in.getBlockManager().getDatanodeManager().getDatanodeByHost(machine));
    return () ->
        count.apply(
            ChunkRequest.of(KnownFiles.cut(path), nodes.size(), PlacementTemplate.likeStock(false))
                .file(KnownFiles.key(fileId))
                .writer(
                    host.map(cluster.get()::name).or(() -> Optional.ofNullable(machine)),
                    host.map(DatanodeInfo::getNetworkLocation))
                .fullBytes(fullBytes)
                .origin(Origins.ofFile(path, owner, machine, client, config.get()))
                .build(),
            nodes);
  }

  static List<String> names(ClusterView view, DatanodeStorageInfo... storages) {
    return Arrays.stream(storages).map(s -> view.name(s.getDatanodeDescriptor())).toList();
  }
}
