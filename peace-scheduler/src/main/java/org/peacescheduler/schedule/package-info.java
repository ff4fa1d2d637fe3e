/**
 * Through which datanodes a chunk is written: the inner loop of Algorithm 1 of the SGuard paper
 * (VLDB 2008, section 5). Pure: no Hadoop, no clock, no threads.
 *
 * <p>Start with {@link org.peacescheduler.schedule.PipelinePlanner}; {@code schedule.batch} has the
 * whole algorithm. Depends on the network model.
 */
package org.peacescheduler.schedule;
