/**
 * Workloads on real daemons: what testbed and experiment share to write them, check the files and
 * tell the figures.
 *
 * <p>Start reading at {@link org.peacescheduler.laboratory.workload.WorkloadBurst}. Depends on
 * peace-simulator, which reads the files, and on Hadoop's client.
 */
package org.peacescheduler.laboratory.workload;
