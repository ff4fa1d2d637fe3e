package org.peacescheduler.hdfs.waiting;

import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.coordinate.Ticket;

/**
 * How many chunks wait, and how long their requests are: only so many places may be taken, by all
 * users and by each.
 *
 * <p>Goals, in order: every wait that begins is counted until it ends, whatever ends it, and given
 * back once; no user takes all places; whoever finds none is told why.
 *
 * <p>A chunk that waits takes a place, and its call one more for each {@value #BYTES_A_PLACE} bytes
 * that its request has beyond the first {@value #BYTES_A_PLACE}, for it is kept meanwhile. A chunk
 * may be waited for by its call and by an earlier run of it, or by a call that is repeated: each
 * has a {@link Place} of its own, and the chunk is counted while any of them is taken.
 *
 * <p>Example: 4 places, 2 for a user. Ann's third chunk is refused, Bob's first and second are not,
 * Carl's first is. Ann's first chunk is granted: her next one, or Carl's, finds room. A call of 10
 * KiB takes both of a user's places.
 *
 * <p>Bound: {@link Limits}; what is counted is the chunk, its request and its user, whatever
 * clients call themselves.
 *
 * <p>Cost: a look-up. Thread-safe: one lock, under which nothing else is called.
 */
public final class WaitingRoom {
  /**
   * What a place has room for. HDFS's own client sends some hundred bytes, and of a path 8,000
   * characters at most.
   */
  public static final int BYTES_A_PLACE = 8 * 1024;

  private Limits limits;
  private int taken;
  private final Map<Ticket, Guest> guests = new HashMap<>();
  private final Map<String, Integer> ofUser = new HashMap<>();

  /**
   * How many places there are.
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
    private int calls;

    Guest(String user) {
      this.user = user;
    }
  }

  /** It may. To be left when the wait ends; to leave again has no effect. */
  public final class Place implements Entry {
    private final Ticket ticket;
    private final Guest guest;
    private final int ofRequest;
    private boolean isLeft;

    private Place(Ticket ticket, Guest guest, int ofRequest) {
      this.ticket = ticket;
      this.guest = guest;
      this.ofRequest = ofRequest;
    }

    /** Whether the wait goes on. */
    boolean isTaken() {
      synchronized (WaitingRoom.this) {
        return !isLeft;
      }
    }

    /** The wait has ended. */
    public void leave() {
      synchronized (WaitingRoom.this) {
        if (isLeft) {
          return;
        }
        isLeft = true;
        guest.calls--;
        if (guest.calls == 0) {
          guests.remove(ticket);
        }
        giveBack(guest.user, ofRequest + (guest.calls == 0 ? 1 : 0));
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

  /**
   * A chunk is to wait; that it waits already, because of another call, is in its favour.
   *
   * @param bytes of the call's request
   */
  public synchronized Entry enter(Ticket ticket, String user, int bytes) {
    Guest guest = guests.get(ticket);
    int ofRequest = Math.max(0, bytes - 1) / BYTES_A_PLACE;
    int needed = ofRequest + (guest == null ? 1 : 0);
    String whose = guest == null ? user : guest.user;
    int his = ofUser.getOrDefault(whose, 0);
    if (needed > 0 && his + needed > limits.placesOfUser()) {
      return crowded(his, limits.placesOfUser(), " of user '%s'".formatted(whose), needed);
    }
    if (needed > 0 && taken + needed > limits.places()) {
      return crowded(taken, limits.places(), "", needed);
    }
    if (guest == null) {
      guest = new Guest(user);
      guests.put(ticket, guest);
    }
    guest.calls++;
    taken += needed;
    ofUser.merge(whose, needed, Integer::sum);
    return new Place(ticket, guest, ofRequest);
  }

  private static Crowded crowded(int taken, int places, String of, int needed) {
    String detail = "%d of the %d places%s are taken".formatted(taken, places, of);
    return new Crowded(needed == 1 ? detail : detail + ", and its request needs " + needed);
  }

  private void giveBack(String user, int places) {
    taken -= places;
    ofUser.computeIfPresent(user, (name, n) -> n == places ? null : n - places);
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
