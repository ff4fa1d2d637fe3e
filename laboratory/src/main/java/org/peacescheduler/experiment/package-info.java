/**
 * The contention experiment behind {@code ./peace experiment}: the same burst of concurrent
 * checkpoint writes on real HDFS daemons in one process, placed by the stock policy and by Peace in
 * alternating rounds.
 *
 * <p>Of Peace it uses only the configuration keys and the trace file, and checks an operator's
 * topology file; so both sides are measured from outside, by the same code. What it shares with the
 * testbed is in {@link org.peacescheduler.laboratory}. Start reading at {@link
 * org.peacescheduler.experiment.Experiment}; what is measured is in {@link
 * org.peacescheduler.experiment.Round}, what is computed from it in {@link
 * org.peacescheduler.experiment.RoundSummary} and {@link org.peacescheduler.experiment.Ratios}.
 */
package org.peacescheduler.experiment;
