package org.peacescheduler.hdfs.placement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** What stock HDFS has to say about planned datanodes: its half of a placement. */
public interface Targets {
  /** Which chunks it concerns that HDFS does not accept a datanode. */
  enum Scope {
    /** None but this one: it has a replica there already, for example. */
    THIS_CHUNK,
    /** All that need as much room of the same kind. */
    SAME_NEED,
    /** All: the datanode takes no new blocks now. */
    ALL
  }

  /**
   * HDFS does not accept a datanode.
   *
   * @param index which one of those that were planned
   */
  record Refusal(int index, Scope scope) {}

  /**
   * What a chunk needs of each of its datanodes.
   *
   * @param storage the types of storage that will do
   * @param bytes how large it may become
   */
  record Need(Set<StorageType> storage, long bytes) {
    /** Copies the types. */
    public Need {
      storage = Set.copyOf(storage);
    }
  }

  /** What this chunk needs. */
  Need need();

  /**
   * Checks datanodes for this chunk, in order, and remembers their storages.
   *
   * @param nodes the planned datanodes; null stands for one that is no longer registered
   * @return the first one that HDFS does not accept; empty if all are fine
   */
  Optional<Refusal> firstRefused(List<? extends DatanodeInfo> nodes);
}
