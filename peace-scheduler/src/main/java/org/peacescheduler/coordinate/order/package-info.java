/**
 * Whose turn it is: what is written together (groups), how large it is, what it is due beside
 * others', and the orders that can be chosen. Pure: it knows neither chunks nor plans nor clocks.
 *
 * <p>Start with {@link org.peacescheduler.coordinate.order.Groups}, which the coordinator tells of
 * files and bytes, and {@link org.peacescheduler.coordinate.order.GroupOrder}, the orders by name.
 */
package org.peacescheduler.coordinate.order;
