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

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocolPB.DeferredAnswers;
import org.apache.hadoop.hdfs.server.blockmanagement.NewBlockRequest;
import org.apache.hadoop.hdfs.server.blockmanagement.PlacementDeferral;
import org.apache.hadoop.ipc.ParkedCall;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.util.Daemon;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addBlock calls that wait, without a handler, for a placement policy.
 * <p>
 * A call is parked when the policy throws a {@link PlacementDeferral}. It
 * runs again, from its beginning, when the policy or an event of the
 * namesystem resumes it; so all checks are made again and errors are those of
 * any call. A call whose client is gone is dropped within
 * {@value #LOOK_MILLIS} ms.
 * <p>
 * Resuming only takes a place in a queue, so it is safe with any lock held;
 * the calls of one file are found without a look at the others.
 * One thread, started with the first call that is parked, empties the queue
 * and looks after the connections.
 * <p>
 * Thread-safe.
 */
@InterfaceAudience.Private
final class ParkedAddBlocks {
  private static final Logger LOG =
      LoggerFactory.getLogger(ParkedAddBlocks.class);
  private static final long LOOK_MILLIS = 50;

  private static final int STRIPES = 1024;

  private final NavigableSet<Parked> parked = new ConcurrentSkipListSet<>();
  private final LinkedBlockingQueue<Parked> ready =
      new LinkedBlockingQueue<>();

  /**
   * Calls that the server did not let in when they were ready; it may let in
   * others, of other users, meanwhile. The worker's alone.
   */
  private final Queue<Parked> refused = new ArrayDeque<>();

  /**
   * The order of calls and events. An event of a file, or of all, since a call
   * began has perhaps not found it here yet. Files share stripes; one run too
   * many does no harm.
   */
  private final AtomicLong order = new AtomicLong();
  private final AtomicLongArray lastEvents = new AtomicLongArray(STRIPES);
  private final AtomicLong lastEventOfAll = new AtomicLong();
  private volatile boolean suspended;
  private volatile boolean stopped;
  private Thread worker;

  /** In the order of files, and each one's calls as they came. */
  private static final class Parked implements Comparable<Parked> {
    private final long fileId;
    private final long number;
    private final ParkedCall call;
    private final PlacementDeferral deferral;

    Parked(long fileId, long number, ParkedCall call,
        PlacementDeferral deferral) {
      this.fileId = fileId;
      this.number = number;
      this.call = call;
      this.deferral = deferral;
    }

    /** Less than all of a file. */
    static Parked firstOf(long fileId) {
      return new Parked(fileId, 0, null, null);
    }

    @Override
    public int compareTo(Parked other) {
      int byFile = Long.compare(fileId, other.fileId);
      return byFile != 0 ? byFile : Long.compare(number, other.number);
    }
  }

  /** @see DeferredAnswers#answer */
  AddBlockResponseProto answer(DeferredAnswers.AddBlock addBlock)
      throws ServiceException {
    if (!ParkedCall.isPossible()) {
      return addBlock.call();
    }
    long began = order.incrementAndGet();
    NewBlockRequest.allowDeferral(null);
    try {
      return addBlock.call();
    } catch (PlacementDeferral deferral) {
      return park(addBlock, deferral, began);
    } finally {
      NewBlockRequest.forbidDeferral();
    }
  }

  private AddBlockResponseProto answerResumed(DeferredAnswers.AddBlock addBlock,
      Parked before) throws ServiceException {
    if (!before.call.isConnected()) {
      abandon(before.deferral, "connection dropped");
      return null;
    }
    long began = order.incrementAndGet();
    NewBlockRequest.allowDeferral(before.deferral);
    try {
      return addBlock.call();
    } catch (PlacementDeferral deferral) {
      return park(addBlock, deferral, began);
    } finally {
      if (!NewBlockRequest.forbidDeferral()) {
        abandon(before.deferral, "the file takes no new block");
      }
    }
  }

  /** @param began the call's place in the order */
  private AddBlockResponseProto park(DeferredAnswers.AddBlock addBlock,
      PlacementDeferral deferral, long began) {
    Parked[] self = new Parked[1];
    ParkedCall call;
    Parked waiting;
    try {
      call = new ParkedCall(() -> answerResumed(addBlock, self[0]));
      waiting = new Parked(
          deferral.getRequest().getFileId(), began, call, deferral);
      self[0] = waiting;
      call.park();
    } catch (RuntimeException | Error e) {
      abandon(deferral, "could not be parked");
      throw e;
    }
    // From here on the handler does not answer, so nothing may be thrown.
    try {
      parked.add(waiting);
      startWorker();
      if (stopped) {
        drop(waiting, "the NameNode stops");
      } else {
        deferral.whenResumed(() -> ready.add(waiting));
        if (lastEvents.get(stripe(waiting.fileId)) > began
            || lastEventOfAll.get() > began) {
          deferral.resume();
        }
      }
    } catch (Throwable t) {
      giveUp(waiting, t);
    }
    return AddBlockResponseProto.getDefaultInstance();
  }

  /** Something happened to a file: its calls see for themselves. */
  void resume(long fileId) {
    lastEvents.accumulateAndGet(
        stripe(fileId), order.incrementAndGet(), Math::max);
    resume(parked.subSet(
        Parked.firstOf(fileId), Parked.firstOf(fileId + 1)));
  }

  /** The NameNode changed its state: all calls see for themselves. */
  void resumeAll() {
    suspended = false;
    lastEventOfAll.accumulateAndGet(order.incrementAndGet(), Math::max);
    resume(parked);
  }

  private static int stripe(long fileId) {
    return (int) (fileId & (STRIPES - 1));
  }

  private static void resume(Iterable<Parked> which) {
    for (Parked waiting : which) {
      waiting.deferral.resume();
    }
  }

  /** While the NameNode changes its state no call runs again. */
  void suspend() {
    suspended = true;
  }

  /** Drops all calls. Their connections are closed already. */
  void stop() {
    synchronized (this) {
      stopped = true;
      if (worker != null) {
        worker.interrupt();
      }
    }
    for (Parked waiting : parked) {
      drop(waiting, "the NameNode stops");
    }
  }

  /** @return how many calls wait. */
  int size() {
    return parked.size();
  }

  private synchronized void startWorker() {
    if ((worker == null || !worker.isAlive()) && !stopped) {
      worker = new Daemon(this::work);
      worker.setName("Parked addBlock calls");
      worker.start();
    }
  }

  private void work() {
    long lastLook = System.nanoTime();
    while (!stopped) {
      // Nothing may end this thread: nobody would answer the calls.
      try {
        if (suspended) {
          Thread.sleep(LOOK_MILLIS);
        } else {
          Parked next = ready.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
          if (next != null) {
            runAgain(next);
          }
        }
        if (System.nanoTime() - lastLook
            >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
          lastLook = System.nanoTime();
          ready.addAll(refused);
          refused.clear();
          dropDisconnected();
        }
      } catch (InterruptedException e) {
        LOG.debug("Interrupted; stopped: {}", stopped);
      } catch (Throwable t) {
        log("Could not look after the parked calls; trying again", t);
      }
    }
  }

  private void runAgain(Parked next) throws InterruptedException {
    if (!parked.remove(next)) {
      return; // Dropped meanwhile.
    }
    try {
      next.call.resume();
    } catch (IOException e) {
      // The server takes no more calls now, but this one has been let in.
      LOG.debug("{} has to wait for a place in the call queue", next.call, e);
      parked.add(next);
      refused.add(next);
    } catch (RuntimeException | Error e) {
      giveUp(next, e); // Call queues and their schedulers can be anybody's.
    }
  }

  /** A call can neither wait nor run again: its client is to ask again. */
  private void giveUp(Parked waiting, Throwable why) {
    log("Could not park a call or run it again; its client asks again", why);
    parked.remove(waiting);
    try {
      if (!waiting.call.fail(new NotReplicatedYetException(
          "The call could not wait: " + why + "; ask again"))) {
        return; // It runs, in spite of all.
      }
    } catch (Throwable t) {
      log("Could not answer a call", t);
    }
    abandon(waiting.deferral, "could not be parked");
  }

  private static void abandon(PlacementDeferral deferral, String reason) {
    try {
      deferral.abandoned(reason);
    } catch (Throwable t) {
      log("The placement policy failed on a call that is gone", t);
    }
  }

  /** Throws nothing, as it is used where something has been thrown already. */
  private static void log(String message, Throwable t) {
    try {
      LOG.error(message, t);
    } catch (Throwable another) {
      // There is no memory, perhaps; the call matters more.
    }
  }

  private void dropDisconnected() {
    for (Iterator<Parked> i = parked.iterator(); i.hasNext();) {
      Parked waiting = i.next();
      if (!waiting.call.isConnected()) {
        drop(waiting, "connection dropped");
      }
    }
  }

  private boolean drop(Parked waiting, String reason) {
    if (!parked.remove(waiting)) {
      return false;
    }
    abandon(waiting.deferral, reason);
    return true;
  }
}
