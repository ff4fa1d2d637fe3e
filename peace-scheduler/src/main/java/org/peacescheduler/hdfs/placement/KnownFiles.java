package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
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
 * <p>Example: ann asks for a chunk of her file 7 under bob's path {@code /bob/x}. File 7 is {@code
 * /ann/y}: globs, groups and shares are those of {@code /ann/y}, in capacity and trace as well.
 *
 * <p>What is kept: {@value #MOST} files, of each {@value #MOST_PATH} characters of its path at
 * most, and its group. Cost: a look-up; of a file's first chunk one in the namespace, with its read
 * lock. Thread-safe.
 */
public final class KnownFiles {
  /** So many are remembered, those that asked last; the others are looked up again. */
  static final int MOST = 10_000;

  /** So many characters of a path stand in trace and log, and in messages. */
  static final int MOST_PATH = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.KnownFiles");
  private static final String RESERVED = "/.reserved/";

  private final FSNamesystem namesystem;
  private PeaceConfig config;

  private final Map<Long, KnownFile> files =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, KnownFile> eldest) {
          return size() > MOST;
        }
      };

  /**
   * A file, and what the operator says of its path.
   *
   * @param key tells it from all others
   * @param path its path, cut if it is long
   * @param user who asked for its first chunk
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

  /** A file in the namespace. */
  private record Found(long id, String path) {}

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
   * @param id by its client's word, which HDFS has checked; 0 if it says none
   * @param path by its client's word; HDFS has checked it if there is no id
   * @param user the caller
   * @return empty if there is no such file any more: HDFS will refuse the call
   */
  public Optional<KnownFile> of(long id, String path, Optional<String> user, PeaceConfig now) {
    if (id != 0) {
      KnownFile known = remembered(id, now);
      if (known != null) {
        return Optional.of(known);
      }
    } else if (!path.startsWith(RESERVED)) {
      return Optional.of(judge(path, path, user, now));
    }
    Optional<Found> found = find(id, path);
    Optional<KnownFile> file =
        found.map(f -> judge(id == 0 ? f.path() : key(f.id()), f.path(), user, now));
    file.filter(f -> id != 0).ifPresent(f -> remember(id, f));
    return file;
  }

  @SuppressWarnings("ReferenceEquality") // Another one that is equal costs a look-up, no more.
  private synchronized KnownFile remembered(long id, PeaceConfig now) {
    if (config != now) {
      config = now;
      files.clear();
    }
    return files.get(id);
  }

  private synchronized void remember(long id, KnownFile file) {
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
          : Optional.of(new Found(inode.getId(), inode.getFullPathName()));
    } catch (IOException | AssertionError e) {
      LOG.debug("{} does not resolve", LogText.of(path), e);
      return Optional.empty();
    } finally {
      namesystem.readUnlock("peaceKnownFiles");
    }
  }

  private static KnownFile judge(
      String key, String path, Optional<String> user, PeaceConfig config) {
    return new KnownFile(
        key,
        path.length() <= MOST_PATH ? path : path.substring(0, MOST_PATH) + "…",
        user,
        config.paths().matches(path),
        config.groups().group(path),
        config.shares().of(path, user));
  }
}
