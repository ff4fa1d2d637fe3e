package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.peacescheduler.network.ResidualNetwork;

/**
 * The chunks that wait, in the order of their requests, and whose turn it is.
 *
 * <p>The network knows how many wait at each server, and of how many the turn has come: whoever
 * looks for a server to forward leaves their ways out to them. Confined to the coordinator's lock.
 */
final class WaitingLine {
  /** A file that waits may well ask for more, when others have come to their ends (decision 19). */
  private static final double MORE_TO_COME = 1.5;

  private final NavigableSet<Ticket> tickets;
  private LiveNetwork network;

  WaitingLine(RequestOrder order, LiveNetwork network) {
    Comparator<Ticket> byRequest = (a, b) -> order.compare(a.request(), b.request());
    this.tickets = new TreeSet<>(byRequest.thenComparingLong(Ticket::id));
    this.network = network;
  }

  /** All that wait; of one request those that came first are first. */
  NavigableSet<Ticket> tickets() {
    return Collections.unmodifiableNavigableSet(tickets);
  }

  boolean isEmpty() {
    return tickets.isEmpty();
  }

  /**
   * One waits from now on.
   *
   * @param isBegun whether a chunk of its request has been granted
   */
  void add(Ticket ticket, boolean isBegun) {
    tickets.add(ticket);
    ticket.queue = network.queue(ticket.wanted);
    if (isBegun) {
      await(ticket);
    }
  }

  /** One waits no more, if it ever did. */
  void remove(Ticket ticket) {
    if (!tickets.remove(ticket)) {
      return;
    }
    if (ticket.awaits) {
      network.awaitNoMore(ticket.queue);
      ticket.awaits = false;
    }
    network.queueNoMore(ticket.queue);
    ticket.queue = -1;
  }

  private void await(Ticket ticket) {
    network.await(ticket.queue);
    ticket.awaits = true;
  }

  /** The rest of a request comes next: its writer needs its way out for itself. */
  void begin(RequestOrder.Standing request) {
    tickets.stream().filter(ticket -> ticket.request().equals(request)).forEach(this::await);
  }

  /**
   * The oldest request first; but before all others, those which would be left over in the end. A
   * writer's chunks leave by its own link, one after the other. If that takes longer than all that
   * waits takes the network, everybody waits for that writer, with most links idle.
   *
   * <p>Example: 3 chunks have a place and 12 wait, so the network needs 4 times as long as one
   * chunk has its place. A writer of 4 of them needs that, too, and goes first; so does one of 3,
   * which may have more to come.
   *
   * <p>Nobody is overtaken for ever so: old requests are not, any more, and among themselves the
   * oldest is first.
   *
   * @param places how many chunks have a place
   * @param notOvertaken requests that came no later than this are not, in milliseconds
   */
  List<Ticket> leftOverFirst(long places, long notOvertaken) {
    List<Ticket> turn = new ArrayList<>(tickets);
    double enough = turn.size() / (MORE_TO_COME * places);
    turn.sort(
        Comparator.comparingDouble(
            ticket -> {
              if (ticket.request().submitted() <= notOvertaken) {
                return Double.NEGATIVE_INFINITY;
              }
              double rounds = ticket.queue < 0 ? 0 : network.rounds(ticket.queue);
              return rounds >= enough ? -rounds : 0;
            }));
    return turn;
  }

  /** What was found out about chunks holds no more: the network or its hosts are others. */
  void judgeAnew() {
    tickets.forEach(Ticket::judgeAnew);
  }

  /** Queues all in another network. */
  void moveTo(LiveNetwork to) {
    network = to;
    for (Ticket ticket : tickets) {
      ticket.queue = network.queue(ticket.wanted);
      if (ticket.awaits) {
        network.await(ticket.queue);
      }
    }
    judgeAnew();
  }

  /** Whether the network has counted those that wait right; cost: linear in the network. */
  boolean balances() {
    int[] awaited = new int[network.model().servers()];
    int[] queued = new int[network.model().servers()];
    for (Ticket ticket : tickets) {
      if (ticket.queue >= 0) {
        queued[ticket.queue]++;
        awaited[ticket.queue] += ticket.awaits ? 1 : 0;
      }
    }
    ResidualNetwork residual = network.residual();
    return residual.waiting() == tickets.size()
        && IntStream.range(0, awaited.length)
            .allMatch(s -> awaited[s] == residual.awaited(s) && queued[s] == residual.queued(s));
  }
}
