package org.peacescheduler.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A turn by HDFS's own calls: {@code create}, a header, {@code hflush}. The flush returns when the
 * NameNode has placed the file's first block, and Peace places it when it is the writer's turn.
 *
 * <p>The wait ends when the file is deleted: interrupting the thread that writes does not do it
 * reliably. So a thread of its own writes, and {@link #cancel} deletes.
 *
 * <p>Example: below {@code /chk/17} the file {@code .peace-turn-5f3c…} waits until the links have
 * room; the turn's {@link Turn#close} deletes it.
 *
 * <p>Cost: one thread and one small file while it waits, four calls of the NameNode. Thread-safe.
 */
final class FirstBlock implements PendingTurn {
  /** How the names of files begin that are there for their first block alone. */
  static final String HIDDEN = ".peace-turn-";

  private enum State {
    WAITING,
    PLACED,
    CANCELLED
  }

  private final TurnFile file;
  private final LongSupplier nanos;
  private final long asked;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private final CompletableFuture<FSDataOutputStream> placed = new CompletableFuture<>();

  private FirstBlock(TurnFile file, LongSupplier nanos) {
    this.file = file;
    this.nanos = nanos;
    this.asked = nanos.getAsLong();
  }

  /** Asks on a thread of its own. */
  static PendingTurn ask(FileSystem files, Request request, LongSupplier nanos) {
    Path path =
        request.file().orElseGet(() -> new Path(request.prefix(), HIDDEN + UUID.randomUUID()));
    FirstBlock pending = new FirstBlock(new TurnFile(files, path, request), nanos);
    Thread thread = new Thread(pending::place, "peace-turn " + path);
    thread.setDaemon(true);
    thread.start();
    return pending;
  }

  /** Creates the file, and returns when its first block is placed or the file is deleted. */
  private void place() {
    try {
      file.create();
      if (state.get() == State.WAITING) {
        file.flushHeader();
      }
      if (state.compareAndSet(State.WAITING, State.PLACED)) {
        placed.complete(file.stream());
        return;
      }
    } catch (IOException | RuntimeException e) {
      // After a cancel this is how the wait ends, and nobody listens.
      placed.completeExceptionally(e);
      state.compareAndSet(State.WAITING, State.CANCELLED);
    }
    file.discard();
  }

  @Override
  public Turn await(Duration longest) throws IOException, InterruptedException {
    try {
      placed.get(longest.toNanos(), TimeUnit.NANOSECONDS);
      return new Begun(file, waited());
    } catch (TimeoutException e) {
      return end() ? new AtOnce.Free(false, waited()) : new Begun(file, waited());
    } catch (InterruptedException e) {
      if (!end()) {
        new Begun(file, waited()).close();
      }
      throw e;
    } catch (ExecutionException e) {
      throw told(e.getCause());
    }
  }

  private Duration waited() {
    return Duration.ofNanos(nanos.getAsLong() - asked);
  }

  private IOException told(Throwable cause) {
    if (cause instanceof IOException io && !(io instanceof InterruptedIOException)) {
      return io;
    }
    return new IOException("No turn by the first block of " + file.path() + ": " + cause, cause);
  }

  @Override
  public void cancel() {
    end();
  }

  /** Ends the wait, unless it is over because the block is placed. */
  private boolean end() {
    if (!state.compareAndSet(State.WAITING, State.CANCELLED)) {
      return state.get() == State.CANCELLED;
    }
    placed.completeExceptionally(
        new CancellationException("The request for a turn was cancelled."));
    file.delete();
    return true;
  }

  /** The turn of a file whose first block is placed. */
  private static final class Begun implements Turn {
    private final TurnFile file;
    private final Duration waited;
    private boolean over;

    Begun(TurnFile file, Duration waited) {
      this.file = file;
      this.waited = waited;
    }

    @Override
    public Way way() {
      return Way.FIRST_BLOCK;
    }

    @Override
    public boolean inTime() {
      return true;
    }

    @Override
    public Duration waited() {
      return waited;
    }

    @Override
    public void confirm(long bytes) {
      // HDFS has no call for it; Peace learns the size from what is written.
    }

    @Override
    public synchronized Optional<FSDataOutputStream> takeStream() {
      if (over || !file.isOfAsker()) {
        return Optional.empty();
      }
      over = true;
      return Optional.of(file.handOver());
    }

    @Override
    public synchronized void close() {
      if (!over) {
        over = true;
        file.discard();
      }
    }
  }
}
