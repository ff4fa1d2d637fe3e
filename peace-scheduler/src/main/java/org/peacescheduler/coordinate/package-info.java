/**
 * The coordinator: write requests as they arrive, timestep after timestep, until every chunk has
 * been granted, ended and its capacity given back. Pure: no Hadoop; clocks come in through
 * constructors.
 *
 * <p>Start with {@link org.peacescheduler.coordinate.Coordinator}, the thread-safe face; {@link
 * org.peacescheduler.coordinate.TimestepScheduler} is the state machine inside its lock, and {@link
 * org.peacescheduler.coordinate.Dispatcher} says who goes next. Depends on the network model and
 * the schedule package.
 */
package org.peacescheduler.coordinate;
