package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The chunks that wait, in the order of their requests, and who is to be tried when an edge becomes
 * free.
 *
 * <p>Goals, in order: the oldest request first; work that does not grow with the number that wait.
 * Chunks that want the same are one {@link Group}: of them only the first is tried. A group that
 * did not fit waits at the full edges that bar it, and is not looked at before one of them is free.
 * Where it is not known that these are all that bar it, it is tried in turn with others of which
 * that is not known: all of them if they are few, some of them otherwise.
 *
 * <p>Example: 20,000 chunks of 2,000 servers whose own links are full: when a chunk ends, one group
 * is tried, that of its writer. Confined to the coordinator's lock.
 */
final class WaitingLine {
  /** So many groups of which not all bars are known are tried each time. */
  private static final int FEW = 16;

  /** Of more than a few, so many are tried when something becomes free. */
  private static final int SOME = 2;

  /** The chunks of one shape that somebody waits for. */
  static final class Group {
    private final TreeSet<Ticket> tickets;
    private final ChunkRequest.Shape shape;

    /** The first one as the indexes know it. */
    private Ticket first;

    /** Whether it is known to fit into an idle network. */
    boolean isFeasible;

    private int[] bars = new int[0];
    private Place place = Place.NOWHERE;

    Group(ChunkRequest.Shape shape, Comparator<Ticket> order) {
      this.shape = shape;
      this.tickets = new TreeSet<>(order);
    }

    /** Whose turn it is. */
    Ticket first() {
      return first;
    }

    /** Full edges that bar it, as far as they are known. */
    int[] bars() {
      return bars;
    }
  }

  private enum Place {
    NOWHERE,
    READY,
    BARRED,
    OPEN
  }

  private final Comparator<Ticket> order;
  private final NavigableSet<Ticket> tickets;
  private final NavigableSet<Ticket> away;
  private final Map<ChunkRequest.Shape, Group> groups = new HashMap<>();
  private final Map<RequestOrder.Standing, Set<Ticket>> ofRequest = new HashMap<>();
  private final TreeSet<Group> ready;
  private final TreeSet<Group> open;
  private final Map<Integer, TreeSet<Group>> barredAt = new HashMap<>();
  private final Set<Integer> freed = new LinkedHashSet<>();
  private final Comparator<Group> byFirst;

  /** Behind which group to go on trying; null to begin with the oldest. */
  private Ticket lastTried;

  private boolean anyFreed;

  WaitingLine(RequestOrder requests) {
    Comparator<Ticket> byRequest = (a, b) -> requests.compare(a.request(), b.request());
    order = byRequest.thenComparingLong(Ticket::id);
    byFirst = (a, b) -> order.compare(a.first, b.first);
    tickets = new TreeSet<>(order);
    away = new TreeSet<>(order);
    ready = new TreeSet<>(byFirst);
    open = new TreeSet<>(byFirst);
  }

  /** All that wait; of one request those that came first are first. */
  NavigableSet<Ticket> tickets() {
    return Collections.unmodifiableNavigableSet(tickets);
  }

  /** Those of them whose clients were told to ask again. */
  NavigableSet<Ticket> away() {
    return Collections.unmodifiableNavigableSet(away);
  }

  /**
   * One waits from now on, and somebody for it.
   *
   * @return its group, if others that want the same did not fit and are before it
   */
  boolean add(Ticket ticket) {
    tickets.add(ticket);
    ofRequest.computeIfAbsent(ticket.request(), key -> new HashSet<>()).add(ticket);
    away.remove(ticket);
    ChunkRequest.Shape shape = ticket.wanted.shape();
    Group group = groups.computeIfAbsent(shape, key -> new Group(key, order));
    ticket.group = group;
    boolean isBehind = group.place == Place.BARRED || group.place == Place.OPEN;
    Place place = isBehind ? group.place : Place.READY;
    move(group, Place.NOWHERE);
    group.tickets.add(ticket);
    move(group, place);
    return isBehind;
  }

  /** One waits no more, if it ever did. */
  void remove(Ticket ticket) {
    if (tickets.remove(ticket)) {
      ofRequest.computeIfPresent(
          ticket.request(),
          (key, all) -> {
            all.remove(ticket);
            return all.isEmpty() ? null : all;
          });
      away.remove(ticket);
      leaveGroup(ticket);
    }
  }

  private void leaveGroup(Ticket ticket) {
    Group group = ticket.group;
    if (group == null) {
      return;
    }
    ticket.group = null;
    Place place = group.place;
    move(group, Place.NOWHERE);
    group.tickets.remove(ticket);
    if (group.tickets.isEmpty()) {
      groups.remove(group.shape);
    } else {
      move(group, place);
    }
  }

  /** Nobody waits for it for a while; it keeps its place. */
  void sendAway(Ticket ticket) {
    leaveGroup(ticket);
    away.add(ticket);
  }

  private void move(Group group, Place to) {
    switch (group.place) {
      case READY -> ready.remove(group);
      case OPEN -> open.remove(group);
      case BARRED -> {
        for (int edge : group.bars) {
          TreeSet<Group> there = barredAt.get(edge);
          there.remove(group);
          if (there.isEmpty()) {
            barredAt.remove(edge);
          }
        }
      }
      default -> {}
    }
    group.place = to;
    group.first = group.tickets.isEmpty() ? null : group.tickets.first();
    switch (to) {
      case READY -> ready.add(group);
      case OPEN -> open.add(group);
      case BARRED -> {
        for (int edge : group.bars) {
          barredAt.computeIfAbsent(edge, key -> new TreeSet<>(byFirst)).add(group);
        }
      }
      default -> {}
    }
  }

  /**
   * A group did not fit.
   *
   * @param bars full edges, of which one at least has to become free
   * @param areAll whether it is known that there are no other edges of which that is true
   */
  void bar(Group group, int[] bars, boolean areAll) {
    move(group, Place.NOWHERE);
    group.bars = bars;
    move(group, areAll && bars.length > 0 ? Place.BARRED : Place.OPEN);
  }

  /** An edge is full no more. */
  void free(int edge) {
    anyFreed = true;
    if (barredAt.containsKey(edge)) {
      freed.add(edge);
    }
  }

  /** The network or its hosts are others: everybody is to be tried. */
  void freeAll() {
    anyFreed = true;
    freed.clear();
    for (Group group : groups.values()) {
      move(group, Place.READY);
      group.isFeasible = false;
    }
  }

  /**
   * Something has been found out about a request: its chunks are to be tried, full edges or not.
   */
  void ready(RequestOrder.Standing request) {
    for (Ticket ticket : ofRequest.getOrDefault(request, Set.of())) {
      if (ticket.group != null) {
        move(ticket.group, Place.READY);
      }
    }
  }

  /** Who fits may not have been found, for there are only so many tries. */
  void lookAgain() {
    anyFreed = true;
  }

  /** Whether anything has become free since this was asked last. */
  boolean takeFreed() {
    boolean any = anyFreed;
    anyFreed = false;
    return any;
  }

  /** Readies groups of which not all bars are known: all if they are few. */
  void tryOpen() {
    int tries = open.size() <= FEW ? open.size() : SOME;
    tryOpen(tries);
  }

  /** As {@link #tryOpen()}, more of them: to be called now and then, whatever becomes free. */
  void tryMoreOpen() {
    tryOpen(FEW);
  }

  private void tryOpen(int tries) {
    for (int i = 0; i < tries && !open.isEmpty(); i++) {
      Group next = lastTried == null ? open.first() : behind(lastTried);
      lastTried = open.size() == 1 ? null : next.first;
      move(next, Place.READY);
    }
    if (open.isEmpty()) {
      lastTried = null;
    }
  }

  private Group behind(Ticket last) {
    Group probe = new Group(null, order);
    probe.first = last;
    Group next = open.higher(probe);
    return next == null ? open.first() : next;
  }

  /**
   * The next group to be tried, the oldest request first; null if there is none. Who asks either
   * grants its first chunk ({@link #remove}) or says that it does not fit ({@link #bar}).
   *
   * @param isFree whether an edge is not full
   */
  Group next(IntPredicate isFree) {
    Group best = ready.isEmpty() ? null : ready.first();
    List<Integer> over = new ArrayList<>(0);
    for (int edge : freed) {
      TreeSet<Group> there = barredAt.get(edge);
      if (there == null || !isFree.test(edge)) {
        over.add(edge);
      } else if (best == null || byFirst.compare(there.first(), best) < 0) {
        best = there.first();
      }
    }
    over.forEach(freed::remove);
    return best;
  }

  /** Whether the indexes say what is true of those that wait. */
  boolean balances() {
    int inGroups = groups.values().stream().mapToInt(group -> group.tickets.size()).sum();
    return inGroups + away.size() == tickets.size()
        && groups.values().stream()
            .allMatch(
                group ->
                    group.place != Place.NOWHERE
                        && group.first == group.tickets.first()
                        && (group.place != Place.OPEN || open.contains(group))
                        && (group.place != Place.READY || ready.contains(group)));
  }
}
