/**
 * The shaped-network testbed behind {@code ./peace testbed}: a cluster of real processes, each host
 * a network namespace whose link the kernel shapes, on which bursts of writes are measured under
 * several configurations in alternation.
 *
 * <p>The network comes from a topology file, the same that Peace reads. Of Peace only the
 * configuration keys and the trace file are used, so all configurations are measured from outside,
 * by the same code; what it shares with the experiment is in {@link org.peacescheduler.laboratory}.
 * docs/testbed.md tells how to run it and what it measured.
 *
 * <p>Start reading at {@link org.peacescheduler.testbed.Testbed}, and for the scenarios of {@code
 * ./peace simulate} at {@link org.peacescheduler.testbed.ScenarioRun}. Pure parts: {@link
 * org.peacescheduler.testbed.CellGrid}, {@link org.peacescheduler.testbed.Turn}, {@link
 * org.peacescheduler.testbed.ShapedTopology}, {@link org.peacescheduler.testbed.NetworkPlan},
 * {@link org.peacescheduler.testbed.CutBound}, {@link org.peacescheduler.testbed.RoundFigures}.
 * What runs in the namespaces is {@link org.peacescheduler.testbed.HostProcess}.
 */
package org.peacescheduler.testbed;
