package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;

/**
 * How many chunks wait or are in flight and are no log's, by their writers and shares.
 *
 * <p>Example: two chunks of s1 and one of s2, of one user: two writers, one share of three. Cost: a
 * look-up. Confined to the coordinator's lock.
 */
final class Competitors {
  final Map<String, Integer> writers = new HashMap<>();
  final StreamParts parts;

  Competitors(StreamParts parts) {
    this.parts = parts;
  }

  /** So many chunks more, or fewer, want what one does. */
  void count(Ticket ticket, int change) {
    writers.merge(ticket.wanted.host(), change, (a, b) -> a + b == 0 ? null : a + b);
    parts.count(ticket.member().group().share(), change);
  }

  boolean isOneWriter() {
    return writers.size() == 1;
  }
}
