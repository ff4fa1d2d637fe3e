/**
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Tells a placement policy what becomes of the blocks it chose targets for.
 * <p>
 * For every {@link NewBlockRequest} the NameNode calls exactly one of
 * {@link #blockAllocated} and {@link #allocationFailed}, unless the policy
 * deferred its answer. A block that was allocated ends with
 * {@link #blockCompleted} or {@link #blockRemoved}. Also on a standby, as it
 * follows the edit log: a listener ignores blocks it does not know.
 * <p>
 * Most methods are called with locks of the namesystem held, which each
 * method names (FS and BM are the parts of the namesystem's lock where it is
 * split, else both mean the whole). So they must be quick, must not call the
 * NameNode back, and must not throw.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public interface NewBlockListener {
  /** Listens to nothing. */
  NewBlockListener NONE = new NewBlockListener() { };

  /**
   * A block got its targets and belongs to its file. Lock: FS and BM, write.
   *
   * @param request what was asked for
   * @param block the block
   * @param targets its pipeline, in order
   */
  default void blockAllocated(NewBlockRequest request, BlockInfo block,
      DatanodeStorageInfo[] targets) {
  }

  /**
   * Targets may have been chosen, but no block was allocated: the file was
   * deleted or closed meanwhile, a quota is exceeded, the NameNode is in safe
   * mode, a retry had been faster. Lock: none.
   *
   * @param request what was asked for
   */
  default void allocationFailed(NewBlockRequest request) {
  }

  /**
   * A datanode reported that it has, or is being sent, a replica of a block
   * under construction. Lock: FS and BM, write.
   */
  default void replicaBegun(BlockInfo block, DatanodeStorageInfo storage) {
  }

  /**
   * A datanode reported a finished replica, of any block in any state. May be
   * told more than once. Lock: FS and BM, write.
   */
  default void replicaReceived(BlockInfo block, DatanodeStorageInfo storage) {
  }

  /**
   * The client flushed what it has written of its file, and may go on writing
   * to this block, the last one. Told for the first flush in each block, and
   * for some later ones. Lock: FS and BM, write.
   */
  default void blockFlushed(BlockInfo block) {
  }

  /**
   * The client or lease recovery committed the block and it has its minimum
   * of replicas. Lock: FS and BM, write.
   */
  default void blockCompleted(BlockInfo block) {
  }

  /**
   * The client gave up the block; {@link #blockRemoved} follows.
   * Lock: FS and BM, write.
   */
  default void blockAbandoned(BlockInfo block) {
  }

  /** The block does not exist any more. Lock: BM, write. */
  default void blockRemoved(BlockInfo block) {
  }

  /**
   * The client goes on with another pipeline, after a failure or because it
   * appends. Lock: FS and BM, write.
   *
   * @param block the block, with its new generation stamp
   * @param targets the new pipeline, in order, as far as it is known here
   */
  default void pipelineUpdated(BlockInfo block, DatanodeStorageInfo[] targets) {
  }

  /**
   * Datanodes are told to copy or rebuild replicas. Each copy ends with
   * {@link #replicaReceived}, {@link #copiesGivenUp} or {@link #blockRemoved}.
   * Lock: BM, write.
   *
   * @param block the block
   * @param sources the datanodes that send, the first one most
   * @param targets where copies go
   */
  default void copiesOrdered(BlockInfo block, DatanodeDescriptor[] sources,
      DatanodeStorageInfo[] targets) {
  }

  /**
   * The NameNode waits no more for copies of this block that it ordered: they
   * took longer than dfs.namenode.reconstruction.pending.timeout-sec, or a
   * client writes to the block again. Lock: BM, write.
   */
  default void copiesGivenUp(BlockInfo block) {
  }

  /**
   * The file was closed or removed, or its lease is being recovered: its
   * client writes no more to it. May be told more than once.
   * Lock: FS, write.
   */
  default void fileEnded(long fileId) {
  }
}
