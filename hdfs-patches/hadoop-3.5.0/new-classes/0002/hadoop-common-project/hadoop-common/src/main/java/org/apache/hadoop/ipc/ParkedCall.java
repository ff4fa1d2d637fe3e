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
package org.apache.hadoop.ipc;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.ipc.ProcessingDetails.Timing;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcResponseHeaderProto.RpcStatusProto;
import org.apache.hadoop.security.AuthorizationContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.util.Time;

/**
 * A call whose method cannot be answered yet: it gives its handler back, and
 * runs again, from its beginning, when it is resumed.
 * <p>
 * The second run goes through the server's call queue and is one more call
 * to its handlers. So the caller's identity, caller context, trace span and
 * connection are those of the first run, an edit that it logs is durable
 * before the answer leaves, and metrics count the time in handlers, not the
 * time in between (that is the deferred processing time).
 * <p>
 * Use, on a handler's thread: {@code new ParkedCall(method)}, then
 * {@link #park()}, then publish the object to whoever resumes it, then return
 * any message: it is dropped. Nothing may be thrown after park(). As the call
 * is marked before it is published, no answer can come too early.
 * <p>
 * Unlike {@code registerForDeferredResponse2} this leaves nothing in a
 * thread-local of the handler.
 * <p>
 * Thread-safe.
 */
@InterfaceAudience.LimitedPrivate({"HDFS"})
@InterfaceStability.Unstable
public final class ParkedCall {
  private final Server server;
  /** The run of the call that parks: the call itself or a run of it. */
  private final Server.Call run;
  /** The call as it came from its connection. */
  private final Server.Call original;
  private final Method method;
  /** It runs again, or has failed: never both, so it is answered once. */
  private final AtomicBoolean ended = new AtomicBoolean();
  private final byte[] authHeader;

  /** What the call does, from its beginning. */
  public interface Method {
    /** @return the answer; dropped if the call was parked again. */
    Message call() throws ServiceException;
  }

  /**
   * A call on an auxiliary port cannot be parked: what was agreed on with its
   * client is told to those alone that the server itself has made of it.
   *
   * @return whether the call that this thread handles can be parked.
   */
  public static boolean isPossible() {
    Server.Call call = Server.getCurCall().get();
    return Server.get() != null && call != null
        && "rpc".equals(call.getProtocol())
        && Server.getAuxiliaryPortEstablishedQOP() == null;
  }

  /** For the call that this thread handles. */
  public ParkedCall(Method method) {
    if (!isPossible()) {
      throw new IllegalStateException("This call cannot be parked");
    }
    this.server = Server.get();
    this.run = Server.getCurCall().get();
    this.original = run instanceof Run ? ((Run) run).original() : run;
    this.method = method;
    this.authHeader = AuthorizationContext.getCurrentAuthorizationHeader();
  }

  /** From now on the call is answered by what this object does. */
  public void park() {
    run.deferResponse();
  }

  /** @return whether the client can still be answered. */
  public boolean isConnected() {
    return original.isOpen();
  }

  /**
   * Puts the call in the queue of the server, to run again. At most once.
   *
   * @throws IOException if the queue takes no more calls now
   */
  public void resume() throws IOException, InterruptedException {
    server.queueCall(new Run());
  }

  /**
   * Answers the call with an error, if it does not run again already. So it
   * may be used when resume() has thrown, whatever the call queue made of it.
   *
   * @return whether the call will not run again.
   */
  public boolean fail(Throwable t) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    original.setDeferredError(t);
    return true;
  }

  @Override
  public String toString() {
    return original.toString();
  }

  /** One more run of the call. */
  private final class Run extends Server.Call {
    private Message answer;
    private Throwable error;

    Run() {
      super(original);
      setPriorityLevel(original.getPriorityLevel());
    }

    Server.Call original() {
      return original;
    }

    @Override
    public Void run() throws IOException {
      if (!ended.compareAndSet(false, true)) {
        return null; // It has failed meanwhile, which was its answer.
      }
      AuthorizationContext.setCurrentAuthorizationHeader(authHeader);
      long start = Time.monotonicNowNanos();
      setStartHandleTimestampNanos(start);
      setDetailedMetricsName(original.getDetailedMetricsName());
      try {
        answer = method.call();
      } catch (ServiceException e) {
        error = e.getCause() == null ? e : e.getCause();
      } catch (Throwable t) {
        error = t;
      }
      if (isResponseDeferred()) {
        return null; // Parked again.
      }
      ProcessingDetails details = getProcessingDetails();
      long free = Time.monotonicNowNanos() - start;
      details.set(Timing.PROCESSING, free, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKWAIT, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKSHARED, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKEXCLUSIVE, TimeUnit.NANOSECONDS);
      details.set(Timing.LOCKFREE, free, TimeUnit.NANOSECONDS);
      if (error != null) {
        setDetailedMetricsName(error.getClass().getSimpleName());
        details.setReturnStatus(RpcStatusProto.ERROR);
      }
      sendResponse();
      return null;
    }

    /** The last to call sendResponse, this run or its edit, comes here. */
    @Override
    void doResponse(Throwable t, RpcStatusProto status) throws IOException {
      if (!isOpen()) {
        return;
      }
      if (t != null) {
        original.abortResponse(t);
      } else if (error != null) {
        original.setDeferredError(error);
      } else {
        original.setDeferredResponse(RpcWritable.wrap(answer));
      }
      long deferred = server.rpcMetrics.getMetricsTimeUnit().convert(
          Time.monotonicNowNanos() - original.getStartHandleTimestampNanos(),
          TimeUnit.NANOSECONDS);
      server.rpcMetrics.addDeferredRpcProcessingTime(deferred);
      server.rpcDetailedMetrics.addDeferredProcessingTime(
          getDetailedMetricsName(), deferred);
    }

    @Override
    boolean isOpen() {
      return original.isOpen();
    }

    @Override
    public UserGroupInformation getRemoteUser() {
      return original.getRemoteUser();
    }

    @Override
    public InetAddress getHostInetAddress() {
      return original.getHostInetAddress();
    }

    @Override
    public int getRemotePort() {
      return original.getRemotePort();
    }

    @Override
    public String getProtocol() {
      return original.getProtocol();
    }

    @Override
    public String toString() {
      return original.toString();
    }
  }
}
