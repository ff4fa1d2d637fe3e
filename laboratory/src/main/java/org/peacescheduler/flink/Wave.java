package org.peacescheduler.flink;

import java.util.List;

/**
 * Checkpoints that were measured together: one of each job, triggered at the same moment, or all
 * that Flink's own timer took in a turn. Immutable.
 *
 * @param configuration its name
 * @param round from 1; warm-ups and rounds are counted apart
 * @param together how many jobs took part
 * @param seconds from the trigger until Flink's REST API shows all as over; NaN with Flink's timer
 * @param busy share of the machine's cores
 * @param trunk share of the time in which the busiest link between switches was at work
 * @param deferred chunks that Peace put off
 * @param fallbacks chunks that Peace left to the stock policy
 */
record Wave(
    String configuration,
    int round,
    boolean warmUp,
    int together,
    List<Checkpoint> checkpoints,
    double seconds,
    double busy,
    double trunk,
    long deferred,
    long fallbacks) {

  Wave {
    checkpoints = List.copyOf(checkpoints);
  }
}
