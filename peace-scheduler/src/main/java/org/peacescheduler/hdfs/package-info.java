/**
 * The binding to a stock NameNode: keys, topology and datanodes, bounded holding of handlers, ends
 * of chunks as far as a stock NameNode lets one learn them, metrics, trace and refresh.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.PeaceNode}: one per NameNode. The policy class that
 * HDFS loads is {@code BlockPlacementPolicyPeace} in HDFS's own package, since it overrides
 * package-private methods; it translates and delegates. Depends on Hadoop and on the coordinator.
 */
package org.peacescheduler.hdfs;
