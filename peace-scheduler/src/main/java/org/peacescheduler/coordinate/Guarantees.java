package org.peacescheduler.coordinate;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;

/**
 * What shares with a guaranteed part are owed of each edge that they wait for, in bytes: deficit
 * round robin (Shreedhar and Varghese, SIGCOMM 1995), of each such share against all others.
 *
 * <p>Goals, in order: a share gets its part of each full edge, for as long as it waits for it; it
 * saves nothing up, and owes nothing for what it got while nobody else wanted it. So it is owed its
 * part of all bytes that are let over the edge while it waits, less those of its own, and never
 * more than a chunk either way.
 *
 * <p>Example: 0.25 of an edge on which all chunks are alike: one of the share, then three of
 * others. Cost: for each chunk, that of the edges of its path for each of these shares, of which an
 * operator has a few. Confined to the coordinator's lock.
 */
final class Guarantees {
  /** One share's account. */
  static final class Account {
    private final double part;
    private final Map<Integer, Integer> waits = new HashMap<>();
    private final Map<Integer, Double> owed = new HashMap<>();

    Account(double part) {
      this.part = part;
    }

    /** So many kinds of its chunks more, or fewer, wait for these edges. */
    void wait(int[] edges, int change) {
      for (int edge : edges) {
        waits.merge(edge, change, (a, b) -> a + b == 0 ? null : a + b);
      }
    }

    boolean isOwedAny(int[] edges) {
      for (int edge : edges) {
        if (owed.getOrDefault(edge, 0.0) > 0) {
          return true;
        }
      }
      return false;
    }

    private void send(int edge, double bytes, boolean isOwn) {
      if (isOwn || waits.containsKey(edge)) {
        double change = part * bytes - (isOwn ? bytes : 0);
        owed.merge(edge, change, (a, b) -> Math.max(-bytes, Math.min(bytes, a + b)));
      }
    }
  }

  private final Map<Share, Account> accounts = new HashMap<>();

  Guarantees(Shares shares) {
    set(shares);
  }

  /** Other parts are guaranteed from now on: nobody waits, and nobody is owed anything. */
  void set(Shares shares) {
    accounts.clear();
    shares
        .terms()
        .forEach(
            (share, terms) -> {
              if (terms.guaranteed() > 0) {
                accounts.put(share, new Account(terms.guaranteed()));
              }
            });
  }

  /** To which a part is guaranteed. */
  Set<Share> shares() {
    return Collections.unmodifiableSet(accounts.keySet());
  }

  /** The account of a share; null if nothing is guaranteed to it. */
  Account of(Share share) {
    return accounts.get(share);
  }

  /** A share's chunk of so many bytes is let over edges. */
  void send(Share share, int[] edges, long bytes) {
    Account own = accounts.get(share);
    for (Account account : accounts.values()) {
      for (int edge : edges) {
        account.send(edge, (double) bytes, account == own);
      }
    }
  }

  /** The network is another one: nobody waits, and nobody is owed anything. */
  void forget() {
    for (Account account : accounts.values()) {
      account.waits.clear();
      account.owed.clear();
    }
  }
}
