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
package org.apache.hadoop.hdfs.protocolPB;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** A server of ClientProtocol that may answer addBlock after it returned. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public interface DeferredAnswers {
  /** A whole call of addBlock; can be made again. */
  interface AddBlock {
    AddBlockResponseProto call() throws ServiceException;
  }

  /**
   * Makes the call.
   *
   * @return the answer, or any message if the answer comes later
   */
  AddBlockResponseProto answer(AddBlock addBlock) throws ServiceException;
}
