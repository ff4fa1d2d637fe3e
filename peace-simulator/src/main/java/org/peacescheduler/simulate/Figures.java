package org.peacescheduler.simulate;

import java.util.OptionalDouble;

/**
 * How a burst went. Immutable.
 *
 * @param response the mean of the writers' times from their first request to their last end, in
 *     seconds
 * @param completion from the first request of all to the last end
 * @param slowdown the mean of the responses over what each writer would take on an idle network
 *     with endless datanodes: its bytes over its own link, or over what it sends at most
 * @param job the mean of the jobs' completions; empty without jobs
 * @param fallbacks chunks that Peace left to stock HDFS
 * @param longestWait the longest time from a request to its datanodes
 */
record Figures(
    double response,
    double completion,
    double slowdown,
    OptionalDouble job,
    int fallbacks,
    double longestWait) {}
