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
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * A client asks for the next block of a file: what a placement policy can
 * know beyond the arguments of chooseTarget.
 * <p>
 * While a policy chooses targets for a new block, {@link #current()} is the
 * request. Confined to the thread that serves it, but for what never changes.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class NewBlockRequest implements AutoCloseable {
  private static final ThreadLocal<NewBlockRequest> CURRENT =
      new ThreadLocal<>();

  private final long fileId;
  private final String clientName;
  private final ExtendedBlock previous;
  private final NewBlockListener listener;
  private Object attachment;
  private boolean answered;

  private NewBlockRequest(long fileId, String clientName,
      ExtendedBlock previous, NewBlockListener listener) {
    this.fileId = fileId;
    this.clientName = clientName;
    this.previous = previous;
    this.listener = listener;
  }

  /** Makes a request the current one of this thread, until it is closed. */
  public static NewBlockRequest begin(long fileId, String clientName,
      ExtendedBlock previous, NewBlockListener listener) {
    NewBlockRequest request =
        new NewBlockRequest(fileId, clientName, previous, listener);
    CURRENT.set(request);
    return request;
  }

  /** @return the request that this thread serves, or null. */
  public static NewBlockRequest current() {
    return CURRENT.get();
  }

  public long getFileId() {
    return fileId;
  }

  public String getClientName() {
    return clientName;
  }

  /** @return the file's last block as its client knows it, or null. */
  public ExtendedBlock getPrevious() {
    return previous;
  }

  /** @return what the policy attached. */
  public Object getAttachment() {
    return attachment;
  }

  /** Keeps something of the policy with the request. */
  public void attach(Object policysOwn) {
    attachment = policysOwn;
  }

  /** Tells that the current request, if there is one, got its block. */
  public static void allocated(BlockInfo block, DatanodeStorageInfo[] targets) {
    NewBlockRequest request = CURRENT.get();
    if (request != null && !request.answered) {
      request.answered = true;
      request.listener.blockAllocated(request, block, targets);
    }
  }

  /** Ends the request; it failed if no block was allocated. */
  @Override
  public void close() {
    CURRENT.remove();
    if (!answered) {
      answered = true;
      listener.allocationFailed(this);
    }
  }
}
