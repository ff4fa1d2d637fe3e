package org.peacescheduler.flink.turns;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.fs.Path;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a checkpoint waits for its turn, before Flink tells the tasks of it.
 *
 * <p>It never fails a checkpoint: when the time is over, when the NameNode says no, or when there
 * is no HDFS, the checkpoint goes at once, as without Peace, and is counted. Example: {@code
 * hdfs://nn/flink/JOB/chk-17} asks for as many bytes as {@code chk-16} has.
 *
 * <p>Cost: a thread of the job manager's I/O pool for each job that waits. One checkpoint of a job
 * at a time.
 */
final class TurnGate {
  private static final Logger LOG = LoggerFactory.getLogger(TurnGate.class);
  private static final String HDFS = "hdfs";

  /** How many wait in this process. */
  private static final AtomicInteger WAITING = new AtomicInteger();

  private final JobID job;
  private final TurnOptions options;
  private final PeaceCheckpointStorage.TurnsSource source;
  private final TurnFigures figures;
  private final LongSupplier millis;
  private Optional<Path> directory;
  private Turns turns;
  private LastCheckpoint last;

  /** A gate that looks for turns when it is needed first. */
  TurnGate(
      JobID job,
      TurnOptions options,
      PeaceCheckpointStorage.TurnsSource source,
      TurnFigures figures,
      LongSupplier millis) {
    this.job = job;
    this.options = options;
    this.source = source;
    this.figures = figures;
    this.millis = millis;
  }

  /**
   * Returns when a checkpoint may begin.
   *
   * @return its turn, to be closed at its end; empty if it has none that is to be closed
   */
  synchronized Optional<Turn> pass(long checkpoint) throws IOException {
    if (options.longestWait().isZero() || !isReady()) {
      return Optional.empty();
    }
    if (WAITING.incrementAndGet() > options.waiting()) {
      WAITING.decrementAndGet();
      figures.passed(Duration.ZERO, Optional.empty(), millis.getAsLong());
      LOG.warn(
          "Checkpoint {} of job {} begins without a turn: {} others wait, and Flink's pool has no"
              + " thread left for it. Maybe set jobmanager.io-pool.size to one more than jobs.",
          checkpoint,
          job,
          options.waiting());
      return Optional.empty();
    }
    try {
      Path prefix = new Path(directory.orElseThrow(), "chk-" + checkpoint);
      Request request =
          Request.of(new org.apache.hadoop.fs.Path(prefix.toUri()))
              .bytes(last.bytesBefore(checkpoint));
      return passed(turns.ask(request).await(options.longestWait()), checkpoint);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("Checkpoint " + checkpoint + " no longer waits.").initCause(e);
    } catch (IOException | RuntimeException | LinkageError e) {
      figures.failed();
      LOG.warn("Checkpoint {} of job {} begins without a turn: {}", checkpoint, job, e.toString());
      return Optional.empty();
    } finally {
      WAITING.decrementAndGet();
    }
  }

  private Optional<Turn> passed(Turn turn, long checkpoint) {
    figures.passed(
        turn.waited(),
        turn.inTime() ? Optional.of(turn.way()) : Optional.empty(),
        millis.getAsLong());
    LOG.info(
        "Checkpoint {} of job {} begins after {} ms, {} ({}).",
        checkpoint,
        job,
        turn.waited().toMillis(),
        turn.inTime() ? "in its turn" : "as its turn has not come",
        turn.way().name().toLowerCase(Locale.ROOT));
    if (turn.way() == Turn.Way.PROTOCOL) {
      return Optional.of(turn);
    }
    // The block of the file that waited would hold capacity.
    turn.close();
    return Optional.empty();
  }

  /** Looks where checkpoints go, once. */
  private boolean isReady() {
    if (directory == null) {
      try {
        directory = onHdfs();
        if (directory.isPresent()) {
          turns = source.get();
          last = new LastCheckpoint(directory.get());
        }
      } catch (IOException | RuntimeException | LinkageError e) {
        directory = Optional.empty();
        LOG.warn(
            "Checkpoints of job {} have no turns: {}. Maybe Hadoop is not on the class path.",
            job,
            e.toString());
      }
    }
    return directory.isPresent();
  }

  private Optional<Path> onHdfs() throws IOException {
    if (options.directory().isEmpty()) {
      LOG.warn("Checkpoints of job {} have no turns. Maybe set execution.checkpointing.dir.", job);
      return Optional.empty();
    }
    Path root = new Path(options.directory());
    if (!HDFS.equals(root.getFileSystem().getUri().getScheme())) {
      LOG.info("Checkpoints of job {} are in {}, where there are no turns.", job, root);
      return Optional.empty();
    }
    Path whole = root.makeQualified(root.getFileSystem());
    return Optional.of(options.jobDirectories() ? new Path(whole, job.toHexString()) : whole);
  }
}
