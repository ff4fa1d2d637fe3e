package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the parts of a snapshot, each on a thread of its own, into a staging directory.
 *
 * <p>When one fails, all do: the staging directory is deleted, which ends also the waits of HDFS's
 * client for a block; interrupting its threads does not do so reliably.
 *
 * <p>Thread-safe: any thread stops it.
 */
final class PartsWriter {
  /** The part that a turn by the first block begins with. */
  static final String OF_TURN = "part-turn";

  private static final Logger LOG = LoggerFactory.getLogger(PartsWriter.class);

  private final Storage storage;
  private final Path staging;
  private final String group;
  private final int replication;
  private final long chunk;
  private final Executor workers;
  private final AtomicLong written = new AtomicLong();
  private volatile boolean stopped;

  /**
   * For one attempt.
   *
   * @param group the name of what the files belong to
   */
  PartsWriter(
      Storage storage, Path staging, String group, int replication, long chunk, Executor workers) {
    this.storage = storage;
    this.staging = staging;
    this.group = group;
    this.replication = replication;
    this.chunk = chunk;
    this.workers = workers;
  }

  /** Bytes that the streams have taken. */
  long written() {
    return written.get();
  }

  /** Ends what is being written, and lets nothing begin. */
  void stop() {
    stopped = true;
    try {
      storage.delete(staging);
    } catch (IOException e) {
      LOG.warn("{} is removed when its attempt ends: {}", staging, e.toString());
    }
  }

  void checkAlive() {
    if (stopped) {
      throw new CancellationException("The checkpoint in " + staging + " is not wanted any more.");
    }
  }

  /**
   * Writes all shares, and returns when no thread needs the snapshot any more.
   *
   * @param begun the stream of the first share, if it is open already
   */
  List<Manifest.Part> write(
      Snapshot snapshot, List<Layout.Share> shares, Optional<OutputStream> begun)
      throws IOException {
    List<CompletableFuture<Manifest.Part>> parts = new ArrayList<>();
    for (int i = 1; i < shares.size(); i++) {
      Layout.Share share = shares.get(i);
      parts.add(
          CompletableFuture.supplyAsync(
              () -> part(snapshot, share, shares, Optional.empty()), workers));
    }
    if (!shares.isEmpty()) {
      parts.add(
          0,
          CompletableFuture.supplyAsync(
              () -> part(snapshot, shares.get(0), shares, begun), Runnable::run));
    }
    return joined(parts);
  }

  /** Waits for all, also when one has failed, and tells what the first one failed of. */
  private static List<Manifest.Part> joined(List<CompletableFuture<Manifest.Part>> parts)
      throws IOException {
    List<Manifest.Part> written = new ArrayList<>();
    CompletionException other = null;
    IOException failure = null;
    for (CompletableFuture<Manifest.Part> part : parts) {
      try {
        written.add(part.join());
      } catch (CompletionException e) {
        if (failure == null && e.getCause() instanceof PartFailure first) {
          failure = first.getCause();
        }
        other = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    if (other != null) {
      throw other;
    }
    return written;
  }

  /** An exception of a stream on its way to {@link #joined}. */
  private static final class PartFailure extends RuntimeException {
    private final transient IOException cause;

    PartFailure(IOException cause) {
      super(cause);
      this.cause = cause;
    }

    @Override
    public synchronized IOException getCause() {
      return cause;
    }
  }

  private Manifest.Part part(
      Snapshot snapshot,
      Layout.Share share,
      List<Layout.Share> shares,
      Optional<OutputStream> begun) {
    try {
      announce(shares.get(shares.size() - 1).to());
      OutputStream out = begun.isPresent() ? begun.get() : create(share);
      return fill(snapshot, share, out);
    } catch (IOException e) {
      stop();
      throw new PartFailure(e);
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  private OutputStream create(Layout.Share share) throws IOException {
    checkAlive();
    return storage.create(new Path(staging, share.name()), replication, chunk);
  }

  /** Closes the stream also when it failed; then behind the deletion, so that nothing waits. */
  private Manifest.Part fill(Snapshot snapshot, Layout.Share share, OutputStream out)
      throws IOException {
    try {
      PartStream stream = new PartStream(out, share, chunk, this::checkAlive, written::addAndGet);
      snapshot.writeTo(share.from(), share.to(), stream);
      Manifest.Part part = stream.part();
      checkAlive();
      out.close();
      return part;
    } catch (IOException | RuntimeException | Error e) {
      stop();
      try {
        out.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** Says what the files of this thread belong to; the stream's threads inherit it. */
  private void announce(long bytes) {
    CallerContext.setCurrent(
        new CallerContext.Builder("peace-checkpoint")
            .append("peaceGroup", group)
            .append("peaceBytes", Long.toString(bytes))
            .build());
  }
}
