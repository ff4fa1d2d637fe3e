/**
 * What the experiment and the testbed share: sizes, Peace's trace, statistics, how results are
 * written, and taking down what was built.
 *
 * <p>Depends on neither of them, nor on Hadoop or Peace. Start reading at {@link
 * org.peacescheduler.measure.TraceEvent}, by which both learn what Peace did.
 */
package org.peacescheduler.measure;
