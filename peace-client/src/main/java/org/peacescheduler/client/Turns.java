package org.peacescheduler.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Where a writer asks for its turn before it takes its snapshot.
 *
 * <p>A writer that waits for its turn holds no frozen state, and what it writes in the end is as
 * new as can be. Example, with at most a minute of waiting:
 *
 * <pre>{@code
 * Request request = Request.of(new Path("/checkpoints/job/17")).bytes(8L << 30).replication(3);
 * try (Turn turn = Turns.of(conf).ask(request).await(Duration.ofMinutes(1))) {
 *   Snapshot snapshot = freeze();
 *   turn.confirm(snapshot.bytes());
 *   snapshot.writeTo("/checkpoints/job/17");
 * }
 * }</pre>
 *
 * <p>The way depends on what the NameNode offers; see {@link Turn.Way}. A turn is a promise of
 * order, not of capacity, and never a condition: who gets none in time writes as on stock HDFS.
 *
 * <p>Thread-safe: one object serves all threads of a program, and holds nothing between requests.
 */
public interface Turns {
  /** How long {@link #askNow} waits for a first block, since HDFS has no word for "later". */
  Duration NOW = Duration.ofSeconds(1);

  /** Turns from the NameNodes of the file systems that a configuration names. */
  static Turns of(Configuration conf) {
    return new FileSystemTurns(
        new Configuration(conf), Optional.empty(), SilentAddresses.OF_PROCESS);
  }

  /**
   * Turns from the NameNodes of a file system, asked for by the same client that then writes. What
   * waits and what is written are one sender's then, and its size is counted once.
   */
  static Turns of(FileSystem files) {
    return new FileSystemTurns(files.getConf(), Optional.of(files), SilentAddresses.OF_PROCESS);
  }

  /** Turns that come at once, by no way at all: as stock HDFS has it, and for tests. */
  static Turns atOnce() {
    return AtOnce::new;
  }

  /** What a writer has that goes without a turn; {@link Turn#inTime} is false. */
  static Turn none() {
    return new AtOnce.Free(false, Duration.ZERO);
  }

  /**
   * Asks, and returns at once. What goes wrong is told by {@link PendingTurn#await}.
   *
   * @param request for what; the time that it has waited before may be part of it
   */
  PendingTurn ask(Request request);

  /**
   * Asks for a turn now or not at all. Nothing is kept if it is not now. By the request protocol
   * the NameNode answers at once; by the first block the answer is "later" after {@link #NOW}.
   *
   * @return empty for "later": the writer may do without this snapshot, and ask for the next one
   * @throws IOException as {@link PendingTurn#await} does
   * @throws InterruptedException if this thread is interrupted; nothing waits any more then
   */
  default Optional<Turn> askNow(Request request) throws IOException, InterruptedException {
    return FileSystemTurns.inTime(ask(request), NOW);
  }
}
