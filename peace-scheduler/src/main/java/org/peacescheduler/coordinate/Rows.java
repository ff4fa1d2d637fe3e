package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.schedule.Constant;
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
 * eight chunks ({@link Constant#ROW}); behind it the servers are drawn anew. Where servers' own
 * links are full alone, they follow each other over the whole pipeline, but in pairs: a longer row
 * would keep these servers' links from their own chunks. Confined to the coordinator's lock.
 */
final class Rows {
  private final boolean isOn;
  private final int longest;
  private final int longestOfServers;
  private final double late;

  /** The last one of each writer that is in flight. */
  private final Map<ChunkRequest.Shape, Ticket> latest = new HashMap<>();

  Rows(SchedulerSettings settings) {
    isOn = settings.has(Mechanism.ROWS);
    longest = settings.countOf(Constant.ROW);
    longestOfServers = settings.countOf(Constant.ROW_OF_SERVERS);
    late = settings.of(Constant.ROW_LATE);
  }

  /** A chunk's pipeline is known, which may begin as that of the one before. */
  void begin(Ticket ticket) {
    Ticket last = latest.put(ticket.kind(), ticket);
    boolean isBehind = last != null && isBehind(ticket.flight, last.flight);
    ticket.flight.inRow = isBehind ? last.flight.inRow + 1 : 1;
  }

  private static boolean isBehind(Flight flight, Flight before) {
    int led = flight.led;
    // Either may have been given another pipeline since, of another length.
    return led > 0
        && led <= Math.min(flight.nodes.size(), before.nodes.size())
        && flight.nodes.subList(0, led).equals(before.nodes.subList(0, led));
  }

  /** A chunk is in flight no more. */
  void end(Ticket ticket) {
    latest.remove(ticket.kind(), ticket);
  }

  /** How a writer's next chunk is to begin: as the one before. */
  Pipeline lead(Ticket next, LiveNetwork network, long now) {
    Ticket last = latest.get(next.kind());
    int led = isOn && last != null ? led(last.flight, network, now) : 0;
    next.flight.led = led;
    return led == 0 ? Pipeline.EMPTY : network.first(led, last.flight.nodes, last.lease());
  }

  /** On how many servers the next chunk is to follow one. */
  private int led(Flight before, LiveNetwork network, long now) {
    if (!hasHadItsTime(before.lease, now)) {
      return 0;
    }
    int toLink = network.hopsToFullLink(before.lease) - 1;
    if (toLink >= 0) {
      return before.inRow < longest ? toLink : 0;
    }
    return before.inRow < longestOfServers ? before.lease.hops() : 0;
  }

  private boolean hasHadItsTime(Lease lease, long now) {
    double expected = (double) lease.expectedMillis();
    double age = now - lease.begin();
    return age >= expected && age <= late * expected;
  }
}
