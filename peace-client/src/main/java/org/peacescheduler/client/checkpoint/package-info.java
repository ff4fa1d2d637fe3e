/**
 * Checkpoints on HDFS: written by several threads in a turn, published as a whole, read in parallel
 * with checks. The I/O service of the SGuard paper (section 5).
 *
 * <p>Depends on {@code org.peacescheduler.client} for turns and on the client of HDFS. Start
 * reading at {@link org.peacescheduler.client.checkpoint.CheckpointWriter}.
 */
package org.peacescheduler.client.checkpoint;
