/**
 * The network as a capacitated graph, what is left of it in a timestep, and randomized constrained
 * shortest paths through it (SGuard, VLDB 2008, section 5, figure 5).
 *
 * <p>Start with {@link org.peacescheduler.network.NetworkModel} (immutable), then {@link
 * org.peacescheduler.network.ResidualNetwork} (the capacities left) and {@link
 * org.peacescheduler.network.PathFinder} (the search). Depends on the JDK, JGraphT and the topology
 * file's records; never on Hadoop.
 */
package org.peacescheduler.network;
