package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to write a checkpoint: owner file, turn, snapshot, parts, manifest, rename.
 *
 * <p>Readers see nothing of it before the rename, and all of it after. Whatever fails, the attempt
 * removes what it has made, and its owner file last. Example: the second of two parts fails, so the
 * staging directory is deleted, which ends the first one's stream too; then the owner file goes.
 *
 * <p>One thread runs it; any thread asks and cancels.
 */
final class Attempt implements CheckpointWrite, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  /**
   * What is to be written.
   *
   * @param unit its name
   * @param files where
   * @param id of this attempt
   */
  record Task(
      String unit,
      UnitFiles files,
      long seq,
      String id,
      SnapshotSource source,
      WriterOptions options) {
    Path published() {
      return files.published(seq);
    }

    Path staging() {
      return files.staging(seq, id);
    }

    String group() {
      return published().toUri().getPath();
    }
  }

  /** What attempts share. */
  record Service(
      Storage storage,
      Turns turns,
      Housekeeping housekeeping,
      Executor workers,
      LongSupplier nanos) {}

  private final Task task;
  private final Service service;
  private final Storage storage;
  private final long chunk;
  private final PartsWriter parts;
  private final CompletableFuture<WriteOutcome> outcome = new CompletableFuture<>();
  private volatile WriteProgress.Phase phase = WriteProgress.Phase.WAITING;
  private volatile long bytes;
  private final Runnable onEnd;
  private boolean cancelled;
  private PendingTurn pending;

  /** An attempt that begins with {@link #run}, and says when it is over. */
  Attempt(Task task, Service service, Runnable onEnd) {
    this.task = task;
    this.onEnd = onEnd;
    this.service = service;
    this.storage = service.storage();
    WriterOptions options = task.options();
    this.chunk = options.chunk() == 0 ? storage.defaultChunk(task.staging()) : options.chunk();
    this.parts =
        new PartsWriter(
            storage, task.staging(), task.group(), options.replication(), chunk, service.workers());
  }

  @Override
  public void run() {
    WriteOutcome result = new WriteOutcome.Cancelled();
    try {
      result = attempt();
    } catch (Exception e) {
      result = isCancelled() ? result : new WriteOutcome.Failed(e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    } catch (Error e) {
      result = new WriteOutcome.Failed(new ExecutionException(e));
      throw e;
    } finally {
      phase = WriteProgress.Phase.DONE;
      onEnd.run();
      outcome.complete(result);
    }
  }

  private WriteOutcome attempt() throws Exception {
    service.housekeeping().removeLeftovers();
    Optional<Manifest> other = Published.manifest(storage, task.published());
    if (other.isPresent()) {
      return lost(other.get());
    }
    long expected = expected();
    OutputStream owner = own();
    WriteOutcome result;
    try {
      storage.mkdir(task.staging());
      result = awaitTurn(expected);
    } finally {
      disown(owner);
    }
    if (result instanceof WriteOutcome.Published) {
      service.housekeeping().tidy(task.files(), task.seq());
    }
    return result;
  }

  /** The owner file; it may be there also if the NameNode's answer was lost. */
  private OutputStream own() throws IOException {
    try {
      return storage.own(UnitFiles.owner(task.staging()));
    } catch (IOException e) {
      service.housekeeping().remove(task.staging());
      throw e;
    }
  }

  /** The bytes of the unit's newest checkpoint; 0 if they are not known. */
  private long expected() {
    try {
      return Published.latest(storage, task.files()).map(Manifest::bytes).orElse(0L);
    } catch (IOException e) {
      LOG.warn("{} has no size that is known: {}", task.files().directory(), e.toString());
      return 0;
    }
  }

  /** Removes what is left, which is nothing but the owner file once the attempt was published. */
  private void disown(OutputStream owner) {
    try {
      owner.close();
    } catch (IOException e) {
      LOG.debug("Closing the owner file of {}: {}", task.staging(), e.toString());
    }
    service.housekeeping().remove(task.staging());
  }

  private WriteOutcome awaitTurn(long expected) throws Exception {
    PendingTurn asked;
    synchronized (this) {
      parts.checkAlive();
      asked = service.turns().ask(request(expected));
      pending = asked;
    }
    try (Turn turn = asked.await(task.options().longestWait())) {
      return inTurn(turn);
    }
  }

  private Request request(long expected) {
    WriterOptions options = task.options();
    int files = Math.max(1, Layout.divide(expected, chunk, options.threads(), 0).size());
    return Request.of(task.staging())
        .members(List.of(new Request.Member(Optional.empty(), expected, files)))
        .replication(options.replication())
        .blockSize(chunk)
        .group(task.group())
        .file(new Path(task.staging(), PartsWriter.OF_TURN));
  }

  private WriteOutcome inTurn(Turn turn) throws IOException {
    parts.checkAlive();
    phase = WriteProgress.Phase.WRITING;
    long began = service.nanos().getAsLong();
    List<Manifest.Part> written;
    try (Snapshot snapshot = task.source().take()) {
      bytes = snapshot.bytes();
      confirm(turn);
      written = write(snapshot, turn);
    }
    Duration frozen = since(began);
    // Before the rename: a file of the turn's own that nobody took must not be published.
    turn.close();
    writeManifest(written);
    Optional<WriteOutcome> lost = publish();
    return lost.orElseGet(
        () ->
            new WriteOutcome.Published(
                task.published(),
                bytes,
                turn.way(),
                turn.inTime(),
                turn.waited(),
                frozen,
                since(began)));
  }

  private Duration since(long began) {
    return Duration.ofNanos(service.nanos().getAsLong() - began);
  }

  private void confirm(Turn turn) {
    try {
      turn.confirm(bytes);
    } catch (IOException e) {
      // The turn stays, with the size that was expected.
      LOG.warn("{} bytes of {} could not be confirmed: {}", bytes, task.staging(), e.toString());
    }
  }

  private List<Manifest.Part> write(Snapshot snapshot, Turn turn) throws IOException {
    Optional<OutputStream> begun =
        bytes == 0 ? Optional.empty() : turn.takeStream().map(OutputStream.class::cast);
    int header = begun.isPresent() ? Request.HEADER_BYTES : 0;
    return parts.write(
        snapshot, Layout.divide(bytes, chunk, task.options().threads(), header), begun);
  }

  private void writeManifest(List<Manifest.Part> written) throws IOException {
    parts.checkAlive();
    Manifest manifest = new Manifest(task.unit(), task.seq(), task.id(), chunk, written);
    Path file = new Path(task.staging(), Manifest.NAME);
    try (OutputStream out = storage.create(file, task.options().replication(), chunk)) {
      out.write(manifest.toBytes());
    }
  }

  /** One rename; empty if it was this attempt that published. */
  private Optional<WriteOutcome> publish() throws IOException {
    synchronized (this) {
      parts.checkAlive();
      phase = WriteProgress.Phase.PUBLISHING;
    }
    try {
      storage.rename(task.staging(), task.published());
      return Optional.empty();
    } catch (IOException e) {
      // Another attempt was first; or the answer was lost, and it is this one.
      Manifest winner = winner(e);
      return winner.attempt().equals(task.id()) ? Optional.empty() : Optional.of(lost(winner));
    }
  }

  private Manifest winner(IOException refused) throws IOException {
    try {
      return Published.manifest(storage, task.published()).orElseThrow(() -> refused);
    } catch (IOException e) {
      if (e != refused) {
        refused.addSuppressed(e);
      }
      throw refused;
    }
  }

  private WriteOutcome lost(Manifest winner) {
    return new WriteOutcome.Lost(task.published(), winner.attempt());
  }

  @Override
  public WriteProgress progress() {
    return new WriteProgress(phase, parts.written(), bytes);
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean cancel() {
    synchronized (this) {
      if (phase == WriteProgress.Phase.PUBLISHING || phase == WriteProgress.Phase.DONE) {
        return cancelled;
      }
      cancelled = true;
      if (pending != null) {
        pending.cancel();
      }
    }
    parts.stop();
    return true;
  }

  @Override
  public WriteOutcome await() throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<WriteOutcome> await(Duration longest) throws InterruptedException {
    try {
      return Optional.of(outcome.get(longest.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> outcome() {
    return outcome.minimalCompletionStage();
  }
}
