package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Tickets in the order of their numbers, which is that of their age, so that the oldest are found
 * without a look at all others, and all can be looked at some at a time while others come and go.
 *
 * <p>Example: {@code after(-1, 256)} are the first ones; {@code after} the number of the last of
 * these, the next ones, whoever has gone meanwhile.
 *
 * <p>Cost: the logarithm of their number for each that comes or goes, and for each slice, besides a
 * step for each in it. Confined to the coordinator's lock.
 */
final class ByNumber {
  /** No ticket has it, or a smaller one. */
  static final long BEFORE_ALL = -1;

  private final NavigableMap<Long, Ticket> tickets = new TreeMap<>();
  private long looked = BEFORE_ALL;

  void add(Ticket ticket) {
    tickets.put(ticket.id(), ticket);
  }

  /** Whether it was among them. */
  boolean remove(Ticket ticket) {
    return tickets.remove(ticket.id()) != null;
  }

  int size() {
    return tickets.size();
  }

  /** All, the one first that was asked for first. */
  Collection<Ticket> all() {
    return tickets.values();
  }

  /** Those that have been asked for first, in that order. */
  List<Ticket> oldest(int most) {
    return after(BEFORE_ALL, most);
  }

  /** Some of those that have larger numbers, the smallest first. */
  List<Ticket> after(long number, int most) {
    List<Ticket> after = new ArrayList<>();
    Iterator<Ticket> all = tickets.tailMap(number, false).values().iterator();
    while (after.size() < most && all.hasNext()) {
      after.add(all.next());
    }
    return after;
  }

  /** Some of them; asked again, others, until it was all of them. */
  List<Ticket> next(int most) {
    int count = Math.min(most, tickets.size());
    List<Ticket> next = after(looked, count);
    next.addAll(oldest(count - next.size()));
    looked = next.isEmpty() ? BEFORE_ALL : next.get(next.size() - 1).id();
    return next;
  }
}
