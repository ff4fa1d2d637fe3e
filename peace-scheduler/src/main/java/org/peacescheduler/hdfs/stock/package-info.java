/**
 * What a stock NameNode needs: calls wait in its RPC handlers or with a delayed answer, and ends of
 * chunks are looked for in its namespace.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.stock.HandlerHold} for the first and {@link
 * org.peacescheduler.hdfs.stock.NamespaceWatcher} for the second. Depends on waits and telemetry.
 */
package org.peacescheduler.hdfs.stock;
