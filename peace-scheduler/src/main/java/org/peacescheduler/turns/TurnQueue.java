package org.peacescheduler.turns;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The requests for turns, and whose turn it is.
 *
 * <p>Goals, in order: a request whose client is gone is gone within seconds; no user sees or moves
 * another's; a turn is told when the links have room for what it writes, in the order that all
 * writers have ({@link Room}); who has its turn is given the time to begin before the next one is
 * told, for its links look free until then. After a failover each user's requests go in the order
 * that they had.
 *
 * <p>Example: A and B ask at 0 s, and A has its turn. Its four tasks begin to write at 2 s. From
 * then on B waits for room as A's chunks do; there is some at 9 s, and B has its turn.
 *
 * <p>Capacity is held for a turn where its asker begins at once, for {@value #HELD_MILLIS} ms. A
 * turn for others holds nothing: its group has its rank. Who does not begin within {@value
 * #TURN_MILLIS} ms goes back to its place, {@value #MOST_MISSED} times.
 *
 * <p>Cost: a look-up for each call; {@link #tick} looks at all requests, the less often the more
 * there are. Thread-safe: one lock, under which {@link Room} is asked and answers are sent.
 */
public final class TurnQueue {
  /** Capacity is held so long for a writer that is to begin. */
  public static final long HELD_MILLIS = 1_000;

  /** A turn that nobody begins in is missed after so long. */
  public static final long TURN_MILLIS = 60_000;

  /** So often a missed turn goes back to its place. */
  public static final int MOST_MISSED = 3;

  /** A client that has asked for nothing for so long, and does not wait for an answer, is gone. */
  public static final long GONE_MILLIS = 4_000;

  /** An answer comes after so long, whether there is news or not. */
  public static final long LONGEST_POLL_MILLIS = 30_000;

  /**
   * So long after a NameNode begins to take requests nobody has a turn: those come first that
   * waited before, at this one or at another. Their clients try each NameNode about three times a
   * second.
   */
  public static final long GATHERED_MILLIS = 2_000;

  /** What has ended is remembered so long, for who asks again what became of it. */
  static final long REMEMBERED_MILLIS = 10_000;

  /** Those that are to begin are looked at so often. */
  static final long LOOK_MILLIS = 20;

  /** All requests are looked at later by a millisecond for so many of them: 10,000 every 0.2 s. */
  static final int SWEPT_A_MILLI = 50;

  /** So many that had room, when it was another one's turn, ask again at once. */
  static final int ASKED_TOGETHER = 32;

  /** So many of those that were gathered ask in one look. */
  static final int GATHERED_TOGETHER = 128;

  private static final double LEARNT = 0.25;
  private static final long LEAST_PATIENCE_MILLIS = 200;

  private final Room room;
  private final InstantSource clock;
  private final int most;
  private final int mostOfUser;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();

  /** The members of each user's requests. */
  private final Map<String, Integer> ofUser = new HashMap<>();

  /** By user and prefix. */
  private final Map<Key, Set<Entry>> byPrefix = new HashMap<>();

  /** Those that have not asked yet, since this NameNode has just begun to take requests. */
  private final Set<Entry> gathered = new LinkedHashSet<>();

  /** Those that had room while another one was to begin. */
  private final Set<Entry> ready = new LinkedHashSet<>();

  /** Those for which there was room, and whose writers have not all begun. */
  private final Set<Entry> beginning = new LinkedHashSet<>();

  /** Places that are to be left. */
  private final Set<Room.Place> leaving = new LinkedHashSet<>();

  private boolean isLeaving;

  private double beginMillis = HELD_MILLIS;

  /** Whether there are no requests; most blocks are nobody's turn's, and ask for no lock. */
  private volatile boolean isEmpty = true;

  private int members;
  private long nextLook;
  private long nextSweep;
  private long gatheredUntil;
  private boolean isInOrder;

  /** Where an answer goes. Called under the queue's lock, and so quick. */
  public interface Poll {
    /** The answer; the only one. */
    void answer(TurnStatus status);

    /** Whether anybody still waits for it. */
    boolean isOpen();
  }

  /** A chunk that is written in a turn. */
  public record Writer(Wish wish, long bytes, Room.Place place) {}

  private record Key(String user, String name) {}

  private record Open(Poll poll, long until) {}

  private static final class Entry {
    final Wish wish;
    final long submitted;
    final long first;
    final List<Open> polls = new ArrayList<>();
    final Set<String> begun = new LinkedHashSet<>();
    TurnState state = TurnState.QUEUED;
    String reason = "";
    boolean again;
    long bytes;
    long since;
    long seen;
    int missed;
    boolean isHeld;
    Room.Place place;
    int asks;

    Entry(Wish wish, long now) {
      this.wish = wish;
      this.submitted = now;
      this.first = wish.first(now);
      this.since = now;
      this.seen = now;
      this.bytes = wish.bytes();
    }

    Key key() {
      return new Key(wish.user(), wish.id());
    }

    Key prefix() {
      return new Key(wish.user(), wish.prefix());
    }
  }

  /**
   * Nobody waits yet.
   *
   * @param most members of the requests of all users together
   * @param mostOfUser members of one user's requests
   */
  public TurnQueue(Room room, InstantSource clock, int most, int mostOfUser) {
    this.room = room;
    this.clock = clock;
    this.most = most;
    this.mostOfUser = mostOfUser;
  }

  /**
   * This NameNode takes requests from now on. For {@value #GATHERED_MILLIS} ms nobody has a turn;
   * then those that have come ask, each user's in the order of their waits. So they keep the order
   * that they had at another NameNode, or here before a restart.
   */
  public synchronized void begin() {
    gatheredUntil = clock.millis() + GATHERED_MILLIS;
    isInOrder = false;
  }

  /**
   * Somebody asks for a turn. Who asks again with the same id gets the request that is there.
   *
   * @throws IllegalArgumentException if there are too many requests, with what to do
   */
  public synchronized TurnStatus submit(Wish wish) {
    long now = clock.millis();
    Entry known = entries.get(new Key(wish.user(), wish.id()));
    if (known != null && !known.state.isOver()) {
      known.seen = now;
      return status(known, now);
    }
    if (known != null) {
      forget(known);
    }
    int his = ofUser.getOrDefault(wish.user(), 0);
    int more = wish.members().size();
    if (his + more > mostOfUser || members + more > most) {
      throw new IllegalArgumentException(
          ("requests for turns have %d members already, those of user '%s' %d; with %d more it would"
                      + " be over %d or %d. Maybe ask later, or go")
                  .formatted(members, wish.user(), his, more, most, mostOfUser)
              + " without a turn.");
    }
    Entry entry = new Entry(wish, now);
    entries.put(entry.key(), entry);
    ofUser.merge(wish.user(), more, Integer::sum);
    members += more;
    byPrefix.computeIfAbsent(entry.prefix(), prefix -> new LinkedHashSet<>()).add(entry);
    isEmpty = false;
    if (wish.isToWait() && (now < gatheredUntil || !gathered.isEmpty())) {
      gathered.add(entry);
      return status(entry, now);
    }
    ask(entry, now);
    if (entry.state == TurnState.QUEUED && !wish.isToWait()) {
      end(entry, TurnState.LATER, "there is no room now", now);
      TurnStatus later = status(entry, now);
      forget(entry);
      return later;
    }
    return status(entry, now);
  }

  private void ask(Entry entry, long now) {
    ready.remove(entry);
    int number = ++entry.asks;
    if (leaving.remove(entry.place)) {
      entry.place.leave();
    }
    entry.place = null;
    Room.Answer[] early = new Room.Answer[1];
    Room.Place place =
        room.ask(
            entry.wish,
            answer -> {
              synchronized (this) {
                if (entry.asks == number && entry.place == null) {
                  early[0] = answer;
                } else if (entry.asks == number) {
                  answered(entry, answer, clock.millis());
                }
              }
            });
    entry.place = place;
    if (early[0] != null) {
      answered(entry, early[0], now);
    }
  }

  private void answered(Entry entry, Room.Answer answer, long now) {
    if (entry.state != TurnState.QUEUED || ready.contains(entry)) {
      return;
    }
    boolean isBusy = beginning.stream().anyMatch(other -> now - other.since < patienceMillis());
    if (answer == Room.Answer.ASK_AGAIN || (answer == Room.Answer.FREE && isBusy)) {
      ready.add(entry);
      leave(entry.place);
      return;
    }
    entry.isHeld = answer == Room.Answer.FREE && entry.wish.beginsAtOnce();
    entry.since = now;
    entry.begun.clear();
    if (answer == Room.Answer.FREE) {
      beginning.add(entry);
    }
    change(entry, TurnState.TURN, now);
    if (!entry.isHeld) {
      leave(entry.place); // Last: whom this lets answer is to see that it is this one's turn.
    }
  }

  /**
   * Leaves a place. That may let another request answer, which leaves its own, and so on for
   * thousands. So they are left one after the other, not one within the other, and what is beyond
   * {@value #ASKED_TOGETHER} with the next ticks.
   */
  private void leave(Room.Place place) {
    leaving.add(place);
    if (!isLeaving) {
      leaveSome();
    }
  }

  private void leaveSome() {
    isLeaving = true;
    try {
      for (int i = 0; i < ASKED_TOGETHER && !leaving.isEmpty(); i++) {
        Room.Place place = leaving.iterator().next();
        leaving.remove(place);
        place.leave();
      }
    } finally {
      isLeaving = false;
    }
  }

  /** How long one that has its turn may keep others from theirs before it begins. */
  private long patienceMillis() {
    return Math.min(TURN_MILLIS, Math.max(LEAST_PATIENCE_MILLIS, Math.round(2 * beginMillis)));
  }

  private void change(Entry entry, TurnState state, long now) {
    entry.state = state;
    List<Open> told = List.copyOf(entry.polls);
    entry.polls.clear();
    if (!told.isEmpty()) {
      entry.seen = now;
      TurnStatus status = status(entry, now);
      told.forEach(open -> open.poll().answer(status));
    }
  }

  private void end(Entry entry, TurnState state, String reason, long now) {
    gathered.remove(entry);
    ready.remove(entry);
    beginning.remove(entry);
    Set<Entry> there = byPrefix.get(entry.prefix());
    there.remove(entry);
    if (there.isEmpty()) {
      byPrefix.remove(entry.prefix());
    }
    isEmpty = byPrefix.isEmpty();
    entry.asks++;
    if (entry.place != null) {
      entry.place.end();
    }
    entry.since = now;
    entry.reason = reason;
    change(entry, state, now);
  }

  private void forget(Entry entry) {
    if (entries.remove(entry.key(), entry)) {
      int less = entry.wish.members().size();
      ofUser.computeIfPresent(entry.wish.user(), (user, n) -> n == less ? null : n - less);
      members -= less;
    }
  }

  /**
   * Waits for news of a request.
   *
   * @param known the state that the asker knows; another one is answered at once
   * @param longestMillis when to answer at the latest
   * @return false if there is no such request of this user; then nothing is answered
   */
  public synchronized boolean await(
      String user, String id, TurnState known, long longestMillis, Poll poll) {
    Entry entry = entries.get(new Key(user, id));
    if (entry == null) {
      return false;
    }
    long now = clock.millis();
    entry.seen = now;
    // One asker waits once: an earlier poll is of a connection that was lost, or a repeated call.
    entry.polls.forEach(open -> open.poll().answer(status(entry, now)));
    entry.polls.clear();
    if (entry.state != known || longestMillis <= 0) {
      poll.answer(status(entry, now));
    } else {
      entry.polls.add(new Open(poll, now + Math.min(longestMillis, LONGEST_POLL_MILLIS)));
    }
    return true;
  }

  /** The snapshot is taken, and has so many bytes; empty if there is no such request. */
  public synchronized Optional<TurnStatus> confirm(String user, String id, long bytes) {
    long now = clock.millis();
    return find(user, id, now)
        .map(
            entry -> {
              if (entry.state == TurnState.TURN || entry.state == TurnState.WRITING) {
                entry.bytes = Math.min(Math.max(0, bytes), Long.MAX_VALUE / Wish.MOST_MEMBERS);
                if (entry.state == TurnState.TURN) {
                  change(entry, TurnState.WRITING, now);
                }
              }
              return status(entry, now);
            });
  }

  /** All is written; empty if there is no such request. */
  public synchronized Optional<TurnStatus> finish(String user, String id) {
    return endByAsker(user, id, TurnState.DONE, "all is written");
  }

  /** The asker does not want it any more; empty if there is no such request. */
  public synchronized Optional<TurnStatus> cancel(String user, String id) {
    return endByAsker(user, id, TurnState.CANCELLED, "cancelled");
  }

  private Optional<TurnStatus> endByAsker(String user, String id, TurnState state, String reason) {
    long now = clock.millis();
    return find(user, id, now)
        .map(
            entry -> {
              if (!entry.state.isOver()) {
                end(entry, state, reason, now);
              }
              return status(entry, now);
            });
  }

  private Optional<Entry> find(String user, String id, long now) {
    Optional<Entry> entry = Optional.ofNullable(entries.get(new Key(user, id)));
    entry.ifPresent(found -> found.seen = now);
    return entry;
  }

  /** What a user, or everybody, has asked for and is not over, oldest first. */
  public synchronized List<TurnStatus> list(Predicate<String> ofUsers, int atMost) {
    long now = clock.millis();
    List<TurnStatus> list = new ArrayList<>();
    int position = 0;
    long before = 0;
    for (Entry entry : entries.values()) {
      boolean waits = entry.state == TurnState.QUEUED;
      position += waits ? 1 : 0;
      if (!entry.state.isOver() && ofUsers.test(entry.wish.user()) && list.size() < atMost) {
        list.add(status(entry, waits ? position : 0, before, now));
      }
      before += waits ? 1 : 0;
    }
    return list;
  }

  /** How many requests are not over. */
  public synchronized int size() {
    return (int) entries.values().stream().filter(entry -> !entry.state.isOver()).count();
  }

  private TurnStatus status(Entry entry, long now) {
    return status(entry, 0, 0, now);
  }

  private TurnStatus status(Entry entry, int position, long before, long now) {
    List<String> blockedBy = List.of();
    if (gathered.contains(entry)) {
      blockedBy = List.of("requests that waited before this NameNode began");
    } else if (entry.state == TurnState.QUEUED) {
      blockedBy =
          ready.contains(entry) || entry.place == null
              ? beginning.stream().limit(1).map(other -> "the turn before it").toList()
              : entry.place.blockedBy();
    }
    OptionalLong expected =
        entry.state == TurnState.QUEUED && position > 0
            ? OptionalLong.of(Math.round((before + 1) * beginMillis))
            : OptionalLong.empty();
    return new TurnStatus(
        entry.wish,
        entry.state,
        entry.bytes,
        entry.reason,
        entry.again,
        position,
        blockedBy,
        expected,
        entry.first,
        now - entry.first);
  }

  /**
   * A file below a prefix asks for a chunk.
   *
   * @param file what tells it from others
   * @return the request in whose turn it is written; its place is to be left when the chunk is
   *     submitted. Empty if there is none of this user
   */
  public Optional<Writer> writer(String user, String path, String file) {
    return isEmpty ? Optional.empty() : find(user, path, file);
  }

  private synchronized Optional<Writer> find(String user, String path, String file) {
    long now = clock.millis();
    for (int end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      Key prefix = new Key(user, path.substring(0, Math.max(1, end)));
      for (Entry entry : byPrefix.getOrDefault(prefix, Set.of())) {
        if (entry.state == TurnState.TURN || entry.state == TurnState.WRITING) {
          begins(entry, file, now);
          return Optional.of(new Writer(entry.wish, entry.bytes, entry.place));
        }
      }
    }
    return Optional.empty();
  }

  private void begins(Entry entry, String file, long now) {
    if (entry.state == TurnState.TURN) {
      change(entry, TurnState.WRITING, now);
    }
    if (!beginning.contains(entry)) {
      return;
    }
    entry.isHeld = false;
    entry.begun.add(file);
    if (entry.begun.size() >= entry.wish.files()) {
      hasBegun(entry, now);
    }
  }

  /** All that it writes has begun, or will not; the next one may have its turn from now on. */
  private void hasBegun(Entry entry, long now) {
    beginning.remove(entry);
    entry.begun.clear();
    beginMillis += LEARNT * (Math.min(TURN_MILLIS, now - entry.since) - beginMillis);
  }

  /** Does what is due; to be called every few milliseconds. */
  public synchronized void tick() {
    long now = clock.millis();
    leaveSome();
    if (entries.isEmpty() || now < nextLook) {
      return;
    }
    nextLook = now + LOOK_MILLIS;
    if (now >= nextSweep) {
      nextSweep = now + LOOK_MILLIS + entries.size() / SWEPT_A_MILLI;
      List.copyOf(entries.values()).forEach(entry -> look(entry, now));
    } else {
      List.copyOf(beginning).forEach(entry -> look(entry, now));
    }
    if (now >= gatheredUntil) {
      askGathered(now);
    }
    for (Entry entry : List.copyOf(ready).subList(0, Math.min(ready.size(), ASKED_TOGETHER))) {
      if (beginning.stream().anyMatch(other -> now - other.since < patienceMillis())) {
        return;
      }
      ask(entry, now);
    }
  }

  private void askGathered(long now) {
    if (!isInOrder) {
      List<Entry> order = byWaits();
      gathered.clear();
      gathered.addAll(order);
      isInOrder = true;
    }
    Iterator<Entry> rest = gathered.iterator();
    for (int i = 0; i < GATHERED_TOGETHER && rest.hasNext(); i++) {
      Entry entry = rest.next();
      rest.remove();
      ask(entry, now);
    }
  }

  /**
   * Those that were gathered, each user's by their waits, and no user before another one by what he
   * says of his waits.
   */
  private List<Entry> byWaits() {
    Map<String, Deque<Entry>> ofUsers = new HashMap<>();
    gathered.stream()
        .sorted(Comparator.comparingLong((Entry entry) -> entry.first))
        .forEach(
            entry ->
                ofUsers.computeIfAbsent(entry.wish.user(), user -> new ArrayDeque<>()).add(entry));
    return gathered.stream().map(entry -> ofUsers.get(entry.wish.user()).remove()).toList();
  }

  private void look(Entry entry, long now) {
    if (entry.state.isOver()) {
      if (now - entry.since >= REMEMBERED_MILLIS) {
        forget(entry);
      }
      return;
    }
    entry.polls.removeIf(open -> !open.poll().isOpen());
    if (!entry.polls.isEmpty()) {
      entry.seen = now;
      if (now >= entry.polls.get(0).until()) {
        change(entry, entry.state, now);
      }
    } else if (now - entry.seen >= GONE_MILLIS) {
      entry.again = true; // It may have been held up, and come back.
      end(entry, TurnState.CANCELLED, "its client is gone", now);
      return;
    }
    if (entry.state == TurnState.QUEUED
        && entry.wish.deadlineMillis() > 0
        && now - entry.submitted >= entry.wish.deadlineMillis()) {
      end(entry, TurnState.EXPIRED, "it has waited until its deadline", now);
    } else if (entry.state == TurnState.TURN || beginning.contains(entry)) {
      lookAtTurn(entry, now);
    }
  }

  private void lookAtTurn(Entry entry, long now) {
    if (entry.isHeld && now - entry.since >= HELD_MILLIS) {
      entry.isHeld = false;
      leave(entry.place);
    }
    if (entry.state == TurnState.WRITING && now - entry.since >= patienceMillis()) {
      hasBegun(entry, now);
    } else if (entry.state == TurnState.TURN && now - entry.since >= TURN_MILLIS) {
      beginning.remove(entry);
      entry.missed++;
      if (entry.missed > MOST_MISSED) {
        end(entry, TurnState.EXPIRED, "it has missed its turn " + entry.missed + " times", now);
      } else {
        ready.add(entry);
        change(entry, TurnState.QUEUED, now);
        leave(entry.place);
      }
    }
  }

  /** This NameNode takes no requests any more: nobody waits. If it does later, it begins anew. */
  public synchronized void dismissAll(String reason) {
    begin();
    long now = clock.millis();
    Collection<Entry> all = List.copyOf(entries.values());
    for (Entry entry : all) {
      if (!entry.state.isOver()) {
        entry.again = true;
        end(entry, TurnState.CANCELLED, reason, now);
      }
      forget(entry);
    }
  }
}
