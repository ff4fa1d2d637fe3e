package org.peacescheduler.hdfs.placement;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** The datanodes that HDFS has registered. */
public interface Datanodes {
  /** How many there are; cheap. */
  int count();

  /** All of them. */
  List<? extends DatanodeInfo> list();
}
