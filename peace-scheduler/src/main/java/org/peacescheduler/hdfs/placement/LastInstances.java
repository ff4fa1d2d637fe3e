package org.peacescheduler.hdfs.placement;

import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Remembered;
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
 * <p>Cost: of a chunk, a look-up in a set. Of a group of which nothing is known, {@value
 * InstanceSearch#MOST_ENTRIES} entries of the namespace at most, on Peace's own thread: where there
 * are more of them, nothing is found out. {@value InstanceSearch#SLICE} of them a look, which holds
 * the namesystem's read lock once. Users take turns ({@link UserTurns}), so a user who begins
 * groups without end delays others' by one look each.
 *
 * <p>Memory: {@value #REMEMBERED} names of {@value #LONGEST_NAME} characters, 5 to 11 MB at most;
 * usual ones take 1 MB. Thread-safe, but for {@link #look}, which is confined to one thread.
 */
public final class LastInstances {
  /** No job's directory has a longer name, and a name is remembered. */
  static final int LONGEST_NAME = 512;

  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.LastInstances");

  /** So many have been looked up, and are not again. */
  private static final int REMEMBERED = 10_000;

  private final Coordinator coordinator;
  private final UserTurns<InstanceSearch> begun = new UserTurns<>();
  private final Set<String> seen =
      Collections.newSetFromMap(Collections.synchronizedMap(Remembered.byAge(REMEMBERED)));

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
    if (isDirectory && group.length() <= LONGEST_NAME && seen.add(group)) {
      begun.offer(user(origin), new InstanceSearch(origin, directory));
    }
  }

  private static String user(Origin origin) {
    return origin.user().orElse("");
  }

  /** Goes on with the group whose turn it is, of those that have begun since. */
  public void look(FSNamesystem namesystem) {
    Optional<InstanceSearch> next = begun.next();
    while (next.isPresent() && !coordinator.isUnknown(next.get().origin())) {
      next = begun.next();
    }
    next.ifPresent(search -> goOn(search, namesystem));
  }

  private void goOn(InstanceSearch search, FSNamesystem namesystem) {
    namesystem.readLock();
    try {
      search.goOn(namesystem.getFSDirectory());
    } catch (IOException | AssertionError e) {
      LOG.debug("{} does not resolve", LogText.of(search.directory()), e);
    } finally {
      namesystem.readUnlock("peaceLastInstances");
    }
    if (search.isOver()) {
      tell(search);
    } else {
      begun.giveBack(user(search.origin()), search);
    }
  }

  private void tell(InstanceSearch search) {
    Optional<InstanceSearch.Instance> last = search.found();
    LOG.debug(
        "group {}: {}, after {} entries in {} looks",
        LogText.of(search.directory()),
        LogText.of(last.toString()),
        search.entries(),
        search.slices());
    last.ifPresent(l -> coordinator.suppose(search.origin(), l.bytes(), l.files()));
  }
}
