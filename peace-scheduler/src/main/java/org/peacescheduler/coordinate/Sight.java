package org.peacescheduler.coordinate;

import java.util.List;
import java.util.Set;
import org.peacescheduler.coordinate.order.GroupSight;
import org.peacescheduler.coordinate.order.LearntSize;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * What there is in the scheduler, for whoever looks at it a slice at a time ({@link
 * Coordinator#look}), so that nobody else waits for the lock for long.
 *
 * <p>Example: 10,000 chunks wait; {@code waiting(0, 256)}, {@code waiting(256, 256)} and so on, the
 * lock let go in between. What comes and goes meanwhile is seen or not, and may be seen twice.
 *
 * <p>Cost: a step for each that is left out before the slice, and some 300 ns for each in it.
 * Confined to the coordinator's lock; what it returns is immutable.
 */
public final class Sight {
  final TimestepScheduler scheduler;

  Sight(TimestepScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * A chunk that waits.
   *
   * @param id tells it from all others
   * @param group whose it is
   * @param since when it was asked for, in milliseconds of the coordinator's clock
   * @param bytes what it is taken to have
   * @param bars full edges that bar it, as far as they are known
   * @param excluded hosts that its client excludes
   * @param avoided hosts that HDFS would refuse, or that its client could not write to
   */
  public record Waiting(
      long id,
      Chunk chunk,
      GroupSight group,
      long since,
      long bytes,
      Edges bars,
      Set<String> excluded,
      Set<String> avoided) {}

  /**
   * A chunk in flight.
   *
   * @param id tells it from all others
   * @param group the number of its group
   * @param nodes where it goes
   * @param since when it was granted, in milliseconds of the coordinator's clock
   * @param bytesPerSecond what it is taken to send
   * @param expectedMillis what its bytes take at that rate; 0 if that is not known
   * @param edges what it goes over
   * @param rests whether it takes nothing of them: it is a log's, or does not move
   */
  public record Flight(
      long id,
      Chunk chunk,
      long group,
      List<String> nodes,
      long since,
      long bytesPerSecond,
      long expectedMillis,
      Edges edges,
      boolean rests) {}

  /** The model whose edges all numbers are of; another one after the topology was exchanged. */
  public NetworkModel model() {
    return scheduler.network().model();
  }

  /** Some of those that wait, the oldest first; fewer than asked for if there are no more. */
  public List<Waiting> waiting(int from, int most) {
    List<Ticket> oldest = scheduler.waiting.oldest(from + most);
    return oldest.subList(Math.min(from, oldest.size()), oldest.size()).stream()
        .map(this::waiting)
        .toList();
  }

  private Waiting waiting(Ticket ticket) {
    return new Waiting(
        ticket.id(),
        ticket.chunk(),
        scheduler.groups.sight(ticket.member().group()),
        ticket.submitted(),
        ticket.size.known(),
        Edges.of(scheduler.waiting.bars(ticket)),
        ticket.wanted.excluded(),
        ticket.wanted.avoided());
  }

  /** Some of those in flight; fewer than asked for if there are no more. */
  public List<Flight> inFlight(int from, int most) {
    return scheduler.flights.tickets().all().stream()
        .skip(from)
        .limit(most)
        .map(Sight::flight)
        .toList();
  }

  private static Flight flight(Ticket ticket) {
    Lease lease = ticket.lease();
    return new Flight(
        ticket.id(),
        ticket.chunk(),
        ticket.member().group().number(),
        ticket.flight.nodes,
        ticket.flight.granted,
        lease.bytesPerSecond(),
        lease.expectedMillis() == Lease.NEVER ? 0 : lease.expectedMillis(),
        Edges.of(lease.edges),
        ticket.flight.rests || lease.isStalled);
  }

  /** A copy of what is left of the network, with its model. Cost: linear in the network. */
  public ResidualNetwork network() {
    return scheduler.network().residual().copy();
  }

  /** What one chunk is taken to send where nothing limits it, in bytes per second. */
  public long streamBytesPerSecond() {
    return (long) scheduler.network().rates().stream();
  }

  /** What has been seen of streams and links. Cost: linear in the network. */
  public LearntRates learntRates() {
    return scheduler.network().rates().learnt();
  }

  /** The sizes of groups that were learnt last. Cost: a step for each that is known. */
  public List<LearntSize> learntSizes(int most) {
    return scheduler.groups.learnt(most);
  }

  /** Of how many series of groups the size is known, or was looked for. */
  public int learntSizes() {
    return scheduler.groups.series();
  }
}
