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
package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;

/** Refuses to run patched classes among those of another release. */
@InterfaceAudience.Private
final class OverlayGuard {
  /** The release whose sources the overlay was built from. */
  private static final String BUILT_FROM = "3.5.0";

  private OverlayGuard() {
  }

  static void check() {
    check(VersionInfo.getVersion());
  }

  static void check(String running) {
    if (!BUILT_FROM.equals(running)) {
      throw new IncompatibleClassChangeError(
          "The Peace overlay on the class path was built from Hadoop "
          + BUILT_FROM + ", but this is Hadoop " + running
          + ": the NameNode does not start.\n"
          + "Maybe use the overlay for " + running
          + " (./peace classpath --hadoop " + running + "), or take the"
          + " overlay away to run the stock NameNode.");
    }
  }

  /**
   * What earlier releases do not have. Out of NameNode, which the JVM
   * verifies as a whole before it lets it say that the release is wrong.
   */
  static final class OnlyHere {
    private OnlyHere() {
    }

    static Thread thread(Runnable task, String name) {
      return new SubjectInheritingThread(task, name);
    }
  }
}
