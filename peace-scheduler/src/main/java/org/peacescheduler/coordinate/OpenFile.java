package org.peacescheduler.coordinate;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.peacescheduler.coordinate.order.Member;

/**
 * A file that is open: whose it is, and what has been seen of it. {@link RequestBook} has them all,
 * and the tickets of its chunks hold it.
 *
 * <p>Confined to the coordinator's lock.
 */
final class OpenFile {
  /** It does not idle. */
  static final long BUSY = Long.MAX_VALUE;

  /** What a log sends, as far as links are concerned, in bytes per second. */
  private static final double NEXT_TO_NOTHING = 1;

  /** What tells it from all others. */
  final String key;

  final String directory;
  final Member member;
  final Writers.Writer writer;

  /** Whether it is taken to be a log. */
  boolean isLog;

  /** Whether its last chunk that was asked for could not wait. */
  boolean isWithoutPlace;

  /** The number of its chunk that is asked for now. */
  int nextChunk;

  /** What its writer sends at most, as far as was seen of this file. */
  double bytesPerSecond = Writers.NOT_SLOW;

  /** When that was seen. */
  long slowSince = Long.MIN_VALUE;

  /** Since when it has no chunk in the scheduler. */
  long idleSince = BUSY;

  /** Whether the book has it no longer: it ended, and another one of its name may be open. */
  boolean isForgotten;

  /** Where its last chunk is to go. */
  List<String> nodes = List.of();

  OpenFile(String key, String path, Member member, Writers.Writer writer) {
    this.key = key;
    this.directory = Names.kept(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
    this.member = member;
    this.writer = writer;
  }

  /**
   * Of the hosts where the file's last chunk was to go, those that its client excludes now: it
   * could not write to them. What it excludes besides may be its opinion.
   */
  Set<String> failed(ChunkRequest chunk) {
    if (chunk.excluded().isEmpty()) {
      return Set.of();
    }
    // In an order of their own: which of them is put into quarantine may depend on it.
    Set<String> failed = new TreeSet<>(chunk.excluded());
    failed.retainAll(nodes);
    return failed;
  }

  void beLog(long now) {
    isLog = true;
    bytesPerSecond = NEXT_TO_NOTHING;
    slowSince = now;
  }

  /**
   * It is a log. So are its next chunks, and what its client opens besides in the same directory,
   * as when logs are rolled.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> keepsLog(long now) {
    writer.keepsLogsIn(directory);
    beLog(now);
    List<Ticket> rolled =
        writer.waiting().stream()
            .filter(ticket -> ticket.file().directory.equals(directory))
            .toList();
    rolled.forEach(ticket -> ticket.file().beLog(now));
    return rolled;
  }

  /** A chunk has been written as those of other files are. */
  void beNoLog() {
    if (isLog) {
      isLog = false;
      bytesPerSecond = Writers.NOT_SLOW;
      writer.keepsNoLogsIn(directory);
    }
  }
}
