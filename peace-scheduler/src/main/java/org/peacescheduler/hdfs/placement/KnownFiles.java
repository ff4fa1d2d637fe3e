package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.peacescheduler.coordinate.Remembered;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that ask for chunks: which they are, whatever their clients call them.
 *
 * <p>Goals, in order: what an operator says of a path holds for the file that HDFS has there, by
 * whatever name a client asks for it; no client is taken for another file's; the namespace is asked
 * once for a file, not for each of its chunks.
 *
 * <p>HDFS does not check the path of a client that names the file's id: it may be anybody's, of any
 * length. {@code /.reserved/.inodes/ID} and {@code /.reserved/raw/…} are other names of a file. So
 * the file is found by its id, and its path is the one that it has in the namespace when its first
 * chunk is asked for.
 *
 * <p>A file's user is who asks first for the client that has its lease. HDFS checks the client's
 * name and not the user, and tells the name to anybody who is refused. So the owner takes the place
 * of any other user; others who ask besides are told apart, and are not scheduled.
 *
 * <p>Example: ann asks for a chunk of her file 7 under bob's path {@code /bob/x}. File 7 is {@code
 * /ann/y}: globs, groups and shares are those of {@code /ann/y}, in capacity and trace as well.
 *
 * <p>What is kept: {@value #MOST} files, of each {@value #MOST_PATH} characters of its path at
 * most, and its group. Of a path with more than {@value #LONGEST_PATH} characters, which no client
 * can write, nothing is scheduled. Cost: a look-up; of a file's first chunk one in the namespace,
 * with its read lock. Thread-safe.
 */
public final class KnownFiles {
  /** So many are remembered, those that asked last; the others are looked up again. */
  static final int MOST = 10_000;

  /** So many characters of a path stand in trace and log, and in messages. */
  static final int MOST_PATH = 1_024;

  /** As long as HDFS lets a client's path be; one below a directory's id can be longer. */
  static final int LONGEST_PATH = 8_000;

  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.KnownFiles");
  private static final String RESERVED = "/.reserved/";

  private final FSNamesystem namesystem;
  private PeaceConfig config;

  private final Map<Long, Known> files = Remembered.byUse(MOST);

  /**
   * A file, and what the operator says of its path.
   *
   * @param key tells it from all others
   * @param path its path, cut if it is long
   * @param user whose call asks for its chunks
   * @param isScheduled whether Peace is to schedule its chunks
   * @param group what it belongs to by its path
   * @param share whose part of the network it uses
   */
  public record KnownFile(
      String key,
      String path,
      Optional<String> user,
      boolean isScheduled,
      Optional<String> group,
      Share share) {}

  /**
   * A file, while a client has its lease.
   *
   * @param leaseHolder the hash of the client's name; another client may be another user's
   */
  private record Known(KnownFile file, int leaseHolder) {}

  /** A file in the namespace. */
  private record Found(long id, String path, Optional<String> owner) {}

  /** No file is known yet. */
  public KnownFiles(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /** What tells a file from all others, whatever its path. */
  public static String key(long id) {
    return "inode " + id;
  }

  /**
   * The file that a call is for.
   *
   * @param asked what its client asks with; HDFS has checked the file's id, if it has one, and that
   *     the client has the file's lease
   * @param path by its client's word; HDFS has checked it if there is no id
   * @param user the caller
   * @return empty if there is no such file any more: HDFS will refuse the call
   */
  public Optional<KnownFile> of(Asked asked, String path, Optional<String> user, PeaceConfig now) {
    if (asked.fileId() == 0) {
      return isPlain(path)
          ? Optional.of(judge(path, path, user, now))
          : find(0, path).map(f -> judge(key(f.id()), f.path(), user, now));
    }
    int leaseHolder = asked.clientName().hashCode();
    Known known = remembered(asked.fileId(), now);
    boolean isHeld = known != null && known.leaseHolder() == leaseHolder;
    if (isHeld && known.file().user().equals(user)) {
      return Optional.of(known.file());
    }
    Optional<Found> found = find(asked.fileId(), path);
    if (isHeld && !found.flatMap(Found::owner).equals(user)) {
      return found.map(f -> known.file());
    }
    Optional<KnownFile> file = found.map(f -> judge(key(f.id()), f.path(), user, now));
    file.ifPresent(f -> remember(asked.fileId(), new Known(f, leaseHolder)));
    return file;
  }

  /** Whether a path is the file's own one, and not one of its other names. */
  private static boolean isPlain(String path) {
    return path.length() <= MOST_PATH
        && !path.startsWith(RESERVED)
        && !path.contains("//")
        && !path.endsWith("/");
  }

  /** As much of a path as is kept or told. */
  public static String cut(String path) {
    return path.length() <= MOST_PATH ? path : path.substring(0, MOST_PATH) + "…";
  }

  @SuppressWarnings("ReferenceEquality") // Another one that is equal costs a look-up, no more.
  private synchronized Known remembered(long id, PeaceConfig now) {
    if (config != now) {
      config = now;
      files.clear();
    }
    return files.get(id);
  }

  private synchronized void remember(long id, Known file) {
    files.put(id, file);
  }

  private Optional<Found> find(long id, String path) {
    namesystem.readLock();
    try {
      INode inode =
          id == 0
              ? namesystem.getFSDirectory().unprotectedResolvePath(path).getLastINode()
              : namesystem.getFSDirectory().getInode(id);
      return inode == null || !inode.isFile()
          ? Optional.empty()
          : Optional.of(
              new Found(
                  inode.getId(),
                  inode.getFullPathName(),
                  Optional.of(Origins.bounded(inode.getUserName()))));
    } catch (IOException | AssertionError e) {
      LOG.debug("{} does not resolve", LogText.of(cut(path)), e);
      return Optional.empty();
    } finally {
      namesystem.readUnlock("peaceKnownFiles");
    }
  }

  private static KnownFile judge(
      String key, String path, Optional<String> user, PeaceConfig config) {
    boolean isLong = path.length() > LONGEST_PATH;
    return new KnownFile(
        key,
        cut(path),
        user,
        !isLong && config.paths().matches(path),
        config.groups().group(path),
        isLong ? Share.ofUser(user) : config.shares().of(path, user));
  }
}
