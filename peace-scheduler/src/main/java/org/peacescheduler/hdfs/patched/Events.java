package org.peacescheduler.hdfs.patched;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.peacescheduler.hdfs.telemetry.FaultLog;

/**
 * What the NameNode has said and the coordinator has not taken in yet, in order.
 *
 * <p>The NameNode says something under its locks, and often: four times for a block of three
 * replicas. So to say it only adds to a queue. To wake a thread would cost more than all the rest,
 * and is done only while somebody waits for what may become free. Otherwise it is taken in by
 * whoever wants to know next: {@link #takeIn}.
 *
 * <p>Example: nobody waits, and the replicas of a block arrive: three entries, no thread wakes. The
 * client asks for the next block, and takes them in before it is planned. That block has to wait:
 * from now on each entry wakes {@code peace-events}, which takes it in.
 *
 * <p>Bound: an entry has numbers of blocks and names of datanodes, and nothing that a client calls
 * itself; there are those of the time since {@code peace-watch} or a client asked last.
 *
 * <p>Thread-safe. Entries are taken in one at a time, under this object's monitor; the NameNode's
 * locks may be held then, so an entry takes none of them.
 */
final class Events implements AutoCloseable {
  /**
   * So that nobody waits long for the coordinator's lock, which is held for 5 microseconds a word,
   * and so that no more is freed with one event than can be granted.
   */
  private static final int MOST_TOGETHER = 32;

  private final Queue<Runnable> said = new ConcurrentLinkedQueue<>();
  private final BooleanSupplier awaited;
  private final Consumer<Runnable> together;
  private final FaultLog faults;

  /** Made once: when there is no memory, it cannot be made. */
  private final Runnable takingIn = this::takeIn;

  private final Thread thread;
  private volatile boolean closed;

  /**
   * Nothing has been said.
   *
   * @param awaited whether somebody waits for what is said; cheap
   * @param together runs some entries at a lower price than each alone
   */
  Events(BooleanSupplier awaited, Consumer<Runnable> together, FaultLog faults) {
    this.faults = faults;
    this.awaited = awaited;
    this.together = together;
    thread = new Thread(this::work, "peace-events");
    thread.setDaemon(true);
  }

  /** From now on somebody takes in what is awaited; to be called once. */
  void start() {
    thread.start();
  }

  /** Says something; after {@link #close} nobody listens. */
  void say(Runnable event) {
    if (closed) {
      return;
    }
    said.add(event);
    if (awaited.getAsBoolean()) {
      wake();
    }
  }

  /** Somebody waits from now on: what was said before is taken in soon. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Takes in all that was said before, if nobody else does. */
  void takeInUnlessAwaited() {
    if (!awaited.getAsBoolean()) {
      takeIn();
    }
  }

  /** Takes in all that was said before. */
  void takeIn() {
    // An entry leaves the queue when it has been taken in, so an empty one has been.
    if (said.isEmpty()) {
      return;
    }
    synchronized (this) {
      Runnable next = said.peek();
      while (next != null) {
        carefully(() -> together.accept(this::takeInSome));
        if (said.peek() == next) {
          said.poll(); // Else nothing would be taken in any more.
        }
        next = said.peek();
      }
    }
  }

  /**
   * Drops all that was said before.
   *
   * @param then run before anything that is said from now on is taken in
   */
  synchronized void drop(Runnable then) {
    said.clear();
    then.run();
  }

  private void takeInSome() {
    Runnable event = said.peek();
    for (int i = 0; i < MOST_TOGETHER && event != null; i++) {
      carefully(event);
      said.poll();
      event = said.peek();
    }
  }

  /** Neither the entries after it nor whoever takes it in has to do with what goes wrong. */
  private void carefully(Runnable event) {
    faults.guard("take in what became of a chunk", event);
  }

  private void work() {
    while (!closed) {
      faults.guard("take in what the NameNode said", takingIn);
      if (said.isEmpty()) {
        LockSupport.park(this);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
  }
}
