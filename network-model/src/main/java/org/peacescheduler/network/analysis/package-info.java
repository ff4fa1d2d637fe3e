/**
 * What an operator wants to know of a network before a cluster runs on it: oversubscription per
 * switch, the capacity between two halves, how many pipelines fit into a timestep, and what looks
 * like a mistake.
 *
 * <p>Start with {@link org.peacescheduler.network.analysis.NetworkAnalysis}. Depends on the network
 * model and JGraphT's maximum flow; planning never comes here.
 */
package org.peacescheduler.network.analysis;
