package org.peacescheduler.coordinate;

/**
 * A replica on its way between two datanodes because HDFS ordered it: load, but nobody's chunk.
 *
 * <p>The path is one hop, also where a copy goes on from there to a third datanode. Immutable.
 *
 * @param block the id of the block
 * @param from the host that sends
 * @param to the host that gets a replica
 */
public record Copy(long block, String from, String to) {}
