/**
 * Turns for the checkpoints of Flink jobs: a checkpoint storage that waits before it lets Flink
 * begin.
 *
 * <p>Depends on {@code org.peacescheduler.client} and on Flink. Start reading at {@link
 * org.peacescheduler.flink.turns.PeaceCheckpointStorageFactory}.
 */
package org.peacescheduler.flink.turns;
