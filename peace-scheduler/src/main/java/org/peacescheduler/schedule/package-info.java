/**
 * Which chunk is written when, and through which datanodes: Algorithm 1 of the SGuard paper (VLDB
 * 2008, section 5) and what it is made of. Pure: no Hadoop, no clock, no threads.
 *
 * <p>Start with {@link org.peacescheduler.schedule.Algorithm1}; {@link
 * org.peacescheduler.schedule.PipelinePlanner} is its inner loop, which the coordinator uses as
 * well. Depends on the network model.
 */
package org.peacescheduler.schedule;
