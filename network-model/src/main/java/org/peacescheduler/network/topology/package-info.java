/**
 * The topology file: what an operator writes about the network, and what is wrong with it.
 *
 * <p>Start with {@link org.peacescheduler.network.topology.TopologyReader}, which turns a file into
 * a {@link org.peacescheduler.network.topology.Topology} or into a {@link
 * org.peacescheduler.network.topology.TopologyException} with every problem at once. The format is
 * in conf/topology-*.yaml, the problems are in docs/topology-errors.md.
 *
 * <p>Inside, a file goes through four steps: {@code FileText} (bytes to text), {@code YamlDocument}
 * (text to nodes that know their line), {@code TopologyParser} (nodes to records, with {@code
 * Section}, {@code CapacityReader}, {@code SwitchTable} and {@code HostTable} for its parts), and
 * {@code Connectivity} (does every server reach every other one). All of them report to one {@code
 * Problems}, and none of them stops at the first problem.
 *
 * <p>Depends on the JDK and on snakeyaml-engine's parser; nothing else in Peace.
 */
package org.peacescheduler.network.topology;
