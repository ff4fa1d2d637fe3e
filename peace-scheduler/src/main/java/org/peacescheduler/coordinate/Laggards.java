package org.peacescheduler.coordinate;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.schedule.Pipeline;

/**
 * Chunks that lag: they have had their places for as long as their bytes take ({@link Pace}), and
 * have given them up without being known to be done.
 *
 * <p>Confined to the coordinator's lock.
 */
final class Laggards {
  /**
   * How a writer's next chunk begins.
   *
   * @param pipeline the servers that it goes over first; empty if any
   * @param followed how many chunks it would have before it on these servers
   */
  record Lead(Pipeline pipeline, int followed) {
    private static final Lead NONE = new Lead(Pipeline.EMPTY, 0);
  }

  /** So many chunks of a writer at most follow each other on the same servers. */
  private static final int ROW = 8;

  /** A chunk that is not done after so many times what it has its place for is followed by none. */
  private static final double LATE = 1.5;

  private final Pace pace;

  /** The last one of each writer. */
  private final Map<ChunkRequest.Shape, Ticket> latest = new HashMap<>();

  private LiveNetwork network;

  Laggards(Pace pace, LiveNetwork network) {
    this.pace = pace;
    this.network = network;
  }

  /**
   * How long a chunk needs its place, in milliseconds; {@link Pace#UNKNOWN} without a rate or size.
   */
  long placeMillis(Ticket ticket, Pace.Company company) {
    return pace.millis(
        ticket.chunk().number() == 0,
        company,
        ticket.wanted.fullBytes(),
        network.model().topology().streamBytesPerSecond());
  }

  /**
   * Whether a chunk has had its place for as long as its bytes take, and its links bear one more
   * that lags, unless there is only one writer.
   */
  boolean mayLag(Ticket ticket, boolean isOneWriter, long now) {
    return hasHadItsTime(ticket, isOneWriter, now) && (isOneWriter || network.canLag(ticket.hops));
  }

  private boolean hasHadItsTime(Ticket ticket, boolean isOneWriter, long now) {
    long age = now - ticket.granted;
    if (isOneWriter) {
      return age >= placeMillis(ticket, Pace.Company.ITS_WRITER);
    }
    return age >= placeMillis(ticket, Pace.Company.ITS_ROW)
        && (age >= placeMillis(ticket, Pace.Company.OTHERS) || network.hasFullLink(ticket.hops));
  }

  /** A chunk gives up its place. */
  void lag(Ticket ticket) {
    network.lag(ticket.hops);
    ticket.lags = true;
    latest.put(ticket.wanted.shape(), ticket);
  }

  /** It is done, if it lagged. */
  void catchUp(Ticket ticket) {
    if (ticket.lags) {
      network.catchUp(ticket.hops);
      ticket.lags = false;
      latest.remove(ticket.wanted.shape(), ticket);
    }
  }

  /**
   * How a writer's next chunk begins where a link between switches is the bottleneck: on the
   * servers over which the one before comes to it. One behind the other, their streams share links
   * that are no faster than that one, and do not meet there in a queue (decision 17).
   */
  Lead lead(ChunkRequest next, long now) {
    Ticket before = latest.get(next.shape());
    if (before == null
        || before.followed >= ROW - 1
        || now - before.granted > LATE * placeMillis(before, Pace.Company.ITS_ROW)) {
      return Lead.NONE;
    }
    return new Lead(network.leadTo(before.nodes, before.hops), before.followed + 1);
  }

  /**
   * Loads another network with those that lag.
   *
   * @param inFlight the chunks in flight, with their edges in that network
   */
  void moveTo(LiveNetwork to, Collection<Ticket> inFlight) {
    network = to;
    inFlight.stream().filter(ticket -> ticket.lags).forEach(ticket -> network.lag(ticket.hops));
  }

  /** Whether only chunks that lag can be followed. */
  boolean balances() {
    return latest.values().stream().allMatch(ticket -> ticket.lags);
  }
}
