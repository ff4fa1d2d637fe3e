package org.peacescheduler.coordinate;

import java.util.function.Supplier;

/**
 * What chunks that have ended teach for those to come: their sizes, rates of links and of streams,
 * and which writers are slow.
 *
 * <p>Bounds: only lengths that HDFS has said teach anything ({@link Unmeasured} until then); a
 * chunk that went over no edge, or is tiny, or of which a part was written before, teaches no rate;
 * what a user teaches others counts as {@link Witnesses} say. Confined to the coordinator's lock.
 */
final class Learning {
  /** A chunk that is so much smaller than chunks are tells no rate: most of its time is set-up. */
  private static final double TINY = 1.0 / 16;

  private final ChunkSizes sizes;
  private final RequestBook book;
  private final Admission admission;
  private final Supplier<LiveNetwork> network;
  private final Witnesses witnesses = new Witnesses();

  /**
   * Nothing is known yet.
   *
   * @param admission told which chunks need not wait any more
   */
  Learning(
      SchedulerSettings settings,
      RequestBook book,
      Admission admission,
      Supplier<LiveNetwork> network) {
    this.sizes = new ChunkSizes(settings);
    this.book = book;
    this.admission = admission;
    this.network = network;
  }

  /** Somebody asks for a chunk. */
  void asked(ChunkRequest request, long now) {
    witnesses.asks(request.origin().userName(), now);
  }

  /** How many bytes a chunk is expected to have. */
  long expected(Ticket ticket) {
    boolean isFirst = ticket.chunk().number() == 0;
    return sizes.expected(ticket.wanted.origin().userName(), isFirst, ticket.wanted.fullBytes());
  }

  /** How many bytes a chunk claims; the same each time. */
  long claimed(Ticket ticket) {
    if (ticket.size.claimed == ChunkBytes.UNCLAIMED) {
      ticket.size.claimed =
          sizes.claim(ticket.wanted.origin().userName(), ticket.wanted.fullBytes());
    }
    return ticket.size.claimed;
  }

  /**
   * What is known of a chunk in flight that ends, but for its length; to be asked for before it
   * ends.
   */
  Unmeasured unmeasured(Ticket ticket, long now) {
    boolean teachesRate =
        ticket.lease().expectedMillis() != Lease.NEVER
            && !ticket.flight.rests
            && !ticket.flight.isPartWritten;
    return new Unmeasured(
        Names.kept(ticket.file().key),
        Names.kept(ticket.wanted.origin().userName()),
        ticket.wanted.fullBytes(),
        teachesRate,
        network.get().leases().flown(ticket.lease(), now));
  }

  /**
   * A chunk that ends, or has ended, had so many bytes, as HDFS says; at least 1. No effect on its
   * own group, which has counted it as a full one if it has ended.
   */
  void learn(Unmeasured chunk, long bytes, long now) {
    boolean isAlone = witnesses.isAlone(chunk.user(), now);
    Witness witness = new Witness(chunk.user(), isAlone, witnesses.weight(chunk.user(), now));
    sizes.learn(chunk.user(), bytes, witness.counts());
    boolean isFull = bytes >= chunk.fullBytes() && bytes >= TINY * sizes.ordinary();
    if (!chunk.teachesRate() || !isFull || chunk.flown().edges().length == 0) {
      return;
    }
    LinkRates rates = network.get().rates();
    LinkRates.Verdict verdict =
        rates.ended(chunk.flown(), network.get().residual(), bytes, witness, now);
    if (rates.loweredAt == now) {
      book.believeNobodyIsSlow(now + 1);
    }
    if (verdict.isSlow()) {
      admission.add(book.isSlow(chunk.file(), verdict.bytesPerSecond(), now));
    } else {
      book.keptUp(chunk.file(), chunk.flown().begin());
    }
  }
}
