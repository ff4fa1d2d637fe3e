/**
 * The calibration behind {@code ./peace calibrate}: how the throughput of a running cluster's links
 * and datanodes depends on the number of chunks that are written at the same time, and the numbers
 * of a topology file that follow from it. It is what table 8 of the paper stands for.
 *
 * <p>Data flows one way: {@link org.peacescheduler.calibrate.ClusterMap} (what there is), {@link
 * org.peacescheduler.calibrate.MeasuringPlan} (what is written where), {@link
 * org.peacescheduler.calibrate.ChunkWriter} (writing it), {@link
 * org.peacescheduler.calibrate.Curve} (throughput by concurrency), {@link
 * org.peacescheduler.calibrate.Findings} (what follows), and then the table, the JSON document and
 * the topology file. Only {@code Hdfs} and {@code ChunkWriter} speak to the cluster.
 */
package org.peacescheduler.calibrate;
