/**
 * What runs inside Flink's processes: the job whose checkpoints are measured, and the process that
 * ends with whoever started it.
 *
 * <p>Depends on Flink alone, in whatever version the build has. Start reading at {@link
 * org.peacescheduler.flink.job.StateJob}. What starts it is {@code ./peace flink}.
 */
package org.peacescheduler.flink.job;
