package org.peacescheduler.hdfs.stock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Coordinator.InFlight;
import org.peacescheduler.coordinate.Remembered;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns from a stock NameNode's namespace how chunks in flight end: there is no event, so it
 * looks.
 *
 * <p>A chunk has ended when its block is complete or gone, or its file is closed or gone. If all
 * its replicas are there but the file neither closes nor asks for more within {@value
 * #PAUSE_MILLIS} ms, its capacity is given back as well. A file that is still open then is looked
 * at for {@value #CLOSING_MILLIS} ms more, until it closes: HDFS's client asks to close a file
 * again and again until its last block is complete, so the block is complete before the file is
 * closed. A grant that was never turned into a block counts as released after {@value
 * #UNUSED_MILLIS} ms. (The common end, the file's next request, comes through the policy and needs
 * no look.)
 *
 * <p>Bound: what it keeps is of chunks in flight, one of each open file, and of {@value
 * #MOST_CLOSING} files that are to close; a block's length is HDFS's word.
 *
 * <p>Cost: a few map look-ups a chunk in flight, with the namespace's read lock held for {@value
 * #CHUNKS_PER_LOCK} chunks at a time. Confined to one thread.
 */
public final class NamespaceWatcher {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.NamespaceWatcher");
  private static final long PAUSE_MILLIS = 500;
  private static final long UNUSED_MILLIS = 10_000;
  private static final long CLOSING_MILLIS = 30_000;
  private static final int MOST_CLOSING = 4_096;
  private static final int CHUNKS_PER_LOCK = 200;
  private static final int FILES_PER_LOCK = 1_000;

  private final FSNamesystem namesystem;
  private final Coordinator coordinator;
  private final Function<DatanodeInfo, String> serverOf;
  private final LongSupplier generationStamp;
  private final LongConsumer fileEnds;
  private final FaultLog faults;

  /** What a chunk's block is known by, since its datanodes were chosen. */
  private final Map<Ticket, Placed> placed = Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<Ticket, Watched> watched = new HashMap<>();

  /**
   * Files whose last chunk has ended and that were open then, those first that have been longest.
   */
  private final Map<Long, Closing> closing = Remembered.byAge(MOST_CLOSING);

  /** The last chunk of a file that is to close soon. */
  private record Closing(Ticket ticket, long since) {}

  /**
   * A chunk whose datanodes were chosen.
   *
   * @param generationStamp the NameNode's newest one then: the chunk's block has a newer one
   * @param file its file's id; 0 if it is not known
   */
  private record Placed(long generationStamp, long file) {}

  /** What is known of a chunk's file and block. */
  private static final class Watched {
    long inodeId;
    BlockInfo block;
    long allReplicasSince;
  }

  /** How a look found a chunk; ends are told after the namespace's lock is released. */
  private sealed interface Sight {
    record Going() implements Sight {}

    record Done(boolean fileEnded, long bytes) implements Sight {}

    record Gone(String reason, boolean fileEnded) implements Sight {}
  }

  private static final Sight GOING = new Sight.Going();

  /**
   * A watcher of one NameNode.
   *
   * @param generationStamp the newest one that the NameNode has given out
   * @param fileEnds told the ids of files that are found to be closed or gone
   */
  public NamespaceWatcher(
      FSNamesystem namesystem,
      Coordinator coordinator,
      Function<DatanodeInfo, String> serverOf,
      LongSupplier generationStamp,
      LongConsumer fileEnds,
      FaultLog faults) {
    this.faults = faults;
    this.namesystem = namesystem;
    this.coordinator = coordinator;
    this.serverOf = serverOf;
    this.generationStamp = generationStamp;
    this.fileEnds = fileEnds;
  }

  /**
   * HDFS is about to make a chunk's block: any block that is there now is another one.
   *
   * @param file the file's id; 0 if it is not known
   */
  void placed(Ticket ticket, long file) {
    placed.put(ticket, new Placed(generationStamp.getAsLong(), file));
  }

  /** Looks at every chunk in flight once and tells the coordinator of those that ended. */
  public void look(long now) {
    lookAtClosing(now);
    lookAtChunks(now);
  }

  private void lookAtClosing(long now) {
    closing.values().removeIf(each -> now - each.since() >= CLOSING_MILLIS);
    for (long file : closed(List.copyOf(closing.keySet()))) {
      fileEnds.accept(file);
      Ticket ticket = closing.remove(file).ticket();
      faults.guard("end a file", () -> coordinator.done(ticket, true));
    }
  }

  private void lookAtChunks(long now) {
    List<InFlight> chunks = coordinator.inFlight();
    Set<Ticket> going = new HashSet<>();
    chunks.forEach(c -> going.add(c.ticket()));
    watched.keySet().retainAll(going);
    if (chunks.isEmpty()) {
      return;
    }
    Map<InFlight, Sight> sights = new HashMap<>();
    for (int from = 0; from < chunks.size(); from += CHUNKS_PER_LOCK) {
      int to = Math.min(from + CHUNKS_PER_LOCK, chunks.size());
      namesystem.readLock();
      try {
        for (InFlight chunk : chunks.subList(from, to)) {
          sights.put(chunk, lookCarefully(chunk, now));
        }
      } finally {
        namesystem.readUnlock("peaceWatcher");
      }
    }
    sights.forEach((chunk, sight) -> faults.guard("end a chunk", () -> tell(chunk, sight, now)));
  }

  /** Of files those that take no more blocks: closed or gone. */
  List<Long> closed(List<Long> files) {
    List<Long> closed = new ArrayList<>();
    for (int from = 0; from < files.size(); from += FILES_PER_LOCK) {
      List<Long> some = files.subList(from, Math.min(from + FILES_PER_LOCK, files.size()));
      namesystem.readLock();
      try {
        some.stream()
            .filter(id -> !isOpen(namesystem.getFSDirectory().getInode(id)))
            .forEach(closed::add);
      } finally {
        namesystem.readUnlock("peaceWatcher");
      }
    }
    return closed;
  }

  private static boolean isOpen(INode inode) {
    return inode != null && inode.isFile() && inode.asFile().isUnderConstruction();
  }

  /** One that cannot be looked at hides no others; it ends by time. */
  private Sight lookCarefully(InFlight chunk, long now) {
    try {
      return look(chunk, now);
    } catch (RuntimeException | Error e) {
      faults.note("look after a chunk in flight", e);
      return GOING;
    }
  }

  private void tell(InFlight chunk, Sight sight, long now) {
    if (sight instanceof Sight.Done done) {
      coordinator.done(chunk.ticket(), done.fileEnded(), done.bytes());
      awaitClose(chunk, done.fileEnded(), now);
    } else if (sight instanceof Sight.Gone gone) {
      coordinator.release(chunk.ticket(), gone.reason(), gone.fileEnded());
      awaitClose(chunk, gone.fileEnded(), now);
    }
  }

  private void awaitClose(InFlight chunk, boolean fileEnded, long now) {
    long file = watched.get(chunk.ticket()).inodeId;
    if (fileEnded) {
      fileEnds.accept(file);
    } else {
      closing.remove(file);
      closing.put(file, new Closing(chunk.ticket(), now));
    }
  }

  private Sight look(InFlight chunk, long now) {
    Watched known = watched.computeIfAbsent(chunk.ticket(), this::begin);
    INodeFile file = file(chunk, known);
    if (file == null) {
      return new Sight.Gone("file-gone", true);
    }
    if (known.block == null) {
      known.block = blockOf(file, chunk);
    }
    if (known.block == null) {
      return lookWithoutBlock(chunk, file, now);
    }
    if (known.block.isDeleted()) {
      return new Sight.Gone("block-gone", false);
    }
    if (known.block.isComplete() || !file.isUnderConstruction()) {
      return new Sight.Done(!file.isUnderConstruction(), known.block.getNumBytes());
    }
    if (!replicas(known.block).containsAll(chunk.nodes())) {
      return GOING;
    }
    if (known.allReplicasSince == 0) {
      known.allReplicasSince = now;
    }
    return now - known.allReplicasSince >= PAUSE_MILLIS ? new Sight.Done(false, 0) : GOING;
  }

  private Watched begin(Ticket ticket) {
    Watched begun = new Watched();
    Placed how = placed.get(ticket);
    begun.inodeId = how == null ? 0 : how.file();
    return begun;
  }

  private static Sight lookWithoutBlock(InFlight chunk, INodeFile file, long now) {
    if (!file.isUnderConstruction()) {
      return new Sight.Done(true, 0);
    }
    return now - chunk.granted() >= UNUSED_MILLIS ? new Sight.Gone("grant-unused", false) : GOING;
  }

  private INodeFile file(InFlight chunk, Watched known) {
    INode inode =
        known.inodeId == 0
            ? resolved(chunk.path())
            : namesystem.getFSDirectory().getInode(known.inodeId);
    if (inode == null || !inode.isFile()) {
      return null;
    }
    known.inodeId = inode.getId();
    return inode.asFile();
  }

  /** What a client's path leads to, or null. */
  private INode resolved(String path) {
    try {
      // Reserved paths, too, such as those that begin with a directory's id: the NFS gateway's.
      return namesystem.getFSDirectory().unprotectedResolvePath(path).getLastINode();
    } catch (IOException | AssertionError e) {
      // HDFS does not read the path of a client that names the file's id; anything may be there.
      LOG.debug("{} does not resolve any more", LogText.of(path), e);
      return null;
    }
  }

  /** The file's last block, unless it was there before: a file may use the same nodes again. */
  private BlockInfo blockOf(INodeFile file, InFlight chunk) {
    BlockInfo last = file.getLastBlock();
    Placed before = placed.get(chunk.ticket());
    boolean isNew =
        last != null && before != null && last.getGenerationStamp() > before.generationStamp();
    return isNew ? last : null;
  }

  private Set<String> replicas(BlockInfo block) {
    Set<String> names = new HashSet<>();
    Iterator<DatanodeStorageInfo> storages = block.getStorageInfos();
    while (storages.hasNext()) {
      DatanodeStorageInfo storage = storages.next();
      if (storage != null) {
        names.add(serverOf.apply(storage.getDatanodeDescriptor()));
      }
    }
    return names;
  }
}
