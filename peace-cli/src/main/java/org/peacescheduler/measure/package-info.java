/**
 * What commands that measure share: sizes, statistics, how results are printed and written, and
 * taking down what was built.
 *
 * <p>Depends on no command and on no Hadoop. Start reading at {@link
 * org.peacescheduler.measure.Output}.
 */
package org.peacescheduler.measure;
