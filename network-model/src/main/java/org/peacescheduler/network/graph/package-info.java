/**
 * The network model spelled out as the paper's graph, for everything that wants vertices and edges
 * as objects: analysis, tests, a reader with figure 5 in hand.
 *
 * <p>Start with {@link org.peacescheduler.network.graph.FigureFive}. Depends on the network model
 * and JGraphT; the scheduler never comes here.
 */
package org.peacescheduler.network.graph;
