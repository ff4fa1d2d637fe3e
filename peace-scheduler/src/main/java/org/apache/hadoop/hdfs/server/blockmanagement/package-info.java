/**
 * The one class of Peace that has to be in HDFS's package: the placement policy, which overrides
 * package-private methods. All else is in {@link org.peacescheduler.hdfs}.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;
