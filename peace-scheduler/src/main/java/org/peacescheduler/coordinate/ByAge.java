package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tickets in the order in which they were submitted, so that who has waited longest is found
 * without a look at all others.
 *
 * <p>A ticket that is younger than all before it goes to the end at once; nearly all do. One that
 * waits a second time, as after HDFS refused its datanodes, is sorted in.
 *
 * <p>Cost: that of a hash set, and the logarithm of their number for those that wait again.
 * Confined to the coordinator's lock.
 */
final class ByAge {
  private final Set<Ticket> inOrder = new LinkedHashSet<>();
  private final TreeSet<Ticket> again = new TreeSet<>((a, b) -> Long.compare(a.id(), b.id()));
  private long youngest = -1;

  void add(Ticket ticket) {
    if (ticket.id() > youngest) {
      youngest = ticket.id();
      inOrder.add(ticket);
    } else if (!inOrder.contains(ticket)) {
      again.add(ticket);
    }
  }

  /** Whether it was among them. */
  boolean remove(Ticket ticket) {
    return inOrder.remove(ticket) || again.remove(ticket);
  }

  int size() {
    return inOrder.size() + again.size();
  }

  boolean isEmpty() {
    return inOrder.isEmpty() && again.isEmpty();
  }

  /** The oldest ones, the oldest first. */
  List<Ticket> oldest(int most) {
    List<Ticket> oldest = new ArrayList<>(Math.min(most, size()));
    Iterator<Ticket> first = inOrder.iterator();
    Iterator<Ticket> second = again.iterator();
    Ticket a = next(first);
    Ticket b = next(second);
    while (oldest.size() < most && (a != null || b != null)) {
      if (b == null || (a != null && a.id() < b.id())) {
        oldest.add(a);
        a = next(first);
      } else {
        oldest.add(b);
        b = next(second);
      }
    }
    return oldest;
  }

  private static Ticket next(Iterator<Ticket> tickets) {
    return tickets.hasNext() ? tickets.next() : null;
  }

  /** All, the oldest first. Cost: linear in them. */
  List<Ticket> all() {
    return oldest(size());
  }
}
