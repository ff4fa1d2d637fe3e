/**
 * What Peace makes of bursts of writes, in a model where bytes flow as water does.
 *
 * <p>Start with {@link org.peacescheduler.simulate.Simulation}: a {@code Scenario} (read by {@code
 * ScenarioReader} from a file; docs/simulator.md explains the format) under one {@code Placement},
 * which is stock HDFS's or the coordinator that ships. {@code Fluid} moves the bytes over {@code
 * FairLinks}; {@code ThreadOfOneFile} and {@code ThreadByTurns} are the clients. {@code Comparison}
 * runs both placements, and {@link org.peacescheduler.simulate.SimulateCommand} shows what came of
 * it. {@code LoadCurve} and {@link org.peacescheduler.simulate.ProtocolsCommand} do the same for
 * periodic checkpoints and the load that they offer.
 *
 * <p>Other modules read the same files with {@link org.peacescheduler.simulate.Workload}, run them
 * on real daemons, and tell {@link org.peacescheduler.simulate.Figures} and {@link
 * org.peacescheduler.simulate.Comparison} what came of it.
 *
 * <p>Depends on network-model, on the coordinator's public face, and on peace-cli for its command.
 */
package org.peacescheduler.simulate;
