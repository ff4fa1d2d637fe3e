/**
 * Calls that wait for a chunk: one call's wait, and how many may wait.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.waiting.Wait}. Depends on the coordinator alone.
 */
package org.peacescheduler.hdfs.waiting;
