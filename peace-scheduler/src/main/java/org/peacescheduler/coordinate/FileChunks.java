package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.peacescheduler.network.NetworkModel;

/**
 * The chunk that each file has in the scheduler: what a file asks for, what becomes of the chunk
 * before, and what is learnt when a chunk ends.
 *
 * <p>Goals, in order: a file has at most one chunk in the scheduler, so that a client that asks
 * twice gets one place; each callback is called once, outside the lock.
 *
 * <p>Example: a file asks for its second chunk while its first one is in flight. The first one is
 * written, then: it gives its capacity back, and the second one is planned, or waits.
 *
 * <p>Bound: one chunk for each open file, and {@value #MOST_UNMEASURED} that have ended, of a
 * kilobyte each. Confined to the coordinator's lock.
 */
final class FileChunks {
  static final int MOST_UNMEASURED = 4096;

  private static final Outcome.Fallback STOPPED =
      new Outcome.Fallback(FallbackReason.STOPPED, "the scheduler has stopped");

  /** Where they are scheduled; the coordinator tells it what concerns no file's next chunk. */
  final TimestepScheduler scheduler;

  /** How long chunks wait at most; the coordinator has it end what is due. */
  final Deadlines deadlines;

  private final ChunkTimes times;
  private final Consumer<SchedulerEvent> events;
  private final Consumer<Runnable> afterUnlock;
  private final Map<String, Ticket> current = new HashMap<>();

  /** Chunks that have ended, with lengths that HDFS has not said; the oldest are forgotten. */
  private final Map<Long, Unmeasured> unmeasured = Remembered.byAge(MOST_UNMEASURED);

  private boolean stopped;

  /**
   * No chunks, on an idle network.
   *
   * @param events told of everything that happens
   * @param afterUnlock takes what is to be done when the lock has been let go
   */
  FileChunks(
      NetworkModel model,
      SchedulerSettings settings,
      long now,
      Consumer<SchedulerEvent> events,
      Consumer<Runnable> afterUnlock) {
    this.scheduler = new TimestepScheduler(model, settings, now, events, this::ended);
    this.deadlines = new Deadlines(scheduler, settings.deferralMax());
    this.times = new ChunkTimes(settings.deferralMax());
    this.events = events;
    this.afterUnlock = afterUnlock;
  }

  private void ended(Ticket ticket, Outcome outcome) {
    call(ticket.callback, outcome);
    ticket.callback = null;
    if (ticket.state == Ticket.State.ENDED && outcome instanceof Outcome.Fallback) {
      current.remove(ticket.file().key, ticket);
    }
  }

  private void call(Consumer<Outcome> callback, Outcome outcome) {
    if (callback != null) {
      afterUnlock.accept(() -> callback.accept(outcome));
    }
  }

  /** See {@link Coordinator#submit(ChunkRequest, Consumer)}. */
  Ticket submit(ChunkRequest request, Consumer<Outcome> callback, long now) {
    Optional<Outcome.Fallback> refusal = Bounds.refusal(request);
    ChunkRequest known = known(request);
    Ticket before = current.get(request.file());
    if (before != null && before.state == Ticket.State.WAITING) {
      takeOver(before, known, callback, refusal, now);
      return before;
    }
    endPrevious(before, known, now);
    Ticket ticket = ticketFor(known, now);
    ticket.callback = callback;
    if (stopped) {
      fallBack(ticket, STOPPED, now);
    } else {
      scheduler.dispatcher.submit(ticket, refusal.or(() -> failure(ticket)), now);
    }
    return ticket;
  }

  private static Optional<Outcome.Fallback> failure(Ticket ticket) {
    String detail = "its client could not write to " + ticket.wait.failed;
    return ticket.wait.failed.isEmpty()
        ? Optional.empty()
        : Optional.of(new Outcome.Fallback(FallbackReason.PIPELINE_FAILED, detail));
  }

  private Ticket ticketFor(ChunkRequest request, long now) {
    Ticket ticket = scheduler.tickets.open(request, now);
    times.asks(ticket.wanted.origin().userName(), now);
    current.put(request.file(), ticket);
    return ticket;
  }

  /** The request without what is nothing to the network. */
  private ChunkRequest known(ChunkRequest request) {
    return request.within(scheduler.network().model());
  }

  private void takeOver(
      Ticket ticket,
      ChunkRequest request,
      Consumer<Outcome> callback,
      Optional<Outcome.Fallback> refusal,
      long now) {
    call(ticket.callback, new Outcome.Superseded());
    ticket.callback = callback;
    scheduler.dispatcher.takeOver(ticket, request, refusal.or(() -> failure(ticket)), now);
  }

  private void endPrevious(Ticket before, ChunkRequest request, long now) {
    if (before == null) {
      return;
    }
    // Its own group counts it as a full one; what others are told of waits for HDFS's word.
    before.size.written = Math.min(before.wanted.fullBytes(), Math.max(0, before.size.claimed));
    if (before.isStoodInFor()) {
      fallBack(before, before.wait.odd, now); // It is placed by now, or asked for anew.
    } else if (before.wanted.excluded().containsAll(request.excluded())) {
      finish(before, false, 0, now);
    } else {
      // Its client may lie, and its share has had the links in any case.
      before.flight.isWritten = true;
      scheduler.release(before, "pipeline-failed", false, now);
    }
  }

  private void finish(Ticket ticket, boolean fileEnded, long bytes, long now) {
    if (!ticket.isInFlight()) {
      return;
    }
    Unmeasured chunk = scheduler.tickets.learning.unmeasured(ticket, now);
    if (bytes > 0) {
      ticket.size.written = bytes;
      ticket.size.isMeasured = true;
      scheduler.tickets.learning.learn(chunk, bytes, now);
    } else {
      unmeasured.put(ticket.id(), chunk);
    }
    times.learn(ticket.wanted.origin().userName(), now - ticket.flight.granted, now);
    scheduler.done(ticket, fileEnded, now);
  }

  /** See {@link Coordinator#resubmit}. */
  Ticket resubmit(Ticket earlier, ChunkRequest request, Consumer<Outcome> callback, long now) {
    if (earlier.state != Ticket.State.IN_FLIGHT || current.get(request.file()) != earlier) {
      return submit(request, callback, now);
    }
    call(callback, earlier.outcome());
    return earlier;
  }

  /** See {@link Coordinator#observe(ChunkRequest, List)}. */
  Ticket observe(
      ChunkRequest request,
      List<String> nodes,
      int age,
      boolean isPartWritten,
      Optional<Exemption> exempt,
      long now) {
    ChunkRequest known = known(request);
    Ticket before = current.get(request.file());
    boolean hasHadTurn = before != null && before.holdsForAnother();
    if (before != null && before.state == Ticket.State.WAITING) {
      scheduler.release(before, "placed-by-stock", false, now);
    } else {
      endPrevious(before, known, now);
    }
    Ticket ticket = ticketFor(known, now);
    ticket.flight.found = age > 0;
    ticket.flight.isPartWritten = isPartWritten;
    scheduler.observe(ticket, nodes, age, hasHadTurn, exempt, now);
    return ticket;
  }

  /** See {@link Coordinator#replan}. */
  void replan(Ticket ticket, ChunkRequest without, Consumer<Outcome> callback, long now) {
    if (!ticket.isInFlight()) {
      call(callback, new Outcome.Withdrawn());
      return;
    }
    ticket.callback = callback;
    Optional<Outcome.Fallback> refusal = stopped ? Optional.of(STOPPED) : Bounds.refusal(without);
    if (refusal.isPresent()) {
      fallBack(ticket, refusal.get(), now);
    } else {
      scheduler.replan(ticket, known(without), now);
    }
  }

  private void fallBack(Ticket ticket, Outcome.Fallback how, long now) {
    scheduler.fallBack(ticket, how.reason(), how.detail(), now);
  }

  /** The stock policy places all that come from now on. */
  void stop() {
    stopped = true;
  }

  /** See {@link Coordinator#learnt}. */
  void learnt(Ticket ticket, long bytes, long now) {
    Unmeasured chunk = unmeasured.remove(ticket.id());
    if (chunk != null && bytes > 0) {
      events.accept(new SchedulerEvent.Measured(now, ticket.chunk(), bytes));
      scheduler.tickets.learning.learn(chunk, bytes, now);
    }
  }

  /** See {@link Coordinator#done(Ticket, boolean, long)}. */
  void done(Ticket ticket, boolean fileEnded, long bytes, long now) {
    if (ticket.state != Ticket.State.WAITING) {
      learnt(ticket, bytes, now); // Its file's next request may have ended it before.
      finish(ticket, fileEnded, bytes, now);
      drop(ticket, fileEnded, now);
    }
  }

  /** See {@link Coordinator#release}. */
  void release(Ticket ticket, String reason, boolean fileEnded, long now) {
    scheduler.release(ticket, reason, fileEnded, now);
    drop(ticket, fileEnded, now);
  }

  private void drop(Ticket ticket, boolean fileEnded, long now) {
    current.remove(ticket.file().key, ticket);
    ticket.callback = null;
    // The ticket may have ended before the file did; a newer one of that name is another file.
    if (fileEnded && !current.containsKey(ticket.file().key)) {
      scheduler.book.forget(ticket.file().key, now);
    }
  }

  /**
   * Looks at so many chunks in flight, or until as many have been ended as are at once, and ends
   * those that have lasted too long.
   *
   * @return how many have been looked at
   */
  int endOverdue(int most, long now) {
    long oldest = times.longest();
    int looked = 0;
    int ended = 0;
    while (looked < most && ended < Bounds.ENDED_AN_EVENT) {
      List<Ticket> next = scheduler.flights.tickets().next(1);
      if (next.isEmpty()) {
        return most;
      }
      looked++;
      ended += endIfItHasLastedTooLong(next.get(0), oldest, now) ? 1 : 0;
    }
    return looked;
  }

  private boolean endIfItHasLastedTooLong(Ticket ticket, long oldest, long now) {
    if (ticket.isTurn()) {
      return false; // Whoever told it ends it.
    }
    long age = now - ticket.flight.granted;
    long most = ticket.flight.found ? ChunkTimes.SLOW_MILLIS : oldest;
    boolean isExplained =
        !ticket.flight.found
            && scheduler.flights.isExplained(ticket, times.longestBesideOthers(), now);
    if (age < most || isExplained) {
      return false;
    }
    if (!ticket.flight.found) {
      times.learnThatItTakesLonger(ticket.wanted.origin().userName(), age, now);
    }
    scheduler.outlast(ticket, now);
    drop(ticket, false, now);
    return true;
  }

  /** See {@link Coordinator#change}. */
  void change(SchedulerSettings others) {
    times.setDeferralMax(others.deferralMax());
    deadlines.setDeferralMax(others.deferralMax());
    scheduler.flights.divide(others.shares());
    scheduler.groups.reorder(others.order(), others.shares());
    scheduler.waiting.guarantee(others.shares());
  }

  /** Goes on with another model; chunks in flight keep their nodes. */
  void exchange(NetworkModel model, Set<String> presentHosts, long now) {
    unmeasured.clear(); // They name edges of the model before.
    scheduler.exchange(model, presentHosts, now);
  }
}
