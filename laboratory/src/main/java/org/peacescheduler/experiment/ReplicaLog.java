package org.peacescheduler.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Learns from the datanodes themselves when each replica was written: every stock datanode writes a
 * line into its client trace log when a replica is complete, with the replica's block and how long
 * it took. So both policies are seen alike, and neither the NameNode nor the clients do anything
 * for it.
 *
 * <p>Thread-safe: the datanodes' threads append, the experiment drains.
 */
final class ReplicaLog extends AppenderSkeleton implements AutoCloseable {
  private static final Logger CLIENT_TRACE =
      Logger.getLogger("org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace");
  private static final Pattern WRITE =
      Pattern.compile(
          "op: HDFS_WRITE, .*srvID: ([^,]+), blockid: ([^:]+):blk_(\\d+)_\\d+, duration\\(ns\\):"
              + " (\\d+)");

  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Runnable onReplica;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * A complete replica.
   *
   * @param datanode the datanode's UUID
   * @param endMillis since 1970
   */
  record Entry(String datanode, String blockPool, long block, double endMillis, double seconds) {}

  private ReplicaLog(Runnable onReplica) {
    this.onReplica = onReplica;
  }

  /** See {@link QuietLogging#listen}; another set-up of the logging would cut it off. */
  static ReplicaLog open(Runnable onReplica) {
    ReplicaLog log = new ReplicaLog(onReplica);
    CLIENT_TRACE.setLevel(Level.INFO);
    CLIENT_TRACE.setAdditivity(false);
    CLIENT_TRACE.addAppender(log);
    return log;
  }

  /**
   * Waits until so many replicas of some kind were written since the last {@link #drain}, since a
   * datanode reports a replica before it writes its line; gives up after ten seconds. Lines of
   * files that were written before may come as late.
   */
  void await(int replicas, Predicate<Entry> areMeant) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    synchronized (entries) {
      long left = PATIENCE_NANOS;
      while (entries.stream().filter(areMeant).count() < replicas && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(entries, left);
        left = deadline - System.nanoTime();
      }
    }
  }

  /** What was written since the last {@code drain}. */
  List<Entry> drain() {
    synchronized (entries) {
      List<Entry> drained = List.copyOf(entries);
      entries.clear();
      return drained;
    }
  }

  @Override
  protected void append(LoggingEvent event) {
    Matcher matcher = WRITE.matcher(event.getRenderedMessage());
    if (!matcher.find()) {
      return;
    }
    Entry entry =
        new Entry(
            matcher.group(1),
            matcher.group(2),
            Long.parseLong(matcher.group(3)),
            event.getTimeStamp(),
            Long.parseLong(matcher.group(4)) / 1e9);
    synchronized (entries) {
      entries.add(entry);
      entries.notifyAll();
    }
    onReplica.run();
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    CLIENT_TRACE.removeAppender(this);
  }
}
