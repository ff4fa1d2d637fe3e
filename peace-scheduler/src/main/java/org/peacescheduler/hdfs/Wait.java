package org.peacescheduler.hdfs;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;

/**
 * One handler's wait for a chunk: the outcomes of its first plan and of those after a refused
 * datanode. Thread-safe: outcomes come from any thread, the handler takes them.
 */
final class Wait {
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private volatile Ticket ticket;

  void accept(Outcome outcome) {
    outcomes.add(outcome);
  }

  /** The outcome if it is there already, else null. */
  Outcome now() {
    return outcomes.poll();
  }

  /** The outcome, or null if none comes in time. */
  Outcome within(long millis) throws InterruptedException {
    return outcomes.poll(millis, TimeUnit.MILLISECONDS);
  }

  void ticket(Ticket of) {
    ticket = of;
  }

  Ticket ticket() {
    return ticket;
  }
}
