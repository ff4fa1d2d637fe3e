package org.peacescheduler.coordinate;

import java.util.List;
import org.peacescheduler.schedule.Constant;

/**
 * Whether the links that a chunk waits for carry anything.
 *
 * <p>If they have carried next to nothing for a few chunk times, those in flight there wait for
 * those that wait: a thread that writes several files by turns stands still while one of them
 * waits. Or they are idle, whatever their clients say.
 *
 * <p>Example: a chunk takes 1 s, and waits for a link that 12 idle files hold. Tiny files end over
 * it each second. After 5 s the chunk goes.
 *
 * <p>Bounds: links count as moving by bytes that HDFS says were written, or, where it does not, by
 * what a lease can have sent; a chunk time is that of a block of the operator's size at least, so
 * that whoever has smaller blocks is not let in sooner for that. Confined to the coordinator's
 * lock.
 */
final class Standstill {
  private static final double MILLIS = 1000;

  private final RequestBook book;
  private final double patience;

  /** The operator's size of blocks; 0 if it is not bounded. */
  private final long ordinaryBytes;

  Standstill(SchedulerSettings settings, RequestBook book) {
    this.book = book;
    patience = settings.of(Constant.PATIENCE);
    long ordinary = settings.ordinaryBytes();
    ordinaryBytes = ordinary == Long.MAX_VALUE ? 0 : ordinary;
  }

  /**
   * Lets a chunk in if what bars it stands still, as one of a writer that is slow by itself.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> endWait(Ticket ticket, LiveNetwork network, long now) {
    double bytes = chunkBytes(ticket);
    double waited = (double) (now - ticket.submitted());
    double still =
        Math.min(waited, network.leases().stillFor(ticket.wait.shape.barrier.edges, now));
    double rate = MILLIS * bytes / still;
    double quickest = Math.min(book.bytesPerSecond(ticket.file()), usualRate(network));
    boolean isInVain = bytes > 0 && patience * rate < quickest;
    if (isInVain) {
      ticket.wait.passes = Exemption.STANDSTILL;
    }
    return isInVain ? book.isSlow(ticket.file(), rate, now) : List.of();
  }

  /** A chunk's bytes have gone over its edges, or it gives them back for good: these move. */
  void moved(Ticket ticket, LiveNetwork network, long now) {
    boolean isKnown = ticket.size.isMeasured && !ticket.flight.isPartWritten;
    double bytes = isKnown ? (double) ticket.size.written : ticket.lease().mostBytes(now);
    double longest = MILLIS * patience * chunkBytes(ticket) / usualRate(network);
    network.leases().moved(ticket.lease(), bytes, longest, now);
  }

  /** What a chunk has by which patience is measured, in bytes; 0 if nobody knows. */
  private double chunkBytes(Ticket ticket) {
    return (double) Math.max(ticket.wanted.fullBytes(), ordinaryBytes);
  }

  /** What chunks of writers that keep up send, in bytes per second. */
  private static double usualRate(LiveNetwork network) {
    return Math.min(network.rates().stream(), network.rates().usual());
  }
}
