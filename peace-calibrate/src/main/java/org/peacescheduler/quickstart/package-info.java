/**
 * {@code peace quickstart}: a NameNode with Peace and its datanodes as processes on this machine, a
 * burst of writes without and with Peace, and then time to look around. Start with {@link
 * org.peacescheduler.quickstart.QuickstartCommand}.
 *
 * <p>It depends on the command line and on HDFS's client; the daemons are what Hadoop's jars have.
 */
package org.peacescheduler.quickstart;
