package org.peacescheduler.experiment;

/**
 * When a datanode took in one replica. Times are seconds since the burst's first submission.
 *
 * <p>Immutable.
 *
 * @param writer index into the round's writers
 * @param chunk its place in the file, from 0
 * @param datanode its index, from 0
 */
record ReplicaSpan(int writer, int chunk, int datanode, double start, double end) {}
