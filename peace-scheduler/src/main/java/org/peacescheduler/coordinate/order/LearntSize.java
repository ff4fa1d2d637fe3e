package org.peacescheduler.coordinate.order;

/**
 * How large the groups of a series were of late. Immutable.
 *
 * <p>Example: ann's {@code /flink/job/chk-#}: 16 members of 2 GB each, 4 s of the bottleneck.
 *
 * @param user whose they are; empty if that is not known
 * @param series their name, or else their directory, with {@code #} for digits; empty for what one
 *     host writes in no directory that is known
 * @param host the host of such a series
 * @param members how many members the last one had; 0 if it was found in the namespace
 * @param memberBytes what a member wrote on average
 * @param seconds what its bottleneck took
 */
public record LearntSize(
    String user, String series, String host, int members, double memberBytes, double seconds) {}
