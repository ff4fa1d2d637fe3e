package org.peacescheduler.cli;

import java.util.List;
import org.peacescheduler.schedule.batch.Algorithm1;
import org.peacescheduler.schedule.batch.BatchPlan;

/** Prints a plan while it is made. */
interface PlanPrinter extends AutoCloseable {
  /** The next timestep. */
  void timestep(Algorithm1.Schedule schedule);

  /** What can never be scheduled; after all timesteps. */
  void refused(List<BatchPlan.Refused> refused);

  @Override
  void close();
}
