package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what nobody needs: old checkpoints, and what is left of attempts that are over.
 *
 * <p>An attempt holds its owner file open from its begin to its end. HDFS closes it when the lease
 * of a dead client is over, so a staging directory with a closed owner file belongs to nobody. No
 * clock is compared.
 *
 * <p>What cannot be removed is logged, and tried again with the next checkpoint. Cost: one listing
 * of the unit's directory, and two calls for each attempt that it shows. Thread-safe.
 */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final Storage storage;
  private final int retain;
  private final Set<Path> leftovers = ConcurrentHashMap.newKeySet();

  Housekeeping(Storage storage, int retain) {
    this.storage = storage;
    this.retain = retain;
  }

  /** After a checkpoint of a unit was published. */
  void tidy(UnitFiles unit, long justPublished) {
    try {
      List<FileStatus> all = storage.list(unit.directory());
      removeAbandoned(all);
      all.stream()
          .map(FileStatus::getPath)
          .filter(path -> UnitFiles.seq(path).isPresent())
          .sorted(Comparator.comparingLong((Path p) -> UnitFiles.seq(p).getAsLong()).reversed())
          .skip(retain)
          .filter(path -> UnitFiles.seq(path).getAsLong() != justPublished)
          .forEach(this::removeOld);
    } catch (IOException e) {
      LOG.warn("{} cannot be tidied now: {}", unit.directory(), e.toString());
    }
  }

  private void removeOld(Path checkpoint) {
    try {
      storage.delete(checkpoint);
    } catch (IOException e) {
      LOG.warn("{} cannot be removed now: {}", checkpoint, e.toString());
    }
  }

  /** Removes what attempts have left whose clients are dead. */
  void removeAbandoned(UnitFiles unit) throws IOException {
    removeAbandoned(storage.list(unit.directory()));
  }

  private void removeAbandoned(List<FileStatus> all) throws IOException {
    for (FileStatus status : all) {
      if (UnitFiles.isOwner(status.getPath()) && storage.isClosed(status.getPath())) {
        remove(UnitFiles.stagingOf(status.getPath()));
      }
    }
  }

  /** Removes an attempt's staging directory and then its owner file; remembers it if that fails. */
  void remove(Path staging) {
    try {
      storage.delete(staging);
      storage.delete(UnitFiles.owner(staging));
      leftovers.remove(staging);
    } catch (IOException e) {
      leftovers.add(staging);
      LOG.warn("{} cannot be removed now: {}", staging, e.toString());
    }
  }

  /** Tries again to remove what could not be removed. */
  void removeLeftovers() {
    List.copyOf(leftovers).forEach(this::remove);
  }
}
