package org.peacescheduler.flink.turns;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.peacescheduler.client.Turn;

/**
 * What a job's checkpoints have waited, and how many went without a turn.
 *
 * <p>Flink gives a checkpoint storage no group of metrics. So the figures are kept here by job, and
 * {@link TurnMetricsReporterFactory} registers them. Thread-safe.
 *
 * <p>Cost: some hundred bytes a job, as long as the process of the job manager lives.
 */
final class TurnFigures {
  private static final Map<String, TurnFigures> BY_JOB = new ConcurrentHashMap<>();

  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong byProtocol = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong lastWait = new AtomicLong(-1);
  private final AtomicLong lastTurn = new AtomicLong(-1);
  private final AtomicLong lastDuration = new AtomicLong(-1);

  static TurnFigures of(JobID job) {
    return of(job.toHexString());
  }

  static TurnFigures of(String job) {
    return BY_JOB.computeIfAbsent(job, any -> new TurnFigures());
  }

  /**
   * A checkpoint has waited.
   *
   * @param way empty if its turn did not come in time
   */
  void passed(Duration waited, Optional<Turn.Way> way, long now) {
    (way.isPresent() ? turns : late).incrementAndGet();
    way.filter(Turn.Way.PROTOCOL::equals).ifPresent(any -> byProtocol.incrementAndGet());
    lastWait.set(waited.toMillis());
    lastTurn.set(now);
  }

  /** No turn could be asked for, and the checkpoint went at once. */
  void failed() {
    failed.incrementAndGet();
  }

  /** A checkpoint is complete, so long after its turn. */
  void completed(Duration sinceTurn) {
    lastDuration.set(sinceTurn.toMillis());
  }

  /** Checkpoints that began in their turn. */
  long turns() {
    return turns.get();
  }

  /** Of those, the ones whose turn came by Peace's request protocol. */
  long byProtocol() {
    return byProtocol.get();
  }

  /** Checkpoints whose turn did not come in time, and that began without. */
  long late() {
    return late.get();
  }

  /** Checkpoints for which no turn could be asked for. */
  long failures() {
    return failed.get();
  }

  /** Milliseconds that the last checkpoint waited; -1 before the first. */
  long lastWaitMillis() {
    return lastWait.get();
  }

  /** When the last checkpoint began, in milliseconds since 1970; -1 before the first. */
  long lastTurnMillis() {
    return lastTurn.get();
  }

  /** Milliseconds that the last complete checkpoint took from its turn on; -1 before the first. */
  long lastDurationMillis() {
    return lastDuration.get();
  }
}
