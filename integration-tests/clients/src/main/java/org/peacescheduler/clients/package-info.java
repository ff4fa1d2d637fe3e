/**
 * Clients that are not HDFS's own, on a cluster in this process. Start with {@link
 * org.peacescheduler.clients.OtherClients}; {@code integration-tests/clients/run} starts it.
 */
package org.peacescheduler.clients;
