package org.peacescheduler.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What JMH reports beside the score of a throughput, each per second.
 *
 * <p>Example: 100,000 pipelines per second with {@code processor} 0.5 on a busy machine are 200,000
 * per second of processor time.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Measured {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double NANOS = 1e9;

  /** Chunks that did not fit. */
  public long blocked;

  /** Seconds that the benchmark's thread was on a processor; less than 1 where others were too. */
  public double processor;

  private long start;

  /** Remembers how long the thread was on a processor before. */
  @Setup(Level.Iteration)
  public void start() {
    start = THREADS.getCurrentThreadCpuTime();
  }

  /** Counts how long it was since. */
  @TearDown(Level.Iteration)
  public void stop() {
    processor = (THREADS.getCurrentThreadCpuTime() - start) / NANOS;
  }
}
