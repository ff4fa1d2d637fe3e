/**
 * What a chunk's placement is made of: the datanodes with their network, whose the chunk is, and
 * what HDFS says of datanodes that were planned.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.placement.ClusterView}, which {@link
 * org.peacescheduler.hdfs.placement.TopologyKeeper} keeps up to date; then {@link
 * org.peacescheduler.hdfs.placement.PolicyCall} and {@link
 * org.peacescheduler.hdfs.placement.Origins}. Depends on configuration and telemetry.
 */
package org.peacescheduler.hdfs.placement;
