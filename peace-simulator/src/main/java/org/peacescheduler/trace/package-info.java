/**
 * What a NameNode's trace, or HDFS's audit log, says was written, and that as a scenario.
 *
 * <p>Depends on the network model, and on no Hadoop. Start reading at {@link
 * org.peacescheduler.trace.Recording}, then {@link org.peacescheduler.trace.ScenarioText}.
 */
package org.peacescheduler.trace;
