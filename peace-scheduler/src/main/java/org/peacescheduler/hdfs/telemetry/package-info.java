/**
 * What operators see of Peace: metrics, the trace file, and lines of the log, which nothing forges
 * or floods.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.telemetry.Telemetry}; whatever may fail runs behind
 * {@link org.peacescheduler.hdfs.telemetry.FaultLog}. Depends on the coordinator and on Hadoop's
 * metrics; on no other room of the binding.
 */
package org.peacescheduler.hdfs.telemetry;
