package org.peacescheduler.hdfs.waiting;

import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.coordinate.Ticket;

/**
 * How many chunks wait: only so many may, of all users and of each.
 *
 * <p>Goals, in order: every wait that begins is counted until it ends, whatever ends it, and given
 * back once; no user takes all places; whoever finds none is told why.
 *
 * <p>What is counted is chunks. A chunk may be waited for by its call and by an earlier run of it,
 * or by a call that is repeated: each has a {@link Place} of its own, and the chunk is counted
 * while any of them is taken.
 *
 * <p>Example: 4 places, 2 for a user. Ann's third chunk is refused, Bob's first and second are not,
 * Carl's first is. Ann's first chunk is granted: her next one, or Carl's, finds room.
 *
 * <p>Bound: {@link Limits}; what is counted is the chunk and its user, whatever clients call
 * themselves.
 *
 * <p>Cost: a look-up. Thread-safe: one lock, under which nothing else is called.
 */
public final class WaitingRoom {
  private Limits limits;
  private final Map<Ticket, Guest> guests = new HashMap<>();
  private final Map<String, Integer> ofUser = new HashMap<>();

  /**
   * How many chunks may wait.
   *
   * @param places of all users together
   * @param placesOfUser of one user
   */
  public record Limits(int places, int placesOfUser) {}

  /** Whether a chunk may wait. */
  public sealed interface Entry {}

  /**
   * It may not.
   *
   * @param detail what is full
   */
  public record Crowded(String detail) implements Entry {}

  /** A chunk that waits. */
  private static final class Guest {
    private final String user;
    private int places;

    Guest(String user) {
      this.user = user;
    }
  }

  /** It may. To be left when the wait ends; to leave again has no effect. */
  public final class Place implements Entry {
    private final Ticket ticket;
    private final Guest guest;
    private boolean isLeft;

    private Place(Ticket ticket, Guest guest) {
      this.ticket = ticket;
      this.guest = guest;
    }

    /** The wait has ended. */
    public void leave() {
      synchronized (WaitingRoom.this) {
        if (isLeft) {
          return;
        }
        isLeft = true;
        guest.places--;
        if (guest.places == 0) {
          guests.remove(ticket);
          ofUser.computeIfPresent(guest.user, (user, n) -> n == 1 ? null : n - 1);
        }
      }
    }
  }

  /** Nobody waits yet. */
  public WaitingRoom(Limits limits) {
    this.limits = limits;
  }

  /** So many may wait from now on; who waits already may go on. */
  public synchronized void setLimits(Limits others) {
    limits = others;
  }

  /** A chunk is to wait; that it waits already, because of another call, is in its favour. */
  public synchronized Entry enter(Ticket ticket, String user) {
    Guest guest = guests.get(ticket);
    if (guest == null) {
      int his = ofUser.getOrDefault(user, 0);
      if (his >= limits.placesOfUser()) {
        return new Crowded("%d chunks of user '%s' wait already".formatted(his, user));
      }
      if (guests.size() >= limits.places()) {
        return new Crowded("%d chunks wait already".formatted(guests.size()));
      }
      guest = new Guest(user);
      guests.put(ticket, guest);
      ofUser.merge(user, 1, Integer::sum);
    }
    guest.places++;
    return new Place(ticket, guest);
  }

  /** How many chunks wait. */
  public synchronized int size() {
    return guests.size();
  }

  /** How many users have chunks that wait. */
  synchronized int users() {
    return ofUser.size();
  }
}
