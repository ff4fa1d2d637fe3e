/**
 * JMH benchmarks: how fast Peace plans beside the stock placement policy on a cluster of the same
 * shape, and what a large topology costs to load and to hold.
 *
 * <p>Start with {@link org.peacescheduler.benchmarks.Cluster}, the networks that are measured;
 * {@code docs/benchmarks.md} says how to run them and what each figure means. Depends on the
 * network model, the scheduler, and on Hadoop for the stock policy.
 */
package org.peacescheduler.benchmarks;
