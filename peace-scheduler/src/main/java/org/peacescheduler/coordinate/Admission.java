package org.peacescheduler.coordinate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Who goes though links on its way may be full, since nobody gains if it waits.
 *
 * <p>A chunk goes if its writer is slow by itself, or a log's; if all that waits or is under way is
 * of its own writer; if what bars it stands still ({@link Standstill}), or is mostly not scheduled
 * ({@link Movers}); if turns have not been seen to pay ({@link AdmissionTrial}); or if other chunks
 * of its client may stand still while it waits ({@link Independence}).
 *
 * <p>Example: 12 files of one load generator on an idle cluster: none waits, for it would wait for
 * the others of its own host.
 *
 * <p>Cost: a look at {@value #FIRST} of those that wait with each {@link #look}. Confined to the
 * coordinator's lock.
 */
final class Admission {
  /** So many of those that wait are looked at for whether anything moves. */
  private static final int FIRST = 16;

  private final SchedulerSettings settings;
  private final RequestBook book;
  private final WaitingLine waiting;
  private final Competitors competitors;
  private final Copies copies;
  private final Supplier<LiveNetwork> network;
  private final Standstill standstill;

  /** Whether turns pay. */
  final AdmissionTrial trial;

  /** Those that have been found to wait in vain, and are to be let in. */
  private final Set<Ticket> inVain = new LinkedHashSet<>();

  Admission(
      SchedulerSettings settings,
      RequestBook book,
      WaitingLine waiting,
      Competitors competitors,
      Copies copies,
      Supplier<LiveNetwork> network,
      long now) {
    this.settings = settings;
    this.book = book;
    this.waiting = waiting;
    this.competitors = competitors;
    this.copies = copies;
    this.network = network;
    this.standstill = new Standstill(settings, book);
    this.trial = new AdmissionTrial(settings, areRatesTold(), now);
  }

  private boolean areRatesTold() {
    return network.get().model().topology().streamBytesPerSecond().isPresent();
  }

  /**
   * The network is another one.
   *
   * @param inFlight those that take something of their links
   */
  void networkChanged(Stream<Ticket> inFlight) {
    trial.moveTo(areRatesTold(), inFlight);
  }

  /** A chunk takes something of its links from now on. */
  void begun(Ticket ticket) {
    trial.begun(ticket);
    if (!ticket.flight.rests) {
      ticket.writer().files().begins();
    }
    if (isTogether(ticket)) {
      ticket.writer().waiting().stream().limit(Bounds.MOST_TOGETHER).forEach(inVain::add);
    }
  }

  /** HDFS refuses a node of a chunk: it takes nothing from now on. */
  void takesNothing(Ticket ticket) {
    trial.left(ticket);
    leaves(ticket);
  }

  /** A chunk begins to rest: it takes nothing from now on, and nobody waits beside it. */
  void rests(Ticket ticket) {
    takesNothing(ticket);
    competitors.count(ticket, -1);
  }

  /** A chunk that was in flight has ended. */
  void ended(Ticket ticket, long now) {
    trial.ended(ticket, () -> network.get().leases().due(ticket.lease(), now), now);
    leaves(ticket);
    if (ticket.flight.isWritten && !ticket.flight.rests) {
      ticket.writer().files().isWritten(ticket.file().key, ticket.flight.granted, now);
    }
  }

  private static void leaves(Ticket ticket) {
    if (!ticket.flight.rests) {
      ticket.writer().files().leaves();
    }
  }

  /** These need not wait any more, as far as they do. */
  void add(List<Ticket> tickets) {
    inVain.addAll(tickets);
  }

  /** It waits from now on. */
  void waits(Ticket ticket) {
    if (waitsInVain(ticket)) {
      inVain.add(ticket);
    }
  }

  /** Whether anybody may have to be let in. */
  boolean isAnyInVain() {
    return !inVain.isEmpty();
  }

  /** The next one that is to be let in, if there is any. */
  Optional<Ticket> next() {
    while (!inVain.isEmpty()) {
      Ticket ticket = inVain.iterator().next();
      inVain.remove(ticket);
      if (ticket.state == Ticket.State.WAITING
          && ticket.wait.shape != null
          && waitsInVain(ticket)) {
        return Optional.of(ticket);
      }
    }
    return Optional.empty();
  }

  /** Looks for those that wait in vain; to be called often while chunks wait. */
  void look(long now) {
    if (!settings.isContinuous()) {
      return;
    }
    trial.decide(now);
    if (isOneWriter() || trial.isOpen()) {
      inVain.addAll(waiting.oldest(Bounds.PLANNED_AN_EVENT));
    }
    waiting.oldest(FIRST).forEach(ticket -> look(ticket, now));
  }

  private void look(Ticket ticket, long now) {
    if (settings.has(Mechanism.UNSCHEDULED)
        && !ticket.isTurn()
        && network.get().leases().areMostlyUnscheduled(ticket.wait.shape.barrier.edges)) {
      ticket.wait.passes = Exemption.UNSCHEDULED;
      inVain.add(ticket);
    } else if (settings.has(Mechanism.STANDSTILL)) {
      inVain.addAll(standstill.endWait(ticket, network.get(), now));
    }
  }

  /** A chunk's bytes have gone over its edges, or it gives them back for good. */
  void moved(Ticket ticket, long now) {
    standstill.moved(ticket, network.get(), now);
  }

  /**
   * Whether all that waits and is under way comes from the same writer, and HDFS copies nothing: it
   * would wait for itself alone.
   */
  private boolean isOneWriter() {
    return competitors.isOneWriter() && copies.count() == 0 && settings.has(Mechanism.LONE_WRITER);
  }

  /**
   * Whether nobody gains if it waits: its writer is slow by itself, or waits for its own chunks, or
   * its own chunks for it. Whoever waits for a turn sends nothing yet, so it waits for others'
   * sake.
   */
  boolean waitsInVain(Ticket ticket) {
    boolean isForItself =
        !ticket.isTurn()
            && (ticket.wait.passes == Exemption.UNSCHEDULED
                || isSlow(ticket)
                || isOneWriter()
                || isTogether(ticket));
    return settings.isContinuous() && (isForItself || trial.isOpen());
  }

  private boolean isSlow(Ticket ticket) {
    return settings.has(Mechanism.SLOW_WRITERS)
        && book.bytesPerSecond(ticket.file()) < network.get().rates().stream();
  }

  /**
   * Whether chunks of its client may stand still while it waits. With bandwidths in the file what
   * stands still is seen soon, as it is overdue then ({@link Leases}).
   */
  private boolean isTogether(Ticket ticket) {
    return settings.has(Mechanism.TOGETHER)
        && !areRatesTold()
        && ticket.writer().files().mayStandStill();
  }

  /** Why a chunk goes though links on its way may be full, if it does. */
  Optional<Exemption> exemption(Ticket ticket, boolean isUnhindered) {
    return isUnhindered ? Optional.of(exemption(ticket)) : Optional.empty();
  }

  private Exemption exemption(Ticket ticket) {
    if (ticket.file().isLog) {
      return Exemption.LOG;
    }
    if (ticket.wait.passes != null || isOneWriter()) {
      return ticket.wait.passes == null ? Exemption.ALONE : ticket.wait.passes;
    }
    if (trial.isOpen()) {
      return Exemption.TRIAL;
    }
    if (!isSlow(ticket)) {
      return Exemption.TOGETHER;
    }
    return book.isOfSlowKin(ticket) ? Exemption.SLOW_KIN : Exemption.SLOW;
  }
}
