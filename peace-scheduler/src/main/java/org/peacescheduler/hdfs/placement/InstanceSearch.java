package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.order.Groups;

/**
 * The search for the last instance of one group, and for how much is in it: a slice at a time,
 * since the namesystem's lock is held meanwhile.
 *
 * <p>Between two slices directories may change. So a directory is kept by its number, and how far
 * it has been read by the name of the last child that was looked at. What has gone meanwhile ends
 * the search or is not counted; the sum is a guess in any case.
 *
 * <p>Example: beside /f/job/chk-8 are chk-1 to chk-7, and chk-7, which was changed last, has 3
 * files of a block: 13 entries.
 *
 * <p>Cost: see {@link LastInstances}. Confined to one thread; to be gone on with while the
 * namesystem's lock is held.
 */
final class InstanceSearch {
  /**
   * So many entries, which take some 100 µs, are looked at before the lock is given back: a child,
   * a block of a file, a directory whose children are read, a name of the group's directory.
   */
  static final int SLICE = 256;

  /** After so many nothing is found out: 40 slices, 0.2 to 1 s. */
  static final int MOST_ENTRIES = 10_000;

  private static final byte[] FROM_THE_BEGINNING = {};

  private final Origin origin;
  private final String directory;
  private final String name;
  private final String series;

  /** How many entries may still be looked at in this slice. */
  private int left;

  private int entries;
  private int slices;
  private boolean isOver;

  /** The directories whose children are still to be looked at, by their numbers. */
  private final Deque<Long> directories = new ArrayDeque<>();

  /** The child of the first of these that was looked at last. */
  private byte[] after = FROM_THE_BEGINNING;

  private boolean isResolved;
  private Optional<Candidate> last = Optional.empty();
  private boolean isAddingUp;

  /** The file some of whose blocks have been added up, and how many. */
  private long partlyAdded;

  private int addedBlocks;
  private long bytes;
  private int files;

  /** What the last instance of a group was. */
  record Instance(String name, long bytes, int files) {}

  private record Candidate(long id, String name, long modified) {}

  /**
   * Has looked at nothing yet.
   *
   * @param directory the group's
   */
  InstanceSearch(Origin origin, String directory) {
    this.origin = origin;
    this.directory = directory;
    name = directory.substring(directory.lastIndexOf('/') + 1);
    series = Groups.seriesOf(name);
  }

  /** Whose group it is. */
  Origin origin() {
    return origin;
  }

  /** The group's directory. */
  String directory() {
    return directory;
  }

  /** Whether there is nothing more to look at. */
  boolean isOver() {
    return isOver;
  }

  /** How many entries have been looked at. */
  int entries() {
    return entries;
  }

  /** How often it has been gone on with. */
  int slices() {
    return slices;
  }

  /** What has been found, when it is over. */
  Optional<Instance> found() {
    return files == 0 ? Optional.empty() : last.map(l -> new Instance(l.name(), bytes, files));
  }

  /**
   * Looks at {@value #SLICE} more entries at most.
   *
   * @throws IOException if the group's directory does not resolve
   */
  void goOn(FSDirectory all) throws IOException {
    left = SLICE;
    slices++;
    isOver = true; // If it does not resolve, too.
    if (!isResolved) {
      resolve(all);
    }
    boolean isRead = read(all, isAddingUp ? this::addUp : this::consider);
    if (isRead && !isAddingUp && last.isPresent()) {
      isAddingUp = true;
      directories.add(last.get().id());
      isRead = read(all, this::addUp);
    }
    boolean isTooMuch = entries >= MOST_ENTRIES && !isRead;
    if (isTooMuch) {
      last = Optional.empty();
    }
    isOver = isRead || isTooMuch;
  }

  private void resolve(FSDirectory all) throws IOException {
    isResolved = true;
    directory.chars().filter(c -> c == '/').forEach(slash -> mayLook());
    int slash = directory.lastIndexOf('/');
    INode parent =
        all.unprotectedResolvePath(slash == 0 ? "/" : directory.substring(0, slash)).getLastINode();
    if (parent != null) {
      directories.add(parent.getId());
    }
  }

  private boolean mayLook() {
    if (left == 0) {
      return false;
    }
    left--;
    entries++;
    return true;
  }

  /** Looks at all children of all directories; false if there are more than the slice has. */
  private boolean read(FSDirectory all, Predicate<INode> look) {
    while (!directories.isEmpty()) {
      if (!mayLook()) {
        return false;
      }
      INode next = all.getInode(directories.element());
      boolean isThere = next != null && next.isDirectory();
      if (isThere && !readOne(next.asDirectory(), look)) {
        return false;
      }
      directories.remove();
      after = FROM_THE_BEGINNING;
    }
    return true;
  }

  private boolean readOne(INodeDirectory parent, Predicate<INode> look) {
    ReadOnlyList<INode> children = parent.getChildrenList(Snapshot.CURRENT_STATE_ID);
    for (int i = next(children); i < children.size(); i++) {
      INode child = children.get(i);
      if (!mayLook() || !look.test(child)) {
        return false;
      }
      after = child.getLocalNameBytes();
    }
    return true;
  }

  /** Where the children go on: there may be others than there were. */
  private int next(ReadOnlyList<INode> children) {
    if (after.length == 0) {
      return 0;
    }
    int found = ReadOnlyList.Util.binarySearch(children, after);
    return found < 0 ? -found - 1 : found + 1;
  }

  private boolean consider(INode child) {
    long modified = child.getModificationTime();
    if (child.isDirectory() && (last.isEmpty() || modified > last.get().modified())) {
      String other = child.getLocalName();
      if (!other.equals(name) && Groups.seriesOf(other).equals(series)) {
        last = Optional.of(new Candidate(child.getId(), other, modified));
      }
    }
    return true;
  }

  private boolean addUp(INode child) {
    if (child.isDirectory()) {
      directories.add(child.getId());
    }
    return !child.isFile() || addUpBlocks(child.asFile());
  }

  /** Adds up a file's blocks; false if there are more than the slice has. */
  private boolean addUpBlocks(INodeFile file) {
    if (partlyAdded != file.getId()) {
      partlyAdded = file.getId();
      addedBlocks = 0;
    }
    BlockInfo[] blocks = file.getBlocks();
    for (; addedBlocks < blocks.length; addedBlocks++) {
      if (!mayLook()) {
        return false;
      }
      bytes += blocks[addedBlocks].getNumBytes();
    }
    files++;
    return true;
  }
}
