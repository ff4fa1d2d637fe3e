package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.client.Turns;

/**
 * Writes checkpoints of units to HDFS, in the background, each one in its turn: first the turn,
 * then the snapshot. Readers see a checkpoint whole or not at all.
 *
 * <pre>{@code
 * try (CheckpointWriter writer =
 *     CheckpointWriter.open(conf, new Path("/checkpoints"), WriterOptions.DEFAULTS)) {
 *   CheckpointWrite write = writer.write("join-7", 42, () -> Snapshot.of(state.clone()));
 *   WriteOutcome outcome = write.await();
 * }
 * }</pre>
 *
 * <p>Without Peace on the NameNode all is the same, but turns come at once. Several writers may
 * write checkpoints of one unit: of two with the same number one wins, the other one says so.
 *
 * <p>Cost: beside the bytes, ten calls of the NameNode for each checkpoint and three for each part;
 * a client of its own; {@link WriterOptions#threads} threads for each checkpoint that is being
 * written.
 *
 * <p>Thread-safe. One checkpoint of a unit at a time.
 */
public final class CheckpointWriter implements AutoCloseable {
  private final Path root;
  private final WriterOptions options;
  private final Storage storage;
  private final Turns turns;
  private final Housekeeping housekeeping;
  private final ExecutorService threads;
  private final UserGroupInformation user;
  private final LongSupplier nanos;
  private final Supplier<String> ids;
  private final Map<String, Attempt> running = new ConcurrentHashMap<>();
  private boolean closed;

  /** A writer on a storage, with turns from anywhere; {@code ids} names its attempts. */
  CheckpointWriter(
      Path root,
      WriterOptions options,
      Storage storage,
      Turns turns,
      LongSupplier nanos,
      Supplier<String> ids)
      throws IOException {
    this.root = root;
    this.options = options;
    this.storage = storage;
    this.turns = turns;
    this.nanos = nanos;
    this.ids = ids;
    this.housekeeping = new Housekeeping(storage, options.retain());
    this.threads = Executors.newCachedThreadPool(daemons());
    this.user = UserGroupInformation.getCurrentUser();
  }

  /**
   * A writer below a directory of HDFS, with turns from its NameNode.
   *
   * @param root the directory; it need not exist
   * @throws IOException if it is not on HDFS, or HDFS cannot be reached
   */
  public static CheckpointWriter open(Configuration conf, Path root, WriterOptions options)
      throws IOException {
    HdfsStorage storage = HdfsStorage.of(root, conf);
    return open(conf, root, options, storage, Turns.of(storage.files()));
  }

  /** As {@link #open(Configuration, Path, WriterOptions)}, with turns from elsewhere. */
  public static CheckpointWriter open(
      Configuration conf, Path root, WriterOptions options, Turns turns) throws IOException {
    return open(conf, root, options, HdfsStorage.of(root, conf), turns);
  }

  private static CheckpointWriter open(
      Configuration conf, Path root, WriterOptions options, Storage storage, Turns turns)
      throws IOException {
    return new CheckpointWriter(
        root.getFileSystem(conf).makeQualified(root),
        options,
        storage,
        turns,
        System::nanoTime,
        () -> UUID.randomUUID().toString());
  }

  private static ThreadFactory daemons() {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "peace-checkpoint-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Begins to write a checkpoint, and returns at once.
   *
   * @param unit whose; letters, digits, '.', '_' and '-'
   * @param seq its number; higher is newer
   * @param source takes the snapshot, in the turn
   * @throws IllegalStateException if this writer writes one of this unit already, or is closed
   */
  public synchronized CheckpointWrite write(String unit, long seq, SnapshotSource source) {
    if (closed) {
      throw new IllegalStateException("This CheckpointWriter is closed.");
    }
    UnitFiles files = UnitFiles.of(root, unit);
    Attempt attempt =
        new Attempt(
            new Attempt.Task(unit, files, seq, ids.get(), source, options),
            new Attempt.Service(storage, turns, housekeeping, this::asUser, nanos),
            () -> running.remove(unit));
    if (running.putIfAbsent(unit, attempt) != null) {
      throw new IllegalStateException(
          "A checkpoint of unit %s is being written. Maybe await or cancel it.".formatted(unit));
    }
    asUser(attempt);
    return attempt;
  }

  /**
   * Runs in the background as who opened this writer, whoever calls, and with the caller's context:
   * a thread that has written before must not say what it wrote for.
   */
  private void asUser(Runnable task) {
    CallerContext callers = CallerContext.getCurrent();
    threads.execute(
        () -> {
          CallerContext.setCurrent(callers);
          user.doAs(
              (java.security.PrivilegedAction<Void>)
                  () -> {
                    task.run();
                    return null;
                  });
        });
  }

  /**
   * Removes what dead writers have left of a unit; {@link #write} does it, too, with each
   * checkpoint of the unit. A writer is dead when HDFS ends its lease: 20 minutes after its last
   * word, unless {@code dfs.namenode.lease-hard-limit-sec} says otherwise.
   */
  public void removeAbandoned(String unit) throws IOException {
    housekeeping.removeAbandoned(UnitFiles.of(root, unit));
  }

  /** As {@link #removeAbandoned(String)}, for all units. */
  public void removeAbandoned() throws IOException {
    for (FileStatus unit : storage.list(root)) {
      if (unit.isDirectory()) {
        housekeeping.removeAbandoned(new UnitFiles(unit.getPath()));
      }
    }
  }

  /** Cancels what is being written, waits until nothing of it is left, and closes the client. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    List<Attempt> left = List.copyOf(running.values());
    left.forEach(Attempt::cancel);
    left.forEach(attempt -> attempt.outcome().toCompletableFuture().join());
    threads.shutdown();
    housekeeping.removeLeftovers();
    storage.close();
  }
}
