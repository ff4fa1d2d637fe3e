/**
 * HDFS's own package: HDFS answers some questions to classes of it alone. {@link
 * org.apache.hadoop.hdfs.server.namenode.PeaceAccess} asks them; everything else is in {@code
 * org.peacescheduler}.
 */
package org.apache.hadoop.hdfs.server.namenode;
