/**
 * What a stock NameNode needs: ends of chunks are looked for in its namespace.
 *
 * <p>Start with {@link org.peacescheduler.hdfs.stock.StockNameNode}. Depends on the binding.
 */
package org.peacescheduler.hdfs.stock;
