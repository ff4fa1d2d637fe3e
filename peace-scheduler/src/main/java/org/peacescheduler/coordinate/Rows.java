package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.schedule.Pipeline;

/**
 * Chunks of a writer that follow each other over the same servers.
 *
 * <p>Where links are full, a writer's next chunk begins when the one before has had its time, and
 * meets what is left of it. If both go over the same servers, each link hands over to the next one,
 * which is no faster, what it has put in order; if they go over others, two senders come to one
 * link at full rate, its queue overflows, and a lost packet costs TCP a fifth of a second or more.
 *
 * <p>Where a link between switches is full, they follow each other up to the last such link, for
 * {@value #LONGEST} chunks; behind it the servers are drawn anew. Where servers' own links are full
 * alone, they follow each other over the whole pipeline, but in pairs: a longer row would keep
 * these servers' links from their own chunks. Confined to the coordinator's lock.
 */
final class Rows {
  /** So many chunks follow each other at most to a link, so that a long file fills no server. */
  private static final int LONGEST = 8;

  private static final int PAIR = 2;

  /** A chunk that is not done after so many times what its bytes take is followed by none. */
  private static final double LATE = 1.5;

  private final boolean isOn;

  /** The last one of each writer that is in flight. */
  private final Map<ChunkRequest.Shape, Ticket> latest = new HashMap<>();

  Rows(SchedulerSettings settings) {
    isOn = settings.has(Mechanism.ROWS);
  }

  /** A chunk's pipeline is known, which may begin as that of the one before. */
  void begin(Ticket ticket) {
    Ticket before = latest.put(ticket.kind(), ticket);
    ticket.inRow = before != null && isBehind(ticket, before) ? before.inRow + 1 : 1;
  }

  private static boolean isBehind(Ticket ticket, Ticket before) {
    int led = ticket.led;
    // Either may have been given another pipeline since, of another length.
    return led > 0
        && led <= Math.min(ticket.nodes.size(), before.nodes.size())
        && ticket.nodes.subList(0, led).equals(before.nodes.subList(0, led));
  }

  /** A chunk is in flight no more. */
  void end(Ticket ticket) {
    latest.remove(ticket.kind(), ticket);
  }

  /** How a writer's next chunk is to begin: as the one before. */
  Pipeline lead(Ticket next, LiveNetwork network, long now) {
    Ticket before = latest.get(next.kind());
    next.led = 0;
    if (isOn && before != null && hasHadItsTime(before.lease, now)) {
      int toLink = network.hopsToFullLink(before.lease) - 1;
      if (toLink >= 0) {
        next.led = before.inRow < LONGEST ? toLink : 0;
      } else {
        next.led = before.inRow < PAIR ? before.lease.hops() : 0;
      }
    }
    return next.led == 0 ? Pipeline.EMPTY : network.first(next.led, before.nodes, before.lease);
  }

  private static boolean hasHadItsTime(Lease lease, long now) {
    double expected = (double) lease.expectedMillis();
    double age = now - lease.begin();
    return age >= expected && age <= LATE * expected;
  }
}
