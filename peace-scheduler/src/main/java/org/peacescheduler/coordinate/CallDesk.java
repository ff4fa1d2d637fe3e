package org.peacescheduler.coordinate;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * One call of the coordinator at a time: each has the clock's time, is told to the journal, and
 * grants what it has freed; callbacks run when the lock has been let go.
 *
 * <p>Example: {@code make(new Call.CopyOrdered(copy), now -> scheduler.copies.add(copy, now))}.
 * Calls within a call are one event with it.
 *
 * <p>Cost: that of the lock and the call. Thread-safe: this is the coordinator's lock.
 */
final class CallDesk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private final Journal journal;
  private List<Runnable> afterUnlock = new ArrayList<>();

  /** Whether the events before have left something to be done; see {@link Coordinator#pass}. */
  private volatile boolean isMoreToDo;

  CallDesk(Dispatcher dispatcher, InstantSource clock, Journal journal) {
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.journal = journal;
  }

  /** Makes a call. */
  <T> T get(Call call, LongFunction<T> work) {
    lock.lock();
    boolean outermost = lock.getHoldCount() == 1;
    try {
      long now = clock.millis();
      journal.called(now, !outermost, call);
      if (outermost) {
        dispatcher.beginEvent(now);
      }
      T result = work.apply(now);
      if (outermost) {
        dispatcher.advance(now);
        isMoreToDo = dispatcher.endEvent();
      }
      return result;
    } finally {
      List<Runnable> after = outermost ? takeAfterUnlock() : List.of();
      lock.unlock();
      runAll(after);
    }
  }

  /** Makes a call of which nothing comes back. */
  void make(Call call, LongConsumer work) {
    get(
        call,
        now -> {
          work.accept(now);
          return null;
        });
  }

  /** Looks at what there is, and changes nothing. */
  <T> T look(Supplier<T> at) {
    lock.lock();
    try {
      return at.get();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #look}, with the time. */
  <T> T lookAt(LongFunction<T> at) {
    return look(() -> at.apply(clock.millis()));
  }

  /** Has something done when the lock has been let go. */
  void afterUnlock(Runnable callback) {
    afterUnlock.add(callback);
  }

  /** Whether the events before have left something to be done. */
  boolean isMoreToDo() {
    return isMoreToDo;
  }

  /** Whether somebody waits for the lock. */
  boolean isWaitedFor() {
    return lock.hasQueuedThreads();
  }

  private List<Runnable> takeAfterUnlock() {
    if (afterUnlock.isEmpty()) {
      return List.of();
    }
    List<Runnable> after = afterUnlock;
    afterUnlock = new ArrayList<>();
    return after;
  }

  /** Nobody's callback is lost because another one's threw. */
  private static void runAll(List<Runnable> callbacks) {
    Throwable thrown = null;
    for (Runnable callback : callbacks) {
      try {
        callback.run();
      } catch (RuntimeException | Error e) {
        if (thrown == null) {
          thrown = e;
        } else {
          thrown.addSuppressed(e);
        }
      }
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw (RuntimeException) thrown;
    }
  }
}
