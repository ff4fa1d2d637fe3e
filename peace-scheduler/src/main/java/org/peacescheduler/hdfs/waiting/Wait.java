package org.peacescheduler.hdfs.waiting;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.Ticket;

/**
 * One call's wait for a chunk: the outcomes of its first plan and of those after a refused
 * datanode.
 *
 * <p>Handlers take the outcomes, one after the other, as the call is parked and run again.
 * Thread-safe: outcomes come from any thread; what is wanted is confined to the handler that has
 * the call.
 */
public final class Wait {
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private volatile Ticket ticket;
  private volatile Runnable wake = () -> {};
  private volatile Optional<WaitingRoom.Place> place = Optional.empty();
  private final long began = System.nanoTime();
  private ChunkRequest wanted;
  private int refused;

  /** A wait that begins now. */
  public Wait(ChunkRequest wanted) {
    this.wanted = wanted;
  }

  /** The coordinator has an outcome; whoever waits for it is woken. */
  public void accept(Outcome outcome) {
    try {
      outcomes.add(outcome);
    } catch (OutOfMemoryError e) {
      // Whoever waits gives up after a time; others' outcomes come now.
    }
    leave();
    wake.run();
  }

  /** Whether an outcome is there that nobody has taken; a parked call is to run again then. */
  public boolean isOver() {
    return !outcomes.isEmpty();
  }

  /** Wakes whoever waits for an outcome that is there; that it was told before does no harm. */
  public void wakeIfOver() {
    if (isOver()) {
      wake.run();
    }
  }

  /** How long ago it began. */
  public long ageMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
  }

  /** The outcome if it is there already, else null. */
  public Outcome now() {
    return outcomes.poll();
  }

  /** The outcome, or null if none comes in time. */
  public Outcome within(long millis) throws InterruptedException {
    return outcomes.poll(millis, TimeUnit.MILLISECONDS);
  }

  /** Runs something when an outcome is there, which may be now, or more than once. */
  public void whenThere(Runnable action) {
    wake = action;
    if (!outcomes.isEmpty()) {
      action.run();
    }
  }

  /** Takes the place in which it waits, until an outcome is there. */
  public void take(WaitingRoom.Place itsPlace) {
    place = Optional.of(itsPlace);
    if (!outcomes.isEmpty()) {
      leave();
    }
  }

  /** Whether it has a place: it waits still, though its call was run in between. */
  public boolean hasPlace() {
    return place.isPresent() && place.get().isTaken();
  }

  /** Nobody waits any more, whether there is an outcome or not. */
  public void leave() {
    place.ifPresent(WaitingRoom.Place::leave);
  }

  /** A datanode was refused; the chunk is planned without it, and without others that would be. */
  public void refuse(String host, Set<String> others) {
    wanted = wanted.without(host).avoiding(others);
    refused++;
  }

  /** Something else is wanted now. */
  public void want(ChunkRequest other) {
    wanted = other;
  }

  /** What is to be planned. */
  public ChunkRequest wanted() {
    return wanted;
  }

  /** How many datanodes were refused. */
  public int refused() {
    return refused;
  }

  /** The coordinator has given out a ticket for it. */
  public void ticket(Ticket of) {
    ticket = of;
  }

  /** The coordinator's ticket; null before there is one. */
  public Ticket ticket() {
    return ticket;
  }
}
