/**
 * {@code ./peace flink}: checkpoints of Apache Flink, as Maven Central has it, on the testbed's
 * network under several configurations of HDFS in turn.
 *
 * <p>Depends on {@link org.peacescheduler.testbed.TestbedHdfs} for network and HDFS, and on no
 * class of Flink: its processes have a class path of their own, that of the module {@code
 * flink-job}, and are spoken to over Flink's REST API. Start reading at {@link
 * org.peacescheduler.flink.FlinkLab}. docs/flink.md tells how to run it and what it measured.
 */
package org.peacescheduler.flink;
