package org.peacescheduler.hdfs.placement;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.peacescheduler.coordinate.ChunkRequest;

/**
 * One call of HDFS's placement policy, for the datanodes of a new block: what is asked, and what
 * stock HDFS says to it. Confined to the thread that serves it.
 */
public interface PolicyCall {
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
      EnumSet<StorageType> types = EnumSet.noneOf(StorageType.class);
      types.addAll(storage);
      storage = Collections.unmodifiableSet(types);
    }
  }

  /** The file's path by its client's word. */
  String path();

  /** Whether the client has named datanodes, which are to have their way. */
  boolean isFavored();

  /**
   * What is asked, in Peace's words.
   *
   * @param path the file's, as it is in the namespace
   * @param preferLocal whether stock HDFS puts the first replica on the writer's node
   */
  ChunkRequest.Builder request(String path, ClusterView cluster, boolean preferLocal);

  /** The writer's address; of several datanodes there, HDFS names any with each call. */
  Optional<String> address();

  /** What this chunk needs. */
  Need need();

  /**
   * Checks datanodes for this chunk, in order, and remembers their storages: what the call returns,
   * if all are fine.
   *
   * @param nodes the planned datanodes; null stands for one that is no longer registered
   * @return the first one that HDFS does not accept; empty if all are fine
   */
  Optional<Refusal> firstRefused(List<? extends DatanodeInfo> nodes);

  /**
   * Places the block as stock HDFS does: that is what the call returns.
   *
   * @return where
   */
  List<? extends DatanodeInfo> placeByStock();
}
