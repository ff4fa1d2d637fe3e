/**
 * The placement policy, which has to be in HDFS's package: it overrides package-private methods.
 * All else is in {@link org.peacescheduler.hdfs}.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;
