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
 * another's; a turn is told in the order that all writers have ({@link Room}), when what is left of
 * those before it on its links takes less time than it needs to begin: so what is frozen waits for
 * nobody, and links do not idle. After a failover each user's requests go in the order that they
 * had.
 *
 * <p>Example: A and B ask at 0 s for 800 MB each, over a link of 100 MB/s. A has its turn, and its
 * four tasks begin to write at 2 s. Beginning takes 1.5 s of late, so B has its turn at 8.5 s, when
 * 150 MB of A are left.
 *
 * <p>Bounds: who has its turn and does not begin keeps others waiting for twice the time that its
 * user's requests need to begin; who has begun, for {@value #TURN_MILLIS} ms, however much it says
 * that it writes. Capacity is held where the asker begins at once, for {@value #HELD_MILLIS} ms; a
 * turn for others holds none: its group has its rank. Who does not begin within {@value
 * #TURN_MILLIS} ms goes back to its place, {@value #MOST_MISSED} times.
 *
 * <p>Cost: a look-up for each call; {@link #tick} looks at all requests, the less often the more
 * there are. Thread-safe: one lock, under which {@link Room} is asked and answers are sent.
 */
public final class TurnQueue {
  /** Capacity is held so long for a writer that is to begin. */
  public static final long HELD_MILLIS = 1_000;

  /**
   * A turn that nobody begins in is missed after so long, and others wait no longer for the end of
   * one.
   */
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

  /** So many that are to ask again do so at once. */
  static final int ASKED_TOGETHER = 32;

  /** Of so many users it is known how long beginning takes. */
  private static final int MOST_USERS = 10_000;

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

  /** Those that are to ask again. */
  private final Set<Entry> ready = new LinkedHashSet<>();

  /** Those that have their turn, and that others wait for. */
  private final Set<Entry> holding = new LinkedHashSet<>();

  /** Places that are to be left, and how. */
  private final Map<Room.Place, Runnable> leaving = new LinkedHashMap<>();

  private boolean isLeaving;

  /** How long a user's requests have taken to begin of late, in milliseconds; the last users. */
  private final Map<String, Double> beginMillis =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
          return size() > MOST_USERS;
        }
      };

  /** Whether there are no requests; most blocks are nobody's turn's, and ask for no lock. */
  private volatile boolean isEmpty = true;

  /** How long the next one needs to begin: as the quickest user with requests, as last swept. */
  private double nextBeginMillis = HELD_MILLIS;

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
    boolean hasBegun;
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
    Runnable left = leaving.remove(entry.place);
    if (left != null) {
      left.run();
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
    if (answer == Room.Answer.ASK_AGAIN) {
      ready.add(entry);
      leave(entry.place);
      return;
    }
    boolean isFree = answer == Room.Answer.FREE;
    entry.isHeld = isFree && entry.wish.beginsAtOnce();
    entry.since = now;
    entry.hasBegun = false;
    entry.begun.clear();
    if (isFree) {
      holding.add(entry);
    }
    change(entry, TurnState.TURN, now);
    if (isFree && !entry.isHeld) {
      // Last: whom this lets answer is to see that it is this one's turn.
      leave(entry.place, entry.place::standAside);
    }
  }

  private void leave(Room.Place place) {
    leave(place, place::leave);
  }

  /**
   * Leaves a place, or gives its capacity back. That may let another request answer, which does so,
   * too, and so on for thousands. So they are left one after the other, not one within the other,
   * and what is beyond {@value #ASKED_TOGETHER} with the next ticks.
   */
  private void leave(Room.Place place, Runnable how) {
    leaving.put(place, how);
    if (!isLeaving) {
      leaveSome();
    }
  }

  private void leaveSome() {
    isLeaving = true;
    try {
      for (int i = 0; i < ASKED_TOGETHER && !leaving.isEmpty(); i++) {
        leaving.remove(leaving.keySet().iterator().next()).run();
      }
    } finally {
      isLeaving = false;
    }
  }

  private double beginMillis(String user) {
    return beginMillis.getOrDefault(user, (double) HELD_MILLIS);
  }

  /** How long one of a user's that has its turn may keep others from theirs before it begins. */
  private long patienceMillis(String user) {
    return Math.min(
        TURN_MILLIS, Math.max(LEAST_PATIENCE_MILLIS, Math.round(2 * beginMillis(user))));
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
    holding.remove(entry);
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
      blockedBy = entry.place == null ? List.of() : entry.place.blockedBy();
    }
    OptionalLong expected =
        entry.state == TurnState.QUEUED && position > 0
            ? OptionalLong.of(Math.round((before + 1) * beginMillis(entry.wish.user())))
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
    if (!holding.contains(entry) || entry.hasBegun) {
      return;
    }
    entry.isHeld = false;
    entry.begun.add(file);
    if (entry.begun.size() >= entry.wish.files()) {
      hasBegun(entry, now);
    }
  }

  /** All that it writes has begun, or will not. */
  private void hasBegun(Entry entry, long now) {
    entry.hasBegun = true;
    entry.begun.clear();
    String user = entry.wish.user();
    double before = beginMillis(user);
    double took = (double) Math.min(TURN_MILLIS, now - entry.since);
    beginMillis.remove(user); // The last one is remembered longest.
    beginMillis.put(user, before + LEARNT * (took - before));
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
      nextBeginMillis =
          ofUser.keySet().stream().mapToDouble(this::beginMillis).min().orElse(HELD_MILLIS);
      List.copyOf(entries.values()).forEach(entry -> look(entry, now));
    } else {
      List.copyOf(holding).forEach(entry -> look(entry, now));
    }
    if (now >= gatheredUntil) {
      askGathered(now);
    }
    for (Entry entry : List.copyOf(ready).subList(0, Math.min(ready.size(), ASKED_TOGETHER))) {
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
    } else if (entry.state == TurnState.TURN || holding.contains(entry)) {
      lookAtTurn(entry, now);
    }
  }

  private void lookAtTurn(Entry entry, long now) {
    long age = now - entry.since;
    if (entry.isHeld && age >= HELD_MILLIS) {
      entry.isHeld = false;
      leave(entry.place, entry.place::standAside);
    }
    if (holding.contains(entry)) {
      boolean isOverdue = age >= patienceMillis(entry.wish.user());
      if (entry.state == TurnState.WRITING && isOverdue && !entry.hasBegun) {
        hasBegun(entry, now);
      }
      if (entry.hasBegun ? isAboutToEnd(entry, age) : isOverdue) {
        holding.remove(entry);
        leave(entry.place);
      }
    }
    if (entry.state == TurnState.TURN && age >= TURN_MILLIS) {
      holding.remove(entry);
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

  /** Whether the next one can be told its turn. */
  private boolean isAboutToEnd(Entry entry, long age) {
    return age >= TURN_MILLIS || entry.place.leftMillis(entry.bytes) <= nextBeginMillis;
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
