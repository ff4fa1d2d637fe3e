package org.peacescheduler.network.topology;

/**
 * One write request of a requests file, defaults applied. Immutable.
 *
 * @param writer the host that writes, as the topology spells it
 * @param replication replicas of each chunk, at least 1
 * @param chunks how many chunks it writes, at least 1
 */
public record RequestSpec(String writer, int replication, int chunks) {}
