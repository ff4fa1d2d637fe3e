/**
 * The binding to a NameNode: one {@link org.peacescheduler.hdfs.PeaceNode} joins the coordinator to
 * HDFS; the NameNode starts and stops it ({@link org.peacescheduler.hdfs.PeacePlugin}).
 *
 * <p>Start with {@code PeaceNode}, then {@code Placer}, the way of a call. What these are made of
 * is in rooms by job, each of which knows only those before it: {@code telemetry}, {@code waiting},
 * {@code stock}, {@code config}, {@code placement}, {@code patched}. The policy class that HDFS
 * loads is {@code BlockPlacementPolicyPeace} in HDFS's own package, since it overrides
 * package-private methods; it translates and delegates. Depends on Hadoop and on the coordinator.
 *
 * <p>Loggers of all rooms have names as if their classes were here, for operators set levels by
 * them.
 */
package org.peacescheduler.hdfs;
