package org.peacescheduler.network.topology;

import java.util.List;

/**
 * Which datanodes may take a replica, relative to the node that sends to it. Distinct datanodes are
 * always required. Immutable.
 *
 * <p>Example: {@code placement: [same-rack, other-rack]} puts the first replica on another server
 * of the writer's rack and the second in another rack than the first replica's; the last entry
 * repeats.
 */
public enum Constraint {
  /** The sender itself: its disk is used and no link. Makes sense for the first replica only. */
  LOCAL("local"),
  /** Another server in the sender's rack. */
  SAME_RACK("same-rack"),
  /** A server in another rack than the sender's. */
  OTHER_RACK("other-rack"),
  /** A server in a rack that holds no earlier replica. */
  NEW_RACK("new-rack"),
  /** Any server that holds no replica yet. */
  ANY("any"),
  /**
   * A server in a rack that does not hold as many replicas as stock HDFS puts into one at most. No
   * word of topology files: it is what they mean without {@code placement}.
   */
  SPREAD("spread over racks");

  private static final List<Constraint> WORDS =
      List.of(LOCAL, SAME_RACK, OTHER_RACK, NEW_RACK, ANY);

  private final String text;

  Constraint(String text) {
    this.text = text;
  }

  /** The constraints that a topology file can declare. */
  public static List<Constraint> words() {
    return WORDS;
  }

  /** Returns the word for this constraint in a topology file, for example {@code same-rack}. */
  public String text() {
    return text;
  }
}
