package org.peacescheduler.freeze;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.client.Turns;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.SnapshotSource;
import org.peacescheduler.client.checkpoint.WriteOutcome;
import org.peacescheduler.client.checkpoint.WriterOptions;

/**
 * A unit that goes on updating its state while it writes its checkpoint. Its updates begin with the
 * order to write, and end when it is told so: when all units have written.
 *
 * <p>Confined to one thread.
 */
final class FreezeUnit implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final String name;
  private final PagedState state;
  private final int updatesPerSecond;
  private final int threads;
  private final Configuration conf;
  private final Map<String, CheckpointWriter> writers = new HashMap<>();
  private Updates updates;

  FreezeUnit(String name, PagedState state, int updatesPerSecond, int threads, Configuration conf) {
    this.name = name;
    this.state = state;
    this.updatesPerSecond = updatesPerSecond;
    this.threads = threads;
    this.conf = conf;
  }

  UnitReply obey(UnitOrder order) throws InterruptedException {
    try {
      return switch (order.op()) {
        case UnitOrder.OPEN -> open(order);
        case UnitOrder.WRITE -> write(order);
        case UnitOrder.STOP -> UnitReply.of(updates.end());
        default -> UnitReply.failed("unknown order " + order.op());
      };
    } catch (IOException | RuntimeException e) {
      return UnitReply.failed(e.toString());
    }
  }

  private UnitReply write(UnitOrder order) throws IOException, InterruptedException {
    CheckpointWriter writer = writer(order.root(), order.turns());
    updates = Updates.begin(state, updatesPerSecond, new Random(order.seq() + name.hashCode()));
    long copiedBefore = state.copied();
    double submitted = System.currentTimeMillis() / 1e3;
    long began = System.nanoTime();
    AtomicLong frozenAt = new AtomicLong(began);
    AtomicLong taken = new AtomicLong();
    SnapshotSource source;
    if (order.turns()) {
      source =
          () -> {
            frozenAt.set(System.nanoTime());
            taken.set(frozenAt.get());
            return state.freeze();
          };
    } else {
      Snapshot snapshot = state.freeze();
      source =
          () -> {
            taken.set(System.nanoTime());
            return snapshot;
          };
    }
    WriteOutcome outcome = writer.write(name, order.seq(), source).await();
    if (!(outcome instanceof WriteOutcome.Published done)) {
      return UnitReply.failed("The checkpoint was not written: " + outcome);
    }
    long published = taken.get() + done.written().toNanos();
    return UnitReply.of(
        new UnitReply.Checkpoint(
            submitted,
            done.waited().toNanos() / 1e9,
            seconds(began, published),
            seconds(frozenAt.get(), taken.get() + done.frozen().toNanos()),
            seconds(frozenAt.get(), published),
            (double) (state.copied() - copiedBefore) / state.pages(),
            done.inTime() ? done.way().name() : UnitReply.NONE));
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }

  private UnitReply open(UnitOrder order) throws IOException {
    for (String root : order.roots()) {
      writer(root, false);
      writer(root, true);
    }
    return UnitReply.of(List.of());
  }

  /** With a client that has its connection. */
  private CheckpointWriter writer(String root, boolean turns) throws IOException {
    CheckpointWriter writer = writers.get(root + turns);
    if (writer == null) {
      Path directory = new Path(root);
      WriterOptions options =
          WriterOptions.DEFAULTS.threads(threads).longestWait(LONGEST_WAIT).retain(2);
      writer =
          turns
              ? CheckpointWriter.open(conf, directory, options)
              : CheckpointWriter.open(conf, directory, options, Turns.atOnce());
      writer.removeAbandoned(name);
      writers.put(root + turns, writer);
    }
    return writer;
  }

  @Override
  public void close() throws IOException {
    for (CheckpointWriter writer : writers.values()) {
      writer.close();
    }
  }
}
