/**
 * {@code ./peace checkpoints}: how fast a client writes and reads checkpoints by its number of
 * threads.
 *
 * <p>Depends on {@code peace-client} and HDFS. Start reading at {@link
 * org.peacescheduler.checkpoints.CheckpointsCommand}.
 */
package org.peacescheduler.checkpoints;
