package org.peacescheduler.hdfs;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * Which waiting chunks may keep their RPC handler, on a stock NameNode.
 *
 * <p>A handler that waits is lost to everyone else, so only some may. A client that is told to ask
 * again does so a few times and then its write fails, so a chunk whose client will not ask again
 * takes the place of one whose client will; where there is none, the stock policy places it. Among
 * those that will ask again, older requests take the places of newer ones, since they are granted
 * first.
 *
 * <p>Example: 2 places, held by the requests 3 and 7. Request 5 comes: 7 is told to ask again. 9
 * comes: it is told to ask again itself. 9 comes for the last time: 5 has to go.
 *
 * <p>Thread-safe: one lock, never held while the coordinator's lock is taken.
 */
final class HandlerHold {
  private final int places;
  private final int clientRetries;
  private final Map<Wait, Integer> held = new HashMap<>();

  /**
   * No chunk is held yet.
   *
   * @param places how many handlers may wait
   * @param clientRetries how often a client asks again
   */
  HandlerHold(int places, int clientRetries) {
    this.places = places;
    this.clientRetries = clientRetries;
  }

  /**
   * Asks for a place for a chunk that waits. If there is none, the chunk, or a chunk that has one and
   * can do without, is sent away or to the stock policy: the coordinator then ends its wait.
   */
  void enter(Wait wait, Coordinator coordinator) {
    int sentAway = coordinator.timesSentAway(wait.ticket());
    Wait loser;
    synchronized (this) {
      held.put(wait, sentAway);
      if (held.size() <= places) {
        return;
      }
      loser = loser(wait);
      held.remove(loser);
    }
    if (loser != wait || sentAway < clientRetries) {
      coordinator.sendAway(loser.ticket());
    } else {
      coordinator.giveUpWaiting(
          wait.ticket(),
          FallbackReason.NO_HANDLER,
          "%d handlers wait already, and the client will not ask again".formatted(places));
    }
  }

  /** The newest request that can be told to ask again; the newcomer if there is none. */
  private Wait loser(Wait newcomer) {
    Comparator<Wait> age = (a, b) -> a.ticket().compareRequests(b.ticket());
    return held.entrySet().stream()
        .filter(e -> e.getValue() < clientRetries)
        .map(Map.Entry::getKey)
        .max(age.thenComparing(w -> w == newcomer))
        .orElse(newcomer);
  }

  /** The wait is over. */
  synchronized void leave(Wait wait) {
    held.remove(wait);
  }

  synchronized int size() {
    return held.size();
  }
}
