package org.peacescheduler.coordinate.order;

/**
 * A group with open files as it is at one moment, for whoever looks at it. Immutable.
 *
 * <p>Example: group 7 of ann, {@code /flink/job/chk-41}, with 16 files, of 4 s of its bottleneck.
 *
 * @param number counts groups in the order of their first chunks
 * @param user whose it is; empty if that is not known
 * @param name what its client or its path calls it; empty for what is begun within a second in a
 *     directory
 * @param writer the host of its first writer if it has no name
 * @param share whose part of the network it uses
 * @param standing where it stands among the groups of all shares: smaller goes first, of equal ones
 *     the smaller number
 * @param began when its first file began, in milliseconds of the coordinator's clock
 * @param files how many of its files are open
 * @param seconds what its bottleneck takes for all of it, as far as its size is known
 * @param knownBy how its size is known
 */
public record GroupSight(
    long number,
    String user,
    String name,
    String writer,
    String share,
    double standing,
    long began,
    int files,
    double seconds,
    KnownBy knownBy) {

  /** How a group's size is known. */
  public enum KnownBy {
    /** One of its clients says how much it writes. */
    ANNOUNCED,
    /** Its last instances were so large, or those of its host. */
    LAST_INSTANCES,
    /** Nothing is known but what it has asked for. */
    ASKED
  }
}
