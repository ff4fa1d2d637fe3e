package org.peacescheduler.hdfs.waiting;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.ipc.PeaceCall;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addBlock calls that wait, without a handler, for their chunks.
 *
 * <p>Goals, in order: every call is answered; no handler waits; a call whose client is gone, or
 * whose file takes no more blocks, is gone soon.
 *
 * <p>A call runs again, from its beginning, when its wait has an outcome, or when something happens
 * to its file or to the NameNode. So HDFS makes all checks again, and errors are those of any call.
 * To resume one only takes a place in a queue, so it is safe with any lock held. One thread, {@code
 * peace-parked}, empties the queue, and drops the calls whose connection is closed, within {@value
 * #LOOK_MILLIS} ms.
 *
 * <p>Example: addBlock of file 7 is parked. Its chunk is granted: it is resumed, runs again on
 * another handler, and is answered with the datanodes of the grant. Had its client been killed
 * meanwhile, its chunk would have been released instead.
 *
 * <p>Bound: what a call keeps while it waits is its request; how many wait, and with how many bytes
 * together, is for the {@link WaitingRoom}. Thread-safe.
 */
public final class ParkedCalls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.ParkedCalls");
  private static final long LOOK_MILLIS = 50;

  /** The call that a handler's thread runs again, until its policy is asked. */
  private static final ThreadLocal<Parked> RUNNING = new ThreadLocal<>();

  private final FaultLog faults;
  private final NavigableSet<Parked> parked = new ConcurrentSkipListSet<>();
  private final LinkedBlockingQueue<Parked> ready = new LinkedBlockingQueue<>();

  /**
   * Calls that the server did not let in when they were ready; it may let in others, of other
   * users, meanwhile. The worker's alone.
   */
  private final Queue<Parked> refused = new ArrayDeque<>();

  private final AtomicLong numbers = new AtomicLong();
  private volatile LongPredicate isOpen = file -> true;
  private volatile PeaceCall.Method method;
  private volatile Abandoned abandoned = (file, wait, reason) -> {};
  private volatile boolean stopped;
  private Thread worker;

  /** Made once: when there is no memory, it cannot be made. */
  private final Runnable lookingAfter = this::lookAfterNext;

  /** The worker's alone, in nanoseconds. */
  private long lastLook;

  /** Hears of calls that do not come back to their policy. */
  public interface Abandoned {
    /**
     * One does not, and its wait is over.
     *
     * @param file its file's id; 0 if it is not known
     * @param reason why, such as "connection dropped"
     */
    void abandoned(long file, Wait wait, String reason);
  }

  /** In the order of files, and each one's calls as they came. */
  private static final class Parked implements Comparable<Parked> {
    private final long file;
    private final long number;
    private final PeaceCall call;
    private final Wait wait;
    private boolean isResumed;

    Parked(long file, long number, PeaceCall call, Wait wait) {
      this.file = file;
      this.number = number;
      this.call = call;
      this.wait = wait;
    }

    /** Less than all of a file. */
    static Parked firstOf(long file) {
      return new Parked(file, -1, null, null);
    }

    /** Whether this is the first time that it is to run again. */
    synchronized boolean resume() {
      boolean isFirst = !isResumed;
      isResumed = true;
      return isFirst;
    }

    @Override
    public int compareTo(Parked other) {
      int byFile = Long.compare(file, other.file);
      return byFile != 0 ? byFile : Long.compare(number, other.number);
    }
  }

  /** No call waits. */
  public ParkedCalls(FaultLog faults) {
    this.faults = faults;
  }

  /**
   * The NameNode has started.
   *
   * @param addBlock what a call does, from its beginning
   * @param isFileOpen whether a file takes blocks; takes the namespace's lock
   * @param whenAbandoned hears of calls that do not come back
   */
  public void attach(PeaceCall.Method addBlock, LongPredicate isFileOpen, Abandoned whenAbandoned) {
    method = addBlock;
    isOpen = isFileOpen;
    abandoned = whenAbandoned;
  }

  /** Whether the call of this thread can wait. */
  public boolean canPark(Optional<PeaceCall> call) {
    return method != null && !stopped && call.isPresent() && call.get().canWait();
  }

  /** The wait of the call of this thread, if it was parked before; it is told once. */
  public Optional<Wait> resumed() {
    Parked now = RUNNING.get();
    RUNNING.remove();
    return Optional.ofNullable(now).map(p -> p.wait);
  }

  /**
   * Lets the call of this thread wait.
   *
   * @param file its file's id
   * @return what this thread is to throw then
   */
  public CallParked park(PeaceCall call, long file, Wait wait) {
    CallParked thrown =
        new CallParked(
            "Peace: " + LogText.of(wait.wanted().path()) + " waits for a link with room");
    Parked waiting = new Parked(file, numbers.incrementAndGet(), call, wait);
    startWorker();
    parked.add(waiting);
    try {
      call.park(CallParked.class);
    } catch (RuntimeException | Error e) {
      parked.remove(waiting);
      throw e;
    }
    // From here on the handler does not answer.
    try {
      wait.whenThere(() -> resume(waiting));
      if (stopped) {
        drop(waiting, "the NameNode stops");
      } else if (!isOpen.test(file)) {
        resume(waiting); // It was closed or deleted after HDFS had looked.
      }
    } catch (RuntimeException | Error e) {
      giveUp(waiting, e);
    }
    return thrown;
  }

  private void resume(Parked waiting) {
    if (waiting.resume()) {
      ready.add(waiting);
    }
  }

  /** Something happened to a file: its calls see for themselves. With any lock held. */
  public void resume(long file) {
    parked.subSet(Parked.firstOf(file), Parked.firstOf(file + 1)).forEach(this::resume);
  }

  /** The NameNode changed its state: all calls see for themselves. */
  public void resumeAll() {
    parked.forEach(this::resume);
  }

  /** The ids of the files whose calls wait, as far as they are known. */
  public List<Long> files() {
    return parked.stream().map(p -> p.file).filter(file -> file != 0).distinct().toList();
  }

  /** Should its thread have ended, whatever it was that ended it, another one goes on. */
  public void lookAfter() {
    if (!parked.isEmpty()) {
      startWorker();
    }
  }

  /** The waits of all calls. */
  public Collection<Wait> waits() {
    return parked.stream().map(p -> p.wait).toList();
  }

  /** How many calls wait. */
  public int size() {
    return parked.size();
  }

  @Override
  public void close() {
    synchronized (this) {
      stopped = true;
      if (worker != null) {
        worker.interrupt();
      }
    }
    parked.forEach(waiting -> drop(waiting, "the NameNode stops"));
  }

  private synchronized void startWorker() {
    if ((worker == null || !worker.isAlive()) && !stopped) {
      worker = new Thread(this::work, "peace-parked");
      worker.setDaemon(true);
      worker.start();
    }
  }

  private void work() {
    lastLook = System.nanoTime();
    while (!stopped) {
      // Nothing may end this thread: nobody would answer the calls.
      faults.guard("look after the parked calls", lookingAfter);
    }
  }

  private void lookAfterNext() {
    try {
      Parked next = ready.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      if (next != null) {
        runAgain(next);
      }
    } catch (InterruptedException e) {
      return; // To see whether it is to stop.
    }
    if (System.nanoTime() - lastLook >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
      lastLook = System.nanoTime();
      ready.addAll(refused);
      refused.clear();
      dropDisconnected();
    }
  }

  private void runAgain(Parked next) throws InterruptedException {
    if (!parked.remove(next)) {
      return; // Dropped meanwhile.
    }
    try {
      next.call.resume(request -> run(next, request), next.wait);
    } catch (InterruptedException e) {
      parked.add(next);
      ready.add(next);
      throw e;
    } catch (IOException e) {
      // The server takes no more calls now, but this one has been let in.
      LOG.debug("{} has to wait for a place in the call queue", next.call, e);
      parked.add(next);
      refused.add(next);
    } catch (RuntimeException | Error e) {
      giveUp(next, e); // Call queues and their schedulers can be anybody's.
    }
  }

  /** On a handler's thread. */
  private Message run(Parked before, AddBlockRequestProto request) throws ServiceException {
    if (!before.call.isConnected()) {
      abandon(before, "connection dropped");
      return null;
    }
    RUNNING.set(before);
    try {
      return method.call(request);
    } finally {
      if (RUNNING.get() != null) {
        RUNNING.remove();
        abandon(before, "the file takes no new block");
      }
    }
  }

  /**
   * A call can neither wait nor run again: its client gets an error, and knows that it may retry.
   */
  private void giveUp(Parked waiting, Throwable why) {
    faults.note("park a call, or run it again", why);
    parked.remove(waiting);
    try {
      if (!waiting.call.fail(
          new NotReplicatedYetException("Peace could not let the call wait: " + why))) {
        return; // It runs, in spite of all.
      }
    } catch (RuntimeException | Error e) {
      faults.note("answer a call", e);
    }
    abandon(waiting, "could not be parked");
  }

  private void abandon(Parked waiting, String reason) {
    faults.guard("let go of a call", () -> abandoned.abandoned(waiting.file, waiting.wait, reason));
  }

  private void dropDisconnected() {
    for (Parked waiting : parked) {
      if (!waiting.call.isConnected()) {
        drop(waiting, "connection dropped");
      }
    }
  }

  private void drop(Parked waiting, String reason) {
    if (parked.remove(waiting)) {
      abandon(waiting, reason);
    }
  }
}
