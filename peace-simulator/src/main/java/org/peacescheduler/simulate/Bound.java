package org.peacescheduler.simulate;

/**
 * What no placement can be better than in a burst; {@link Bounds} finds it. Immutable.
 *
 * @param response the least mean response, in seconds
 * @param completion the least COMP
 */
public record Bound(double response, double completion) {}
