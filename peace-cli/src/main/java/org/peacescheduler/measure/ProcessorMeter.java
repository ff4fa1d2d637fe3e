package org.peacescheduler.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How busy the machine's cores were since {@link #start}.
 *
 * <p>Confined to one thread.
 */
public final class ProcessorMeter {
  /**
   * Busy shares of all cores, from 0 to 1.
   *
   * @param machine of everything that ran on the machine
   * @param experiment of this process: clients and daemons of an experiment
   */
  public record Busy(double machine, double experiment) {}

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final long startNanos;
  private final long startProcessorNanos;

  private ProcessorMeter() {
    system.getCpuLoad(); // The load is measured from call to call.
    startNanos = System.nanoTime();
    startProcessorNanos = system.getProcessCpuTime();
  }

  /** Measures from now on. */
  public static ProcessorMeter start() {
    return new ProcessorMeter();
  }

  /** How busy they were since the start. */
  public Busy read() {
    double own =
        (double) (system.getProcessCpuTime() - startProcessorNanos)
            / (System.nanoTime() - startNanos)
            / system.getAvailableProcessors();
    double machine = system.getCpuLoad();
    return new Busy(Math.min(1, machine >= 0 ? Math.max(own, machine) : own), Math.min(1, own));
  }
}
