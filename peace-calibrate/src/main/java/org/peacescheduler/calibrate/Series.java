package org.peacescheduler.calibrate;

import java.util.List;
import java.util.Optional;

/**
 * One link under rising load. Immutable.
 *
 * @param kind what is measured
 * @param group the datanodes it stands for; of a link between racks, the rack that sends
 * @param name for people: a datanode's host, or {@code /rack1 -> /rack2}
 * @param otherRack of a link between racks, the rack that receives
 * @param loads in rising concurrency
 */
record Series(Kind kind, String group, String name, Optional<String> otherRack, List<Load> loads) {

  /** What is measured. */
  enum Kind {
    /** Chunks to different datanodes: all that this client can send. */
    CLIENT("client"),
    /** Chunks to one datanode: its receiving link and its disks. */
    RECEIVE("receiving"),
    /** Chunks through one datanode to others: its sending link. */
    SEND("sending"),
    /** Chunks from one rack to another. */
    BETWEEN_RACKS("between racks");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  Series {
    loads = List.copyOf(loads);
  }
}
