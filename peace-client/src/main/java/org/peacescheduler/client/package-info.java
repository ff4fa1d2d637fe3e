/**
 * Turns for programs that write to HDFS: first wait until the links have room, then take the
 * snapshot that is to be written.
 *
 * <p>Depends on Hadoop's public client API alone. Start reading at {@link
 * org.peacescheduler.client.Turns}.
 */
package org.peacescheduler.client;
