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
 * What a placement policy throws from chooseTarget to answer later: the call
 * gives its handler back and is run again, from its beginning, after
 * {@link #resume()}.
 * <p>
 * Allowed only if {@link NewBlockRequest#isDeferrable()}. What the policy
 * attached to the request is attached to that of the second run. If the
 * second run does not reach chooseTarget again, or never comes, the policy is
 * told by {@link #abandoned}.
 * <p>
 * The NameNode resumes by itself if the file is closed, removed or recovered
 * meanwhile, if it becomes standby, or enters safe mode; then the second run
 * gives the error that any call would get.
 * <p>
 * Thread-safe.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public abstract class PlacementDeferral extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient NewBlockRequest request;
  private transient Runnable resumer;
  private transient boolean resumed;

  /** To be thrown, by the thread that serves the current request. */
  protected PlacementDeferral(String message) {
    super(message, null, false, false);
    request = NewBlockRequest.current();
    if (request == null || !request.isDeferrable()) {
      throw new IllegalStateException("This request cannot be deferred");
    }
    request.defer();
  }

  public final NewBlockRequest getRequest() {
    return request;
  }

  /**
   * Has the call run again. From any thread, with any lock; only the first
   * time counts; may come before the call is parked.
   */
  public final void resume() {
    Runnable now;
    synchronized (this) {
      if (resumed) {
        return;
      }
      resumed = true;
      now = resumer;
    }
    if (now != null) {
      run(now);
    }
  }

  /** What could not be done can be tried again. */
  private void run(Runnable now) {
    boolean done = false;
    try {
      now.run();
      done = true;
    } finally {
      if (!done) {
        synchronized (this) {
          resumed = false;
        }
      }
    }
  }

  /** Says what resume() does. For who parks the call. */
  public final void whenResumed(Runnable action) {
    boolean now;
    synchronized (this) {
      resumer = action;
      now = resumed;
    }
    if (now) {
      run(action);
    }
  }

  /**
   * The policy is not asked again for this request. Called once at most, with
   * no lock held, and never after the second run asked.
   *
   * @param reason such as "connection dropped"
   */
  public abstract void abandoned(String reason);
}
