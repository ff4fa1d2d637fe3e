/**
 * A network as people look at it: a drawing (SVG), a graph for other tools (DOT), and the analysis
 * as text.
 *
 * <p>Start with {@link org.peacescheduler.network.export.SvgDrawing}. Depends on the network model
 * and its analysis, and on nothing else.
 */
package org.peacescheduler.network.export;
