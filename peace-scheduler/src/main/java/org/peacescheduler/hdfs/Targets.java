package org.peacescheduler.hdfs;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** What stock HDFS has to say about planned datanodes: its half of a placement. */
public interface Targets {
  /**
   * Checks datanodes for this chunk, in order, and remembers their storages.
   *
   * @param nodes the planned datanodes; null stands for one that is no longer registered
   * @return the index of the first one that HDFS does not accept; empty if all are fine
   */
  Optional<Integer> firstRefused(List<? extends DatanodeInfo> nodes);
}
