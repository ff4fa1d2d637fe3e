package org.peacescheduler.experiment;

import java.util.List;
import org.peacescheduler.measure.ProcessorMeter;

/**
 * Everything that was seen of one burst on one side.
 *
 * <p>Immutable.
 *
 * @param number counted from 1; the warm-up rounds have numbers of their own
 * @param deferred how often the trace says that a chunk was deferred
 * @param fallbacks how often it says that a chunk was left to the stock policy
 * @param cores how busy they were
 */
record Round(
    Side side,
    int number,
    boolean warmUp,
    List<WriterTimes> writers,
    List<ReplicaSpan> replicas,
    List<Grant> grants,
    long deferred,
    long fallbacks,
    ProcessorMeter.Busy cores) {
  Round {
    writers = List.copyOf(writers);
    replicas = List.copyOf(replicas);
    grants = List.copyOf(grants);
  }

  RoundSummary summary() {
    return RoundSummary.of(this);
  }
}
