package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up in the namespace how large a group was the last time, of which nothing has been learnt:
 * after a start and a failover.
 *
 * <p>A group that is a directory has the directories beside it as earlier instances whose names
 * differ in digits alone. The files below the one that was changed last are what is expected.
 *
 * <p>Example: /flink/a/chk-8 begins, and /flink/a/chk-7 has 3 files of 10 GB together: 10 GB are
 * expected, a third of it of each client.
 *
 * <p>Cost: of a chunk, a look-up in a set; of a group of which nothing is known, {@value
 * #MOST_ENTRIES} entries of the namespace at most, with its read lock held, on Peace's own thread.
 * Where there are more of them, nothing is found out. Thread-safe, but for {@link #look}, which is
 * confined to one thread.
 */
public final class LastInstances {
  static final int MOST_ENTRIES = 2000;

  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.LastInstances");

  /** So many groups at a time wait to be looked up; more are not. */
  private static final int MOST_WAITING = 100;

  /** So many have been looked up, and are not again. */
  private static final int REMEMBERED = 10_000;

  /** A group that has begun, and its directory. */
  private record Begun(Origin origin, String directory) {}

  /** What the last instance of a group was. */
  private record Instance(String name, long bytes, int files) {}

  private final Coordinator coordinator;
  private final Queue<Begun> begun = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Set<String> seen =
      Collections.newSetFromMap(
          Collections.synchronizedMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > REMEMBERED;
                }
              }));

  /** Tells a coordinator what it finds out. */
  public LastInstances(Coordinator coordinator) {
    this.coordinator = coordinator;
  }

  /** A chunk has been asked for; its group may have begun with it. */
  public void asked(Origin origin, String path) {
    if (origin.group().isEmpty()) {
      return;
    }
    String group = origin.group().get();
    String directory = group.substring(group.indexOf(':') + 1);
    boolean isDirectory = directory.startsWith("/") && path.startsWith(directory + "/");
    if (isDirectory && seen.add(group)) {
      begun.offer(new Begun(origin, directory));
    }
  }

  /** Looks up the groups that have begun since, one after the other. */
  public void look(FSNamesystem namesystem) {
    for (Begun next = begun.poll(); next != null; next = begun.poll()) {
      if (coordinator.isUnknown(next.origin())) {
        Optional<Instance> last = last(namesystem, next.directory());
        LOG.debug("group {}: {}", LogText.of(next.directory()), LogText.of(last.toString()));
        Origin origin = next.origin();
        last.ifPresent(l -> coordinator.suppose(origin, l.bytes(), l.files()));
      }
    }
  }

  private static Optional<Instance> last(FSNamesystem namesystem, String directory) {
    int slash = directory.lastIndexOf('/');
    namesystem.readLock();
    try {
      INode parent =
          namesystem
              .getFSDirectory()
              .unprotectedResolvePath(slash == 0 ? "/" : directory.substring(0, slash))
              .getLastINode();
      return parent == null || !parent.isDirectory()
          ? Optional.empty()
          : new Look().last(parent.asDirectory(), directory.substring(slash + 1));
    } catch (IOException | AssertionError e) {
      LOG.debug("{} does not resolve", LogText.of(directory), e);
      return Optional.empty();
    } finally {
      namesystem.readUnlock("peaceLastInstances");
    }
  }

  /** One look, which ends when it has seen too much. */
  private static final class Look {
    private int entries;
    private long bytes;
    private int files;

    Optional<Instance> last(INodeDirectory parent, String name) {
      String series = Groups.seriesOf(name);
      INodeDirectory last = null;
      for (INode child : parent.getChildrenList(Snapshot.CURRENT_STATE_ID)) {
        if (++entries > MOST_ENTRIES) {
          return Optional.empty();
        }
        String other = child.getLocalName();
        boolean isInstance =
            child.isDirectory() && !other.equals(name) && Groups.seriesOf(other).equals(series);
        if (isInstance
            && (last == null || child.getModificationTime() > last.getModificationTime())) {
          last = child.asDirectory();
        }
      }
      return last == null || !addUp(last) || files == 0
          ? Optional.empty()
          : Optional.of(new Instance(last.getLocalName(), bytes, files));
    }

    private boolean addUp(INodeDirectory top) {
      Deque<INodeDirectory> left = new ArrayDeque<>();
      left.add(top);
      while (!left.isEmpty()) {
        for (INode child : left.remove().getChildrenList(Snapshot.CURRENT_STATE_ID)) {
          if (++entries > MOST_ENTRIES) {
            return false;
          }
          if (child.isDirectory()) {
            left.add(child.asDirectory());
          } else if (child.isFile()) {
            bytes += child.asFile().computeFileSize();
            files++;
          }
        }
      }
      return true;
    }
  }
}
