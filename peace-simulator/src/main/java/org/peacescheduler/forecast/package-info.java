/**
 * What Peace would have made of what a trace has, or has made of it: {@code peace report}.
 *
 * <p>Depends on the recording and on the simulator's public face. Start reading at {@link
 * org.peacescheduler.forecast.Forecast}.
 */
package org.peacescheduler.forecast;
