/**
 * Algorithm 1 of the SGuard paper (VLDB 2008, section 5) over all requests that there are: what
 * {@code ./peace plan} prints. No addBlock comes here; the coordinator plans one chunk at a time.
 *
 * <p>Start with {@link org.peacescheduler.schedule.batch.Algorithm1}.
 */
package org.peacescheduler.schedule.batch;
